/// User name, password, host and port.
extension URLParse {
    /// "Authority state", behind the "//".
    mutating func authorityState(_ input: Span<UInt8>, _ start: Int) throws(URLParsingError) {
        let ends = isSpecial ? Self.specialHostEnds : Self.hostEnds
        var end = start
        var at: Int?
        while end < input.count, !ends.contains(input[end]) {
            if input[end] == UInt8(ascii: "@") { at = end }
            end += 1
        }
        href += "//".utf8
        layout.hasHost = true
        layout.usernameEnd = href.count
        var hostStart = start
        if let at {
            guard at + 1 < end else { throw .missingHost }
            appendCredentials(input, start..<at)
            hostStart = at + 1
        }
        layout.hostStart = href.count
        try hostState(input, hostStart..<end)
        pathStartState(input, end)
    }

    static let specialHostEnds = ASCIISet("/\\?#")
    static let hostEnds = ASCIISet("/?#")

    private mutating func appendCredentials(_ input: Span<UInt8>, _ range: Range<Int>) {
        let start = href.count
        let colon = input.firstIndex(from: range.lowerBound, to: range.upperBound, in: Self.passwordMark)
        href.append(input, range.lowerBound..<colon, encoding: .userinfo)
        layout.usernameEnd = href.count
        if colon + 1 < range.upperBound {
            href.append(Self.colon)
            href.append(input, colon + 1..<range.upperBound, encoding: .userinfo)
        }
        if href.count > start { href.append(UInt8(ascii: "@")) }
    }

    private static let passwordMark = ASCIISet(":")

    private mutating func hostState(_ input: Span<UInt8>, _ range: Range<Int>) throws(URLParsingError) {
        let colon = Self.portMark(input, range)
        let host = range.lowerBound..<(colon ?? range.upperBound)
        if host.isEmpty {
            if isSpecial || colon != nil { throw .missingHost }
        } else if !(isSpecial && appendPlainDomain(input, host)) {
            let parser = URLHostParser(domainToASCII: domainToASCII)
            href += try parser.parse(input.extracting(host), isSpecial: isSpecial)
        }
        layout.hostEnd = href.count
        if let colon { try portState(input, colon + 1..<range.upperBound) }
    }

    /// Where the ":" before a port stands; those between brackets belong to an IPv6 address.
    static func portMark(_ input: Span<UInt8>, _ range: Range<Int>) -> Int? {
        var isInBrackets = false
        for index in range {
            switch input[index] {
            case UInt8(ascii: "["): isInBrackets = true
            case UInt8(ascii: "]"): isInBrackets = false
            case colon where !isInBrackets: return index
            default: break
            }
        }
        return nil
    }

    /// Appends a domain that needs nothing but lower case; answers `false`, with nothing appended, for any other host.
    ///
    /// Two hyphens may be punycode, and a last label that begins with a digit may be part of an IPv4 address.
    private mutating func appendPlainDomain(_ input: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var previous = UInt8(ascii: ".")
        var labelStart = range.lowerBound
        for index in range {
            let byte = input[index]
            if byte == UInt8(ascii: ".") {
                if index + 1 < range.upperBound { labelStart = index + 1 }
            } else if byte == UInt8(ascii: "-") {
                if previous == byte { return false }
            } else if !byte.isASCIIAlpha, !byte.isASCIIDigit {
                return false
            }
            previous = byte
        }
        guard !range.isEmpty, !input[labelStart].isASCIIDigit else { return false }
        for index in range { href.append(input[index].asciiLowercased) }
        return true
    }

    private mutating func portState(_ input: Span<UInt8>, _ range: Range<Int>) throws(URLParsingError) {
        let digits = Self.digitsEnd(input, range)
        guard digits == range.upperBound else { throw .invalidPort }
        guard !range.isEmpty else { return }
        let port = try Self.port(input, range)
        guard port != layout.special?.defaultPort else { return }
        layout.port = port
        href += ":\(port)".utf8
    }

    static func digitsEnd(_ input: Span<UInt8>, _ range: Range<Int>) -> Int {
        var end = range.lowerBound
        while end < range.upperBound, input[end].isASCIIDigit { end += 1 }
        return end
    }

    /// The number that digits stand for.
    static func port(_ input: Span<UInt8>, _ digits: Range<Int>) throws(URLParsingError) -> UInt16 {
        var value = 0
        for index in digits {
            value = value * 10 + Int(input[index] &- 0x30)
            guard value <= 65535 else { throw .invalidPort }
        }
        return UInt16(value)
    }
}
