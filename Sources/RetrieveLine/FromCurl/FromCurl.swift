internal import HTTPSemantics

/// Command lines for curl in words of this command.
package enum FromCurl {
    /// The words to parse: what stands behind “from-curl” in words of this command, behind the options before it.
    ///
    /// - Throws: A sentence about the option of curl's that has no counterpart.
    package static func translated(_ arguments: [String]) throws(UsageError) -> [String] {
        guard let place = arguments.firstIndex(of: "from-curl"),
            let before = try? ArgumentParser(Array(arguments[..<place])), before.words.isEmpty, before.wordsBeforeDashes == nil
        else { return arguments }
        var words = Array(arguments[(place + 1)...])
        if words.count == 1, let only = words.first, only.utf8.contains(where: { $0 == 0x20 || $0 == 0x0A }) {
            words = try CommandPromptWords.isMeant(by: only) ? CommandPromptWords.split(only) : ShellWords.split(only)
        }
        if words.first == "$" { words.removeFirst() }  // the prompt, copied along
        if words.first == "curl" || words.first == "curl.exe" {
            words.removeFirst()
        } else if let first = words.first, words.count > 1, first != "localhost", first.utf8.allSatisfy({ 0x61...0x7A ~= $0 }) {
            throw UsageError("“\(first)” is another command than curl", in: first, at: 0)
        }
        return Array(arguments[..<place]) + (try CurlCommandLine(words).arguments())
    }
}
