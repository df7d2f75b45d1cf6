internal import Retriever

extension Selection {
    /// Prints what is at the path of a document, a value in a line; texts as they are.
    ///
    /// - Throws: ``HTTPClientError`` with code `decoding` when the text is no JSON, and ``OutputFile/Failure``.
    func print(from text: String, _ terminal: Terminal) throws {
        let value: JSON.Value
        do throws(JSON.ParsingError) {
            value = try JSON.Value(parsing: text, options: .init(duplicateKeys: .last, loneSurrogates: .replaced))
        } catch {
            throw HTTPClientError(.decoding, "the answer is no JSON to select from: \(error)", cause: error)
        }
        for value in values(in: value) {
            let text = value.string.map(terminal.shown) ?? JSONPainter(terminal: terminal).text(value)
            try OutputFile.standard.write(text + "\n")
        }
    }
}
