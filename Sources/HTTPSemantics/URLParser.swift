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
    @inlinable  // so that for a `String`, in whatever module, nothing generic is left
    public func parse(_ input: some StringProtocol, base: WebURL? = nil) throws(URLParsingError) -> WebURL {
        try parse(text: String(input), base: base)
    }

    @usableFromInline
    func parse(text: String, base: WebURL?) throws(URLParsingError) -> WebURL {
        var parse = URLParse(base: base, domainToASCII: domainToASCII)
        let bytes = text.utf8.span
        if bytes.count > 0, bytes[0] > 0x20, bytes[bytes.count - 1] > 0x20, !bytes.holdsControls { return try parse.run(bytes) }
        return try parse.run(bytes.withoutOuterSpace.withoutLineBreaks.span)
    }
}

extension Span<UInt8> {
    /// Whether there is a C0 control: then a closer look is needed at what a URL drops.
    var holdsControls: Bool {
        var lowest: UInt8 = 0xFF
        for index in indices { lowest = Swift.min(lowest, self[index]) }
        return lowest < 0x20
    }

    /// The bytes without C0 controls and spaces at both ends.
    fileprivate var withoutOuterSpace: [UInt8] {
        var start = 0
        var end = count
        while start < end, self[start] <= 0x20 { start += 1 }
        while start < end, self[end - 1] <= 0x20 { end -= 1 }
        var bytes: [UInt8] = []
        bytes.append(self, start..<end)
        return bytes
    }
}

extension [UInt8] {
    /// The bytes without tabs and line breaks, which a URL drops wherever they stand.
    var withoutLineBreaks: [UInt8] { filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } }
}

/// Why a text is no URL, or no value of a component.
public struct URLParsingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in words that do not repeat the input, which may hold secrets.
    public let description: String

    package init(_ description: String) { self.description = description }

    static let missingScheme = Self(
        "the address is relative and there is nothing to resolve it against; begin it with http:// or https://")
    static let missingHost = Self("the address has no host")
    static let invalidHost = Self("the host name is not valid")
    static let invalidIPv4 = Self("the IPv4 address is not valid")
    static let invalidIPv6 = Self("the IPv6 address is not valid")
    static let invalidPort = Self("the port is not a number from 0 to 65535")
}
