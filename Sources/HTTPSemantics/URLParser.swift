/// The URL parser of the WHATWG standard (§4.4 "basic URL parser").
///
/// Total on any input: it answers a ``WebURL`` or throws, and never traps. Characters that may not stand in a URL are
/// percent-encoded as a browser would; those already encoded are left alone.
public struct URLParser: Sendable {
    /// "Domain to ASCII" of the standard (UTS 46, non-transitional) for domains that are not plain ASCII; `nil` refuses one.
    public typealias DomainToASCII = @Sendable (_ domain: String) -> String?

    let domainToASCII: DomainToASCII

    /// A parser that has international domain names translated by `domainToASCII`.
    public init(domainToASCII: @escaping DomainToASCII) { self.domainToASCII = domainToASCII }

    /// The URL that `input` means, seen from `base` when it is relative.
    ///
    /// - Throws: ``URLParsingError`` when it means none.
    public func parse(_ input: some StringProtocol, base: WebURL? = nil) throws(URLParsingError) -> WebURL {
        var parse = URLParse(input: URLParse.cleaned(input.utf8), base: base, domainToASCII: domainToASCII)
        return try parse.run()
    }
}

/// Why a text is no URL.
public struct URLParsingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in words that do not repeat the input, which may hold secrets.
    public let description: String

    init(_ description: String) { self.description = description }

    static let missingScheme = Self(
        "the address is relative and there is nothing to resolve it against; begin it with http:// or https://")
    static let missingHost = Self("the address has no host")
    static let invalidHost = Self("the host name is not valid")
    static let invalidIPv4 = Self("the IPv4 address is not valid")
    static let invalidIPv6 = Self("the IPv6 address is not valid")
    static let invalidPort = Self("the port is not a number from 0 to 65535")
}
