public import HTTPSemantics

public import struct FoundationEssentials.URL

extension URL: WebURLConvertible {
    /// The URL as the WHATWG standard reads it.
    public func webURL() throws(URLParsingError) -> WebURL { try WebURL(absoluteString) }

    /// The same URL for Foundation; `nil` when Foundation's parser refuses it.
    public init?(_ url: WebURL) { self.init(string: url.href) }
}
