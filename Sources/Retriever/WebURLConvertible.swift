public import HTTPSemantics
internal import InternationalNames

public import struct FoundationEssentials.URL

/// What can name the target of a request: a text, a Foundation `URL` or a ``WebURL``.
public protocol WebURLConvertible: Sendable {
    /// The URL that is meant.
    ///
    /// - Throws: `URLParsingError` when it is none.
    func webURL() throws(URLParsingError) -> WebURL
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
}

extension String: WebURLConvertible {
    /// The URL that the text means.
    public func webURL() throws(URLParsingError) -> WebURL { try WebURL(self) }
}

extension URL: WebURLConvertible {
    /// The URL as the WHATWG standard reads it.
    public func webURL() throws(URLParsingError) -> WebURL { try WebURL(absoluteString) }

    /// The same URL for Foundation; `nil` when Foundation's parser refuses it.
    public init?(_ url: WebURL) { self.init(string: url.href) }
}

extension URLParser {
    /// The parser that everything in this library decides with; international names by libidn2.
    static let standard = URLParser(domainToASCII: domainToASCII)
}
