extension WebURL {
    /// What kind of host a URL names.
    public enum Host: Hashable, Sendable {
        /// A name in ASCII and lower case, international labels in punycode.
        case domain(String)
        /// An IPv4 address.
        case ipv4(IPv4Address)
        /// An IPv6 address.
        case ipv6(IPv6Address)
        /// The host of a URL whose scheme is not special, percent-encoded; it means something to that scheme only.
        case opaque(String)
        /// No name, as in `file:///`.
        case empty
    }

    /// The host by its kind; `nil` when the URL has none.
    public var hostKind: Host? {
        guard let host else { return nil }
        if host.isEmpty { return .empty }
        if host.utf8.first == UInt8(ascii: "["), let address = IPv6Address(host.dropFirst().dropLast()) { return .ipv6(address) }
        guard layout.special != nil else { return .opaque(host) }
        if IPv4Address.endsInNumber(host.utf8.span), let address = IPv4Address(host) { return .ipv4(address) }
        return .domain(host)
    }

    /// Changes the host and, when `value` names one, the port; all behind them is ignored. The web's `host`.
    ///
    /// - Parameter parser: Knows international names.
    /// - Throws: ``URLParsingError`` when it names no host, or the URL can have none.
    public mutating func setAuthority(_ value: some StringProtocol, parser: URLParser) throws(URLParsingError) {
        try setHost(value, parser, takesPort: true)
    }

    /// Changes the host; all behind it is ignored, but a port is an error. The web's `hostname`.
    ///
    /// - Parameter parser: Knows international names.
    /// - Throws: ``URLParsingError`` when it names no host, or the URL can have none.
    public mutating func setHost(_ value: some StringProtocol, parser: URLParser) throws(URLParsingError) {
        try setHost(value, parser, takesPort: false)
    }

    private mutating func setHost(
        _ value: some StringProtocol, _ parser: URLParser, takesPort: Bool
    ) throws(URLParsingError) {
        guard !layout.hasOpaquePath else { throw .opaquePath }
        let bytes = Array(value.utf8).withoutLineBreaks
        let input = bytes.span
        let ends = layout.special == nil ? URLParse.hostEnds : URLParse.specialHostEnds
        let end = input.firstIndex(from: 0, to: input.count, in: ends)
        if layout.special == .file {
            let host = try URLParse(base: nil, domainToASCII: parser.domainToASCII).fileHost(input.extracting(0..<end))
            return self = changed { $0.host = String(decoding: host, as: UTF8.self) }
        }
        let colon = URLParse.portMark(input, 0..<end)
        guard colon == nil || takesPort else { throw .invalidHost }
        let hostEnd = colon ?? end
        guard hostEnd > 0 else {
            guard layout.special == nil, colon == nil, !hasCredentials, port == nil else { throw .missingHost }
            return self = changed { $0.host = "" }
        }
        let host = try URLHostParser(domainToASCII: parser.domainToASCII)
            .parse(input.extracting(0..<hostEnd), isSpecial: layout.special != nil)
        self = changed { $0.host = String(decoding: host, as: UTF8.self) }
        // As in the standard, a port that is none changes the host all the same.
        if let colon { try? setPort(digits: input.extracting(colon + 1..<end)) }
    }
}
