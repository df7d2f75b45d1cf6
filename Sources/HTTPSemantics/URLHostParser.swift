/// The host parser of the WHATWG URL standard §3.5: domains, IPv4 and IPv6 addresses in any of their notations.
struct URLHostParser {
    let domainToASCII: URLParser.DomainToASCII

    /// The canonical host; `host` is not empty.
    func parse(_ host: Span<UInt8>, isSpecial: Bool) throws(URLParsingError) -> [UInt8] {
        if host.byte(0) == UInt8(ascii: "[") {
            guard host.count > 1, host[host.count - 1] == UInt8(ascii: "]"),
                let address = IPv6Address(host.extracting(1..<host.count - 1))
            else { throw .invalidIPv6 }
            return Array("[\(address)]".utf8)
        }
        guard isSpecial else { return try opaqueHost(host) }
        let domain = try asciiDomain(host.percentDecoded())
        guard !domain.isEmpty, !domain.contains(where: Self.isForbiddenInDomain) else { throw .invalidHost }
        guard IPv4Address.endsInNumber(domain.span) else { return domain }
        guard let address = IPv4Address(domain.span) else { throw .invalidIPv4 }
        return address.bytes
    }

    private func asciiDomain(_ bytes: [UInt8]) throws(URLParsingError) -> [UInt8] {
        let domain = bytes.map(\.asciiLowercased)
        // Punycode labels are decoded and checked by the translation as well.
        if domain.allSatisfy({ $0 < 0x80 }), !Self.holdsPunycode(domain.span) { return domain }
        guard let ascii = domainToASCII(String(decoding: domain, as: UTF8.self)) else { throw .invalidHost }
        return Array(ascii.utf8)
    }

    /// Whether a label begins with "xn--".
    private static func holdsPunycode(_ domain: Span<UInt8>) -> Bool {
        for index in domain.indices where domain[index] == UInt8(ascii: "x") {
            if index > 0, domain[index - 1] != UInt8(ascii: ".") { continue }
            if domain.byte(index + 1) == UInt8(ascii: "n"), domain.byte(index + 2) == UInt8(ascii: "-"),
                domain.byte(index + 3) == UInt8(ascii: "-")
            {
                return true
            }
        }
        return false
    }

    private func opaqueHost(_ host: Span<UInt8>) throws(URLParsingError) -> [UInt8] {
        guard host.firstIndex(from: 0, to: host.count, in: Self.forbidden) == host.count else { throw .invalidHost }
        var result: [UInt8] = []
        result.append(host, 0..<host.count, encoding: .c0Control)
        return result
    }

    /// "Forbidden host code point".
    private static let forbidden = ASCIISet("\0\t\n\r #/:<>?@[\\]^|")

    /// "Forbidden domain code point".
    private static func isForbiddenInDomain(_ byte: UInt8) -> Bool {
        byte <= 0x1F || byte >= 0x7F || byte == UInt8(ascii: "%") || forbidden.contains(byte)
    }
}
