/// The host parser of the WHATWG URL standard §3.5: domains, IPv4 and IPv6 addresses in any of their notations.
struct URLHostParser {
    let domainToASCII: URLParser.DomainToASCII

    /// The canonical host; `host` is not empty.
    func parse(_ host: ArraySlice<UInt8>, isSpecial: Bool) throws(URLParsingError) -> String {
        if host.first == UInt8(ascii: "[") {
            guard host.last == UInt8(ascii: "]"), let address = IPv6Address(host.dropFirst().dropLast()) else {
                throw .invalidIPv6
            }
            return "[\(address)]"
        }
        guard isSpecial else { return try opaqueHost(host) }
        let domain = try asciiDomain(String(decoding: host, as: UTF8.self).percentDecodedBytes())
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

    private func opaqueHost(_ host: ArraySlice<UInt8>) throws(URLParsingError) -> String {
        guard !host.contains(where: Self.isForbidden) else { throw .invalidHost }
        var result: [UInt8] = []
        for byte in host { result.append(byte, encoding: .c0Control) }
        return String(decoding: result, as: UTF8.self)
    }

    /// "Forbidden host code point".
    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte == 0 || byte == 9 || byte == 10 || byte == 13 || " #/:<>?@[\\]^|".utf8.contains(byte)
    }

    /// "Forbidden domain code point".
    private static func isForbiddenInDomain(_ byte: UInt8) -> Bool {
        isForbidden(byte) || byte <= 0x1F || byte == UInt8(ascii: "%") || byte >= 0x7F
    }
}

/// An IPv4 address in the notations that the WHATWG URL standard §3.5 accepts: one to four parts, decimal, octal or hexadecimal.
package struct IPv4Address: Hashable, Sendable, CustomStringConvertible {
    package let value: UInt32

    package init?(_ text: String) {
        var parts = text.split(separator: ".", omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true, parts.count > 1 { parts.removeLast() }
        guard parts.count <= 4 else { return nil }
        let numbers = parts.compactMap { Self.number($0) }
        guard numbers.count == parts.count, let last = numbers.last else { return nil }
        guard numbers.dropLast().allSatisfy({ $0 < 256 }), last < 1 << UInt64(8 * (5 - numbers.count)) else { return nil }
        var value = last
        for (index, number) in numbers.dropLast().enumerated() { value += number << UInt64(8 * (3 - index)) }
        self.value = UInt32(value)
    }

    /// Whether a host's last label is a number, so that the host can only be an IPv4 address.
    static func endsInNumber(_ host: String) -> Bool {
        let labels = host.hasSuffix(".") ? host.dropLast() : host[...]
        let last = labels.lastIndex(of: ".").map { labels[labels.index(after: $0)...] } ?? labels
        return !last.isEmpty && last.utf8.allSatisfy(\.isASCIIDigit) || number(last) != nil
    }

    private static func number(_ part: Substring) -> UInt64? {
        guard !part.isEmpty else { return nil }
        let digits: Substring
        let radix: UInt64
        if part.hasPrefix("0x") || part.hasPrefix("0X") {
            (digits, radix) = (part.dropFirst(2), 16)
        } else if part.utf8.count > 1, part.hasPrefix("0") {
            (digits, radix) = (part.dropFirst(), 8)
        } else {
            (digits, radix) = (part, 10)
        }
        var value: UInt64 = 0
        for byte in digits.utf8 {
            guard let digit = byte.hexDigitValue, digit < radix else { return nil }
            value = min(value * radix + UInt64(digit), 1 << 32)  // no address is larger; more digits must not overflow
        }
        return value
    }

    package var description: String {
        "\(value >> 24).\(value >> 16 & 255).\(value >> 8 & 255).\(value & 255)"
    }
}

/// An IPv6 address; written in the compressed form of RFC 5952.
package struct IPv6Address: Hashable, Sendable, CustomStringConvertible {
    let pieces: [UInt16]

    package init?(_ text: some Collection<UInt8>) {
        let bytes = Array(text)
        var pieces: [UInt16] = []
        var gap: Int?
        var position = 0
        func at(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }
        if at(0) == UInt8(ascii: ":") {
            guard at(1) == UInt8(ascii: ":") else { return nil }
            position = 2
            gap = 0
        }
        while position < bytes.count {
            guard pieces.count < 8 else { return nil }
            if at(position) == UInt8(ascii: ":") {
                guard gap == nil else { return nil }
                position += 1
                gap = pieces.count
                continue
            }
            let start = position
            var value: UInt16 = 0
            while position - start < 4, let digit = at(position)?.hexDigitValue {
                value = value << 4 | UInt16(digit)
                position += 1
            }
            switch at(position) {
            case UInt8(ascii: "."):
                guard position > start, pieces.count <= 6, let tail = Self.dottedTail(bytes[start...]) else { return nil }
                pieces += [UInt16(tail >> 16), UInt16(tail & 0xFFFF)]
                position = bytes.count
                continue
            case UInt8(ascii: ":"):
                guard position > start else { return nil }
                position += 1
                guard position < bytes.count else { return nil }
            case nil: guard position > start else { return nil }
            default: return nil
            }
            pieces.append(value)
        }
        if let gap {
            guard pieces.count < 8 else { return nil }
            pieces.insert(contentsOf: Array(repeating: 0, count: 8 - pieces.count), at: gap)
        }
        guard pieces.count == 8 else { return nil }
        self.pieces = pieces
    }

    /// Four decimal numbers without leading zeros.
    private static func dottedTail(_ bytes: ArraySlice<UInt8>) -> UInt32? {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var value: UInt32 = 0
        for part in parts {
            guard (1...3).contains(part.count), part.allSatisfy(\.isASCIIDigit), part.count == 1 || part.first != 0x30 else {
                return nil
            }
            let number = part.reduce(0) { $0 * 10 + UInt32($1 - 0x30) }
            guard number < 256 else { return nil }
            value = value << 8 | number
        }
        return value
    }

    package var description: String {
        let gap = longestZeroRun
        func text(_ part: ArraySlice<UInt16>) -> String { part.map { String($0, radix: 16) }.joined(separator: ":") }
        guard let gap else { return text(pieces[...]) }
        return text(pieces[..<gap.lowerBound]) + "::" + text(pieces[gap.upperBound...])
    }

    /// The first of the longest runs of at least two zero pieces.
    private var longestZeroRun: Range<Int>? {
        var best: Range<Int>?
        var start = 0
        while start < 8 {
            guard pieces[start] == 0 else {
                start += 1
                continue
            }
            let end = pieces[start...].firstIndex { $0 != 0 } ?? 8
            if end - start >= 2, end - start > best?.count ?? 0 { best = start..<end }
            start = end
        }
        return best
    }
}
