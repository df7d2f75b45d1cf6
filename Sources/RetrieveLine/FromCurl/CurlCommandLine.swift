internal import HTTPSemantics

/// A command line for curl, understood option by option.
struct CurlCommandLine {
    private enum Meaning {
        /// Needs nothing here.
        case nothing
        /// Words of this command.
        case words([String])
        /// A word of this command that takes the value.
        case option(String)
        case value(@Sendable (inout CurlCommandLine, String) throws(UsageError) -> Void)
        case flag(@Sendable (inout CurlCommandLine) -> Void)
        /// Has a value, and needs nothing here.
        case ignoredValue
    }

    private var options: [String] = []
    private var items: [String] = []
    private var data: [String] = []
    private var dataFile: String?
    private var upload: String?
    private var urls: [String] = []
    private var method: String?
    private var contentType: String?
    private var hasForm = false
    private var putsDataIntoQuery = false
    private var asksForCompression = false
    private var asksForHead = false

    /// Whether curl has an option with a name that is understood, such as "data-urlencode", or with a letter.
    static func knows(name: String) -> Bool { meanings[name] != nil }
    static func knows(letter: Unicode.Scalar) -> Bool { letters[letter] != nil }

    /// - Throws: A sentence that names the option that is not understood.
    init(_ words: [String]) throws(UsageError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                urls += rest
                rest = []
            } else if word.utf8.starts(with: "--".utf8) {
                try apply(String(word.dropFirst(2)), value: nil, &rest, word)
            } else if word.utf8.first == UInt8(ascii: "-"), word.utf8.count > 1 {
                var letters = word.unicodeScalars.dropFirst()
                while let letter = letters.popFirst() {
                    guard let name = Self.letters[letter] else { throw Self.unknown("-\(letter)", word) }
                    let value = letters.isEmpty ? nil : String(letters)
                    if try apply(name, value: value, &rest, word) { break }
                }
            } else {
                urls.append(word)
            }
        }
    }

    private static func unknown(_ option: String, _ word: String) -> UsageError {
        UsageError("curl's option \(option) has no counterpart here", in: word, at: 0)
    }

    /// - Returns: Whether the option took the value.
    @discardableResult
    private mutating func apply(
        _ name: String, value: String?, _ rest: inout ArraySlice<String>, _ word: String
    ) throws(UsageError) -> Bool {
        guard let meaning = Self.meanings[name] else { throw Self.unknown("--\(name)", word) }
        switch meaning {
        case .nothing: return false
        case .words(let words): options += words
        case .flag(let effect): effect(&self)
        case .option, .value, .ignoredValue:
            guard let value = value ?? rest.popFirst() else {
                throw UsageError("curl's option --\(name) needs a value", in: word, at: 0)
            }
            if case .option(let own) = meaning { options += [own, value] }
            if case .value(let effect) = meaning { try effect(&self, value) }
            return true
        }
        return false
    }

    /// The words of this command that do the same.
    ///
    /// - Throws: A sentence, when something is missing or two things contradict each other.
    func arguments() throws(UsageError) -> [String] {
        guard let first = urls.first else { throw UsageError("the command for curl names no URL") }
        guard urls.count == 1 else { throw UsageError("the command for curl names several URLs; paste one at a time") }
        var result = options
        var url = first
        if let method = method ?? (asksForHead ? "HEAD" : upload != nil ? "PUT" : nil) { result += ["--request", method] }
        if asksForHead { result += ["--headers"] }
        if !asksForCompression { result += ["--no-compressed"] }
        if let upload { result += ["--body", upload == "-" ? "-" : "@" + upload] }
        let text = data.joined(separator: "&")
        if putsDataIntoQuery {
            if !text.isEmpty { url += (url.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + text }
        } else if let dataFile {
            guard data.isEmpty else { throw UsageError("the command for curl sends both text and a file") }
            result += ["--body", dataFile == "-" ? "-" : "@" + dataFile]
        } else if !data.isEmpty {
            result += ["--raw", text]
        }
        let implied = !putsDataIntoQuery && (dataFile != nil || !data.isEmpty) ? Self.form : nil
        if let type = contentType ?? implied { result += ["--header", "Content-Type: \(type)"] }
        if hasForm { result += ["--multipart"] }
        // What is piped into this command is none of curl's business.
        return result + ["--ignore-stdin", url] + items
    }

    private static let form = "application/x-www-form-urlencoded"

    // MARK: - Options that take more than a word

    private mutating func addHeader(_ text: String) {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            if text.utf8.last == UInt8(ascii: ";") { items.append(text) }  // “Name;”: the field without value
            return
        }
        let (name, value) = (String(text[..<colon]), text[colon...].dropFirst().trimmingOptionalWhitespace)
        if value.isEmpty {
            items.append(name + ":")  // “Name:”: not the default field
        } else if name.equalsIgnoringASCIICase("Content-Type") {
            contentType = String(value)
        } else {
            options += ["--header", "\(name): \(value)"]
        }
    }

    /// `@file`, or text.
    private mutating func addData(_ text: String) {
        if text.utf8.first == UInt8(ascii: "@") { dataFile = String(text.dropFirst()) } else { data.append(text) }
    }

    /// `@file` without its line breaks, or text.
    private mutating func addText(_ text: String) throws(UsageError) {
        guard text.utf8.first == UInt8(ascii: "@"), text != "@-" else { return addData(text) }
        let content = try ItemFile.content(of: String(text.dropFirst()), in: text)
        data.append(String(decoding: content.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0 }, as: UTF8.self))
    }

    /// `text`, `=text`, `name=text`: encoded.
    private mutating func addEncoded(_ text: String) {
        let equals = text.utf8.firstIndex(of: UInt8(ascii: "="))
        let name = equals.map { String(text[..<$0]) } ?? ""
        let value = equals.map { String(text[text.utf8.index(after: $0)...]) } ?? text
        let encoded = FormParameters([.init(name: "", value: value)]).urlEncoded(spaces: .percent20).dropFirst()
        data.append((name.isEmpty ? "" : name + "=") + encoded)
    }

    /// `name=text`, `name=@file;type=text/csv`, `name=<file`; text and path may stand in quotes.
    private mutating func addPart(_ text: String) throws(UsageError) {
        hasForm = true
        let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) ?? text.endIndex
        let name = Self.escaped(String(text[..<equals]))
        let value = String(text[equals...].dropFirst())
        for attribute in [";filename=", ";headers=", ";encoder="] {
            guard let place = value.firstRange(of: attribute) else { continue }
            let before = text.utf8.count - value[place.lowerBound...].utf8.count
            throw UsageError("“\(attribute.dropFirst().dropLast())” of a part has no counterpart here", in: text, at: before)
        }
        switch value.utf8.first {
        case UInt8(ascii: "@"): items.append(name + "@" + Self.unquoted(String(value.dropFirst())))
        case UInt8(ascii: "<"): items.append(name + "=@" + Self.unquoted(String(value.dropFirst())))
        default:
            if let place = value.firstRange(of: ";type=") {
                let before = text.utf8.count - value[place.lowerBound...].utf8.count
                throw UsageError("“type” of a text has no counterpart here", in: text, at: before)
            }
            items.append(try Self.textPart(name, Self.unquoted(value), of: text))
        }
    }

    /// A text that begins with “@” or “=” would make another separator.
    private static func textPart(_ name: String, _ value: String, of text: String) throws(UsageError) -> String {
        guard let first = value.utf8.first, "@=".utf8.contains(first) else { return name + "=" + value }
        throw UsageError(
            "a text that begins with “\(value.prefix(1))” cannot be given here", in: text, at: text.utf8.count - value.utf8.count)
    }

    /// What stands in quotes, where the text begins with one, and what follows them.
    private static func unquoted(_ text: String) -> String {
        guard text.utf8.first == UInt8(ascii: "\"") else { return text }
        var result: [UInt8] = []
        var rest = text.utf8.dropFirst()
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            let isEscape = byte == UInt8(ascii: "\\") && (rest.first == byte || rest.first == UInt8(ascii: "\""))
            result.append(isEscape ? rest.removeFirst() : byte)
        }
        return String(decoding: result, as: UTF8.self) + String(Substring(rest))
    }

    private static func escaped(_ name: String) -> String {
        String(decoding: name.utf8.flatMap { ItemKey.special.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }, as: UTF8.self)
    }

    private mutating func addCookies(_ text: String) {
        options += text.utf8.contains(UInt8(ascii: "=")) ? ["--header", "Cookie: " + text] : ["--cookies", text]
    }

    // MARK: - Curl's options

    private static let meanings: [String: Meaning] = [
        "request": .value { $0.method = $1 }, "header": .value { $0.addHeader($1) }, "url": .value { $0.urls.append($1) },
        "data": .value { line, text throws(UsageError) in try line.addText(text) },
        "data-ascii": .value { line, text throws(UsageError) in try line.addText(text) },
        "data-binary": .value { $0.addData($1) },
        "data-raw": .value { $0.data.append($1) }, "data-urlencode": .value { $0.addEncoded($1) },
        "json": .value {
            $0.addData($1)
            $0.contentType = $0.contentType ?? "application/json"
            $0.options += ["--header", "Accept: application/json"]
        },
        "form": .value { line, text throws(UsageError) in try line.addPart(text) },
        "form-string": .value { line, text throws(UsageError) in
            line.hasForm = true
            let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) ?? text.endIndex
            line.items.append(try textPart(escaped(String(text[..<equals])), String(text[equals...].dropFirst()), of: text))
        },
        "get": .flag { $0.putsDataIntoQuery = true }, "head": .flag { $0.asksForHead = true },
        "compressed": .flag { $0.asksForCompression = true }, "upload-file": .value { $0.upload = $1 },
        "cookie": .value { $0.addCookies($1) }, "cookie-jar": .option("--cookies"), "user": .option("--auth"),
        "oauth2-bearer": .option("--bearer"), "digest": .words(["--auth-type", "digest"]), "basic": .nothing,
        "ntlm": .words(["--auth-type", "ntlm"]), "negotiate": .words(["--auth-type", "negotiate"]), "anyauth": .nothing,
        "netrc": .words(["--netrc"]), "user-agent": .option("--user-agent"), "referer": .option("--referer"),
        "range": .option("--range"), "location": .words(["--follow"]), "max-redirs": .option("--max-redirects"),
        "insecure": .words(["--insecure"]), "cacert": .option("--ca"), "capath": .option("--ca"), "cert": .option("--cert"),
        "key": .option("--key"), "pass": .option("--pass"), "pinnedpubkey": .option("--pin"), "tls-max": .option("--tls-max"),
        "tlsv1.2": .words(["--tls-min", "1.2"]), "tlsv1.3": .words(["--tls-min", "1.3"]), "proxy": .option("--proxy"),
        "noproxy": .option("--noproxy"), "unix-socket": .option("--unix-socket"), "resolve": .option("--resolve"),
        "connect-to": .option("--connect-to"), "interface": .option("--interface"), "doh-url": .option("--doh-url"),
        "http1.1": .words(["--http1"]), "http2": .nothing, "http2-prior-knowledge": .words(["--http2-prior-knowledge"]),
        "http3": .words(["--http3"]), "http3-only": .words(["--http3"]), "max-time": .option("--timeout"),
        "connect-timeout": .option("--connect-timeout"), "retry": .option("--retry"), "output": .option("--output"),
        "remote-name": .words(["--download"]), "limit-rate": .option("--limit-rate"), "include": .words(["--include"]),
        "verbose": .words(["--verbose"]), "write-out": .option("--write-out"), "silent": .words(["--silent"]),
        "show-error": .nothing, "fail": .nothing, "fail-with-body": .nothing, "globoff": .nothing,
        "no-buffer": .words(["--stream"]),
        "no-progress-meter": .nothing, "progress-bar": .nothing, "path-as-is": .nothing, "http1.0": .words(["--http1"]),
        "tcp-nodelay": .nothing, "keepalive-time": .ignoredValue,
    ]

    private static let letters: [Unicode.Scalar: String] = [
        "X": "request", "H": "header", "d": "data", "F": "form", "G": "get", "I": "head", "T": "upload-file", "b": "cookie",
        "c": "cookie-jar", "u": "user", "n": "netrc", "A": "user-agent", "e": "referer", "r": "range", "L": "location",
        "k": "insecure",
        "E": "cert", "x": "proxy", "m": "max-time", "o": "output", "O": "remote-name", "i": "include", "v": "verbose",
        "w": "write-out",
        "s": "silent", "S": "show-error", "f": "fail", "g": "globoff", "N": "no-buffer", "#": "progress-bar", "0": "http1.0",
    ]
}
