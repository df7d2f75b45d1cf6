extension HTTPRequest {
    /// A command line for a POSIX shell with which curl makes the same request, to paste into a terminal or a bug report. Where the
    /// request has no `Accept` and no `User-Agent`, curl adds its own.
    ///
    /// - Parameters:
    ///   - content: The content, when it is known whole. Content that is no text, or that the redaction does not show, is said to be left
    ///     out.
    ///   - contentType: What the content is, unless the request has a field that says so.
    ///   - redaction: What is left out; the command then needs it filled in.
    public func curlCommand(
        content: [UInt8]? = nil, contentType: String? = nil, redaction: Redaction = Redaction()
    ) -> String {
        let ownType = headerFields[values: .contentType].first
        let type = ownType ?? contentType.flatMap { HTTPField.isValid(value: $0) ? $0 : nil }
        var words = ["curl"]
        if method == .head {
            words.append("--head")
        } else if method != (content == nil ? .get : .post) {
            words += ["--request", method.rawValue.shellQuoted]
        }
        for field in headerFields where field.name != .contentLength && field.name != .transferEncoding {
            // To curl "Name:" removes a field of its own and "Name;" sends one without value.
            let value = redaction.value(of: field)
            words += ["--header", (value.isEmpty ? "\(field.name);" : "\(field.name): \(value)").shellQuoted]
        }
        if let content {
            // Left to itself, curl calls any content a form.
            if ownType == nil { words += ["--header", "Content-Type:\(type.map { " \($0)" } ?? "")".shellQuoted] }
            // No word of a command line holds a NUL.
            let text = content.contains(0) ? nil : redaction.text(of: content, contentType: type)
            words += ["--data-raw", (text ?? "[\(content.count) bytes left out]").shellQuoted]
        }
        // Brackets and braces are patterns to curl.
        words += ["--globoff", redaction.text(of: url).shellQuoted]
        return words.joined(separator: " ")
    }
}

extension String {
    /// The text as one word of a POSIX shell's command line.
    package var shellQuoted: String {
        let isPlain = utf8.allSatisfy { $0.isASCIIAlpha || $0.isASCIIDigit || "-_./:=@%+,".utf8.contains($0) }
        guard isEmpty || !isPlain else { return self }
        // By bytes: as a Character, a quote and an accent after it are one, which would end the word unseen.
        let quote = UInt8(ascii: "'")
        let inner = utf8.flatMap { $0 == quote ? Array(#"'\''"#.utf8) : [$0] }
        return "'" + String(decoding: inner, as: UTF8.self) + "'"
    }
}
