/// The host parser of the WHATWG URL standard §3.5: domains, IPv4 and IPv6 addresses in any of their notations.
struct URLHostParser {
    let domainToASCII: URLParser.DomainToASCII

    /// The canonical host; `host` is not empty.
    func parse(_ host: Span<UInt8>, isSpecial: Bool) throws(URLParsingError) -> String {
        if host.byte(0) == UInt8(ascii: "[") {
            guard host.count > 1, host[host.count - 1] == UInt8(ascii: "]"),
                let address = IPv6Address(host.extracting(1..<host.count - 1))
            else { throw .invalidIPv6 }
            return "[\(address)]"
        }
        guard isSpecial else { return try opaqueHost(host) }
        let domain = try asciiDomain(host.percentDecoded())
        guard !domain.isEmpty, !domain.utf8.contains(where: Self.isForbiddenInDomain) else { throw .invalidHost }
        guard IPv4Address.endsInNumber(domain) else { return domain }
        guard let address = IPv4Address(domain) else { throw .invalidIPv4 }
        return address.description
    }

    private func asciiDomain(_ bytes: [UInt8]) throws(URLParsingError) -> String {
        let domain = String(decoding: bytes, as: UTF8.self).asciiLowercased
        // Punycode labels are decoded and checked by the translation as well.
        if bytes.allSatisfy({ $0 < 0x80 }), !domain.hasPrefix("xn--"), !domain.contains(".xn--") { return domain }
        guard let ascii = domainToASCII(domain) else { throw .invalidHost }
        return ascii
    }

    private func opaqueHost(_ host: Span<UInt8>) throws(URLParsingError) -> String {
        guard host.firstIndex(from: 0, to: host.count, in: Self.forbidden) == host.count else { throw .invalidHost }
        var result: [UInt8] = []
        result.append(host, 0..<host.count, encoding: .c0Control)
        return String(decoding: result, as: UTF8.self)
    }

    /// "Forbidden host code point".
    private static let forbidden = ASCIISet("\0\t\n\r #/:<>?@[\\]^|")

    /// "Forbidden domain code point".
    private static func isForbiddenInDomain(_ byte: UInt8) -> Bool {
        byte <= 0x1F || byte >= 0x7F || byte == UInt8(ascii: "%") || forbidden.contains(byte)
    }
}
