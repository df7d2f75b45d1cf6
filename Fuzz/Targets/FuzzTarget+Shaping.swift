import HTTPSemantics

extension FuzzTarget {
    /// When a server takes the next request: values of `Retry-After`, `Date`, `RateLimit`, and what is left until when.
    static let waits = FuzzTarget(name: "waits") { bytes in
        let names = ["Retry-After", "Date", "RateLimit", "RateLimit-Remaining", "X-RateLimit-Reset"]
        let fields = zip(names, parts(bytes, names.count)).compactMap { name, value in
            HTTPField.Name(name).flatMap { HTTPField(name: $0, value: value) }
        }
        let response = HTTPResponse(status: 503, headerFields: HTTPFields(fields))
        let now = HTTPDate(secondsSinceEpoch: 1_800_000_000)
        let bounds = Duration.zero ... .seconds(1 << 30)
        if let wait = response.retryAfter(now: now) { try promise(bounds.contains(wait), "a wait of \(wait)") }
        if let limit = RateLimit(response, now: now) {
            try promise(bounds.contains(limit.reset) && limit.remaining >= 0, "\(limit)")
            var bucket = TokenBucket(rate: 1, burst: 1)
            bucket.close(for: limit.reset, now: .zero)
            try promise(bucket.take(now: .zero) == limit.reset, "not closed for \(limit.reset)")
        }
        var retries = Retries(policy: RetryPolicy())
        let request = HTTPRequest(url: try parser.parse("http://h/"))
        let delay = retries.delay(after: .response(response), of: request, canResend: true, now: now, remaining: nil)
        try promise(delay.map { (.zero ... .seconds(60)).contains($0) } ?? true, "a delay of \(delay ?? .zero)")
    }

    /// A `traceparent` field.
    static let trace = FuzzTarget(name: "trace") { bytes in
        let text = text(bytes)
        guard let context = TraceContext(text) else { return }
        try promise(context.traceID.utf8.count == 32 && context.parentID.utf8.count == 16, "\(context)")
        try promise(text.contains("-\(context.traceID)-\(context.parentID)-"), "\(context)")
        try promise(TraceContext(context.description) == context, "not the same when written again: \(context)")
        try promise(context.child().traceID == context.traceID, "a child in another trace")
    }

    /// Text in, around and behind secrets.
    static let redaction = FuzzTarget(name: "redaction") { bytes in
        var redaction = Redaction()
        redaction.shownContent = ["*/*"]
        func shown(_ content: String, _ type: String) -> String? { redaction.text(of: Array(content.utf8), contentType: type) }
        let text = text(bytes)
        let (json, form) = ("application/json", "application/x-www-form-urlencoded")
        try promise(shown(text, json) != nil && shown(text, form) != nil, "nothing is shown")

        let secret = "s3cr3t" + text
        func document(_ value: String) -> String { #"{"a":[1,{"\u0050assword" : \#(value),"b":\#(quoted(text))}],"c":2}"# }
        for value in [quoted(secret), "[\(quoted(secret)),{\"x\":\(quoted(secret))}]", "-1.5e9", "null", "{}"] {
            try promise(shown(document(value), json) == document("\"[redacted]\""), "a member of JSON is shown")
        }
        func parameters(_ value: String) -> String { "x=1&user[token]=\(value)&y=2" }
        let encoded = secret.percentEncoded(.component)
        try promise(shown(parameters(encoded), form) == parameters("[redacted]"), "a parameter is shown")
        try promise(shown("\(text)&pwd=\(encoded)", form)?.hasSuffix("&pwd=[redacted]") == true, "a parameter is lost")

        guard !text.contains("s3cr3t") else { return }
        if let url = try? parser.parse("http://me:s3cr3t@h/?key=s3cr3t" + text) {
            try promise(!redaction.text(of: url).contains("s3cr3t"), "a secret in \(redaction.text(of: url))")
        }
        for reference in ["//me:s3cr3t@h/" + text, "?key=s3cr3t" + text, text + "?&key=s3cr3t", "#token=s3cr3t" + text] {
            // Behind the first "#" there is no query.
            guard let field = HTTPField(name: .location, value: reference), !text.contains("#"), !text.contains("?") else {
                continue
            }
            try promise(!redaction.value(of: field).contains("s3cr3t"), "a secret in \(redaction.value(of: field))")
        }
    }

    /// Text as JSON has it.
    private static func quoted(_ value: String) -> String {
        let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
        return "\"" + text(value.utf8.flatMap { $0 == quote || $0 == backslash ? [backslash, $0] : [$0] }) + "\""
    }

    /// A request as a command: its method, URL, the value of a field and its content, on a line each.
    static let command = FuzzTarget(name: "command") { bytes in
        let parts = parts(bytes, 4)
        let whole = text(bytes)
        try promise(
            words(whole.shellQuoted).map { $0.map { Array($0.utf8) } } == [Array(whole.utf8)],
            "not one word: \(whole.shellQuoted)")
        guard let url = try? parser.parse(parts[1]), url.isHTTP, let method = HTTPRequest.Method(parts[0]),
            let name = HTTPField.Name("X-Any"), let field = HTTPField(name: name, value: parts[2])
        else { return }
        var redaction = Redaction(fields: [], parameters: [])
        redaction.shownContent = ["*/*"]
        let request = HTTPRequest(method: method, url: url, headerFields: HTTPFields([field]))
        let command = request.curlCommand(content: Array(parts[3].utf8), contentType: "a/b", redaction: redaction)
        guard let words = words(command) else { return try promise(false, "a shell would do more than run \(command)") }
        func follows(_ option: String, _ value: String) -> Bool {
            zip(words, words.dropFirst()).contains { $0 == option && Array($1.utf8) == Array(value.utf8) }
        }
        try promise(words.first == "curl" && words.last == url.requestHref, "\(command)")
        try promise(
            follows("--header", field.value.isEmpty ? "X-Any;" : "X-Any: \(field.value)"), "the field is lost: \(command)")
        try promise(parts[3].utf8.contains(0) || follows("--data-raw", parts[3]), "the content is lost: \(command)")
    }

    /// The words of a command line as a POSIX shell reads them; `nil` when it would find anything else than words.
    private static func words(_ line: String) -> [String]? {
        var words: [[UInt8]] = []
        var word: [UInt8]?
        var rest = Array(line.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: " "):
                if let word { words.append(word) }
                word = nil
            case UInt8(ascii: "'"):
                guard let end = rest.firstIndex(of: byte) else { return nil }
                word = (word ?? []) + rest[..<end]
                rest = rest[(end + 1)...]
            case UInt8(ascii: "\\"):
                guard let next = rest.popFirst(), next != 0x0A else { return nil }
                word = (word ?? []) + [next]
            case let other where other.isASCIIAlpha || other.isASCIIDigit || "-_./:=@%+,".utf8.contains(other):
                word = (word ?? []) + [other]
            default: return nil
            }
        }
        return (words + [word].compactMap(\.self)).map { text($0) }
    }
}
