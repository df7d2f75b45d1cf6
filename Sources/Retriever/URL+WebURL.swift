public import HTTPSemantics

public import struct FoundationEssentials.URL

/// Foundation's `URL` follows RFC 3986, which reads some texts otherwise than the WHATWG URL standard. Where the two would name
/// different servers there is no bridge.
extension URL: WebURLConvertible {
    /// The URL as the WHATWG standard reads it.
    ///
    /// - Throws: `URLParsingError` when that is no URL, or one with another host or port than Foundation reads: whoever has checked
    ///   one must not be sent to the other.
    public func webURL() throws(URLParsingError) -> WebURL {
        let url = try WebURL(absoluteString)
        guard names(url) else { throw .ambiguousHost }
        return url
    }

    /// The same URL for Foundation; `nil` when it would read another one.
    ///
    /// Characters that RFC 3986 does not know bare, such as "|" or a "%" that begins no escape, are percent-encoded. All else stays
    /// as it is.
    public init?(_ url: WebURL) {
        let url = url.strictlyEncoded
        self.init(string: url.href, encodingInvalidCharacters: false)  // that would encode anew what is encoded
        guard absoluteString == url.href, names(url) else { return nil }
    }

    /// Whether scheme, host and port are those of `url`.
    private func names(_ url: WebURL) -> Bool {
        guard let scheme, let special = try? WebURL("\(scheme)://x/"), special.scheme == url.scheme else { return false }
        guard port.map({ UInt16(exactly: $0) }) ?? special.effectivePort == url.effectivePort else { return false }
        let host = host(percentEncoded: true) ?? ""
        let bracketed = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        if bracketed == url.host ?? "" { return true }
        // Not canonical yet: upper case, another notation of an address, an international name.
        var canonical = special
        return !host.isEmpty && (try? canonical.setHost(bracketed)) != nil && canonical.host == url.host
    }
}

extension URLParsingError {
    fileprivate static let ambiguousHost = Self("the address names one host by RFC 3986 and another by the WHATWG URL standard")
}
