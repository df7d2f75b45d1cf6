/// A parsed document, from which values are decoded.
final class Document {
    let bytes: [UInt8]
    let tape: [TapeEntry]
    /// The member found last. It is read and written in statements of their own: no two accesses can overlap.
    @exclusivity(unchecked) var lastFound = (object: -1, member: 0)
    let options: JSON.Decoder
    /// Where the document stands in a larger one.
    let origin: DocumentOrigin?
    /// What the path to a value was found out from last.
    var pathSteps: [PathStep] = []
    /// What became of names, where the path does not count.
    var convertedNames: [String: String] = [:]

    /// Parses `bytes`.
    ///
    /// - Throws: `DecodingError`.
    convenience init(parsing bytes: [UInt8], _ options: JSON.Decoder, origin: DocumentOrigin? = nil) throws {
        do {
            self.init(bytes, try Parser.parse(bytes, options.parsing, isPart: origin != nil), options, origin: origin)
        } catch {
            var place = origin?.place ?? TextPosition()
            place.advance(over: bytes.prefix(error.index))
            let fault = error.moved(by: 0, isAtEnd: origin?.isAtEnd ?? true)
            throw DecodingError.syntax(JSON.ParsingError(fault, at: place), origin?.path ?? [])
        }
    }

    /// - Parameter tape: That of `bytes`.
    init(_ bytes: [UInt8], _ tape: [TapeEntry], _ options: JSON.Decoder = JSON.Decoder(), origin: DocumentOrigin? = nil) {
        self.bytes = bytes
        self.tape = tape
        self.options = options
        self.origin = origin
    }

    @inline(__always) func kind(_ index: Int) -> TapeEntry.Kind { tape[index].kind }

    /// The text of a string or name.
    @inline(__always) func text(_ index: Int) -> String {
        let bytes = bytes
        return bytes.span.text(tape[index])
    }

    /// The bytes of a number.
    func number(_ index: Int) -> ArraySlice<UInt8> { bytes[tape[index].bytes] }
}

/// Where a document stands that is part of a larger one.
struct DocumentOrigin {
    var path: [any CodingKey]
    var place: TextPosition
    /// Whether nothing comes after it.
    var isAtEnd: Bool
}

extension DecodingError {
    static func syntax(_ error: JSON.ParsingError, _ path: [any CodingKey] = []) -> DecodingError {
        .dataCorrupted(Context(codingPath: path, debugDescription: error.description, underlyingError: error))
    }
}
