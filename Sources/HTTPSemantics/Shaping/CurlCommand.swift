extension HTTPRequest {
    /// A command line for a POSIX shell with which curl makes the same request, to paste into a terminal or a bug report.
    ///
    /// - Parameters:
    ///   - content: The content, when it is known whole. Content that is no text, or that the redaction does not show, is said to be left
    ///     out.
    ///   - redaction: What is left out; the command then needs it filled in.
    public func curlCommand(content: [UInt8]? = nil, redaction: Redaction = Redaction()) -> String {
        var words = ["curl"]
        if method == .head {
            words.append("--head")
        } else if method != (content == nil ? .get : .post) {
            words += ["--request", Self.quoted(method.rawValue)]
        }
        for field in headerFields {
            // To curl "Name:" removes a field of its own and "Name;" sends one without value.
            let value = redaction.value(of: field)
            words += ["--header", Self.quoted(value.isEmpty ? "\(field.name);" : "\(field.name): \(value)")]
        }
        if let content {
            let text = redaction.text(of: content, contentType: headerFields[values: .contentType].first)
            words += ["--data-raw", Self.quoted(text ?? "[\(content.count) bytes left out]")]
        }
        // Brackets and braces are patterns to curl.
        words += ["--globoff", Self.quoted(redaction.text(of: url))]
        return words.joined(separator: " ")
    }

    /// One word of a shell's command line.
    private static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0.isASCIIAlpha || $0.isASCIIDigit || "-_./:=@%+,".utf8.contains($0) }
        guard text.isEmpty || !isPlain else { return text }
        return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
