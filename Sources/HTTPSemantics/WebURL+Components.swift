/// Changing components as the setters of the web's `URL` do (WHATWG URL standard §6.1): a value is read by the parser's own states,
/// encoded as far as its place in the URL asks for, and cut off where its component ends. A value that the standard ignores throws
/// here, and leaves the URL as it was. `href` has no counterpart but parsing; ``queryParameters`` stands for `searchParams`.
extension WebURL {
    /// Changes the scheme; all behind a ":" is ignored. The web's `protocol`.
    ///
    /// - Throws: ``URLParsingError`` when it is none, when one of the old and the new scheme is special (http, https, ws, wss, ftp,
    ///   file) and the other is not, or when `file` would get or lose what it cannot have.
    public mutating func setScheme(_ value: some StringProtocol) throws(URLParsingError) {
        let bytes = Array(value.utf8).withoutLineBreaks + [URLParse.colon]
        guard let end = URLParse.schemeEnd(bytes.span) else { throw .invalidScheme }
        let name = String(decoding: bytes[..<end], as: UTF8.self).asciiLowercased
        let special = SpecialScheme(rawValue: name)
        guard (special == nil) == (layout.special == nil) else { throw .otherKindOfScheme }
        if special == .file, hasCredentials || port != nil { throw .otherKindOfScheme }
        if layout.special == .file, layout.host.isEmpty { throw .otherKindOfScheme }
        self = changed {
            $0.scheme = name
            if $0.port == special?.defaultPort { $0.port = nil }
        }
    }

    /// Changes the user name; an empty one takes it away. The web's `username`.
    ///
    /// - Throws: ``URLParsingError`` when the URL has no host, or is of the scheme `file`.
    public mutating func setUsername(_ value: some StringProtocol) throws(URLParsingError) {
        guard mayHaveCredentials else { throw .noCredentials }
        self = changed { $0.username = value.percentEncoded(.userinfo) }
    }

    /// Changes the password; an empty one takes it away. The web's `password`.
    ///
    /// - Throws: ``URLParsingError`` when the URL has no host, or is of the scheme `file`.
    public mutating func setPassword(_ value: some StringProtocol) throws(URLParsingError) {
        guard mayHaveCredentials else { throw .noCredentials }
        self = changed { $0.password = value.percentEncoded(.userinfo) }
    }

    /// Changes the port, up to what is no digit in `value`; an empty value, or the scheme's default, takes it away. The web's
    /// `port`.
    ///
    /// - Throws: ``URLParsingError`` when it is none, or when the URL has no host or is of the scheme `file`.
    public mutating func setPort(_ value: some StringProtocol) throws(URLParsingError) {
        guard mayHaveCredentials else { throw .noCredentials }
        guard !value.isEmpty else { return self = changed { $0.port = nil } }
        try setPort(digits: Array(value.utf8).withoutLineBreaks.span)
    }

    /// Changes the port to that of the digits with which `text` begins.
    mutating func setPort(digits text: Span<UInt8>) throws(URLParsingError) {
        let digits = 0..<URLParse.digitsEnd(text, text.indices)
        guard !digits.isEmpty else { throw .invalidPort }
        try setPort(URLParse.port(text, digits))
    }

    /// Changes the port; `nil`, or the scheme's default, takes it away.
    ///
    /// - Throws: ``URLParsingError`` when the URL has no host, or is of the scheme `file`.
    public mutating func setPort(_ port: UInt16?) throws(URLParsingError) {
        guard mayHaveCredentials else { throw .noCredentials }
        let port = port == layout.special?.defaultPort ? nil : port
        self = changed { $0.port = port }
    }

    /// Changes the path. The web's `pathname`.
    ///
    /// - Throws: ``URLParsingError`` when the path has no segments, as in `mailto:` URLs.
    public mutating func setPath(_ value: some StringProtocol) throws(URLParsingError) {
        guard !layout.hasOpaquePath else { throw .opaquePath }
        let bytes = Array(value.utf8).withoutLineBreaks
        var parse = URLParse(base: nil, domainToASCII: { _ in nil })
        parse.layout.special = layout.special
        let skipsSlash = bytes.first.map { parse.isSlash($0) } ?? false
        // Only behind a host, and with a scheme that is not special, may there be no path at all.
        if !bytes.isEmpty || parse.isSpecial || !layout.hasHost {
            parse.appendPath(bytes.span, (skipsSlash ? 1 : 0)..<bytes.count)
        }
        self = changed { $0.path = String(decoding: parse.href, as: UTF8.self) }
    }

    /// Changes the query; one "?" in front of it is left out. `nil` or an empty value takes it away. The web's `search`.
    public mutating func setQuery(_ value: String?) {
        self = changed { $0.query = Self.encoded(value, without: URLParse.question, isSpecial ? .specialQuery : .query) }
    }

    /// Changes the fragment; one "#" in front of it is left out. `nil` or an empty value takes it away. The web's `hash`.
    public mutating func setFragment(_ value: String?) {
        self = changed { $0.fragment = Self.encoded(value, without: URLParse.hash, .fragment) }
    }

    private static func encoded(_ value: String?, without mark: UInt8, _ set: PercentEncodeSet) -> String? {
        guard let value, !value.isEmpty else { return nil }
        let bytes = value.utf8.first == mark ? value.utf8.dropFirst() : value.utf8[...]
        return String(decoding: Array(bytes).withoutLineBreaks, as: UTF8.self).percentEncoded(set)
    }

    private var isSpecial: Bool { layout.special != nil }

    /// The standard's "cannot have a username/password/port", turned round.
    private var mayHaveCredentials: Bool { layout.hasHost && !layout.host.isEmpty && layout.special != .file }
}

extension URLParsingError {
    static let invalidScheme = Self("the scheme is not valid")
    static let otherKindOfScheme = Self("the scheme is of another kind, so the rest of the address would mean something else")
    static let noCredentials = Self("an address without host, or of a file, has no user name, password or port")
    static let opaquePath = Self("an address of this kind has no host and no path with segments")
}
