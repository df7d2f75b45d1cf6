public import HTTPSemantics
internal import InternationalNames

/// What can name the target of a request: a text, a Foundation `URL` or a ``WebURL``.
public protocol WebURLConvertible: Sendable {
    /// The URL that is meant.
    ///
    /// - Throws: `URLParsingError` when it is none.
    func webURL() throws(URLParsingError) -> WebURL
    /// The URL that is meant, seen from `base` when it is relative.
    ///
    /// - Throws: `URLParsingError` when it is none.
    func webURL(base: WebURL) throws(URLParsingError) -> WebURL
}

extension WebURLConvertible {
    /// The URL itself, which is absolute.
    public func webURL(base: WebURL) throws(URLParsingError) -> WebURL { try webURL() }
}

extension WebURL: WebURLConvertible {
    /// The URL itself.
    public func webURL() -> WebURL { self }

    /// The URL that a text means, seen from `base` when it is relative; what may not stand in a URL is percent-encoded as a
    /// browser would, what is encoded already is left alone.
    ///
    /// - Throws: `URLParsingError` when it means none.
    public init(_ text: some StringProtocol, base: WebURL? = nil) throws(URLParsingError) {
        self = try URLParser.standard.parse(text, base: base)
    }

    /// Changes the host and, when `value` names one, the port; all behind them is ignored. The web's `host`.
    ///
    /// - Throws: `URLParsingError` when it names no host, or the URL can have none.
    public mutating func setAuthority(_ value: some StringProtocol) throws(URLParsingError) {
        try setAuthority(value, parser: .standard)
    }

    /// Changes the host; all behind it is ignored, but a port is an error. The web's `hostname`.
    ///
    /// - Throws: `URLParsingError` when it names no host, or the URL can have none.
    public mutating func setHost(_ value: some StringProtocol) throws(URLParsingError) {
        try setHost(value, parser: .standard)
    }
}

extension String: WebURLConvertible {
    /// The URL that the text means.
    public func webURL() throws(URLParsingError) -> WebURL { try WebURL(self) }
    /// The URL that the text means, seen from `base` when it is relative.
    public func webURL(base: WebURL) throws(URLParsingError) -> WebURL { try WebURL(self, base: base) }
}

extension URLParser {
    /// The parser that everything in this library decides with; international names by libidn2.
    static let standard = URLParser(domainToASCII: domainToASCII)
}
