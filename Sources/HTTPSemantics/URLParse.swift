/// One run of the URL parser: the states of the standard, as functions that take the place in the input where they begin.
///
/// The standard fills a record and serialises it afterwards; here every component is written straight into the serialised
/// text, which is possible because the states run in the order in which the components stand there.
struct URLParse {
    private let input: [UInt8]
    private let base: WebURL?
    private let domainToASCII: URLParser.DomainToASCII

    private var href: [UInt8] = []
    private var layout = WebURL.Layout()
    private var port: UInt16?
    private var scheme = ""
    private var isSpecial = false

    init(input: [UInt8], base: WebURL?, domainToASCII: @escaping URLParser.DomainToASCII) {
        self.input = input
        self.base = base
        self.domainToASCII = domainToASCII
        href.reserveCapacity(input.count + 8)
    }

    /// The input without control characters and spaces at its ends, and without tabs and newlines anywhere.
    static func cleaned(_ input: some Sequence<UInt8>) -> [UInt8] {
        var bytes = Array(input)
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        bytes.removeFirst(bytes.firstIndex { $0 > 0x20 } ?? bytes.count)
        bytes.removeAll { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        return bytes
    }

    mutating func run() throws(URLParsingError) -> WebURL {
        if let colon = schemeEnd() {
            setScheme(String(decoding: input[..<colon].lazy.map(\.asciiLowercased), as: UTF8.self))
            try afterScheme(colon + 1)
        } else {
            try withoutScheme()
        }
        return WebURL(href: href, layout: layout, port: port)
    }

    // MARK: - Looking at the input

    private static let slash = UInt8(ascii: "/")
    private static let colon = UInt8(ascii: ":")
    private static let question = UInt8(ascii: "?")
    private static let hash = UInt8(ascii: "#")

    private func byte(_ position: Int) -> UInt8? { position < input.count ? input[position] : nil }

    private func isSlash(_ position: Int) -> Bool {
        byte(position) == Self.slash || isSpecial && byte(position) == UInt8(ascii: "\\")
    }

    /// The first place from `start` on where a byte of `stops` stands, or the end.
    private func end(of start: Int, before stops: (UInt8) -> Bool) -> Int {
        input[start...].firstIndex(where: stops) ?? input.count
    }

    private func schemeEnd() -> Int? {
        guard let first = input.first, first.isASCIIAlpha else { return nil }
        let end = end(of: 0) {
            !($0.isASCIIAlpha || $0.isASCIIDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "."))
        }
        return byte(end) == Self.colon ? end : nil
    }

    /// "Starts with a Windows drive letter": a letter, ":" or "|", then the end or a delimiter.
    private func startsWithDriveLetter(_ position: Int) -> Bool {
        guard let letter = byte(position), letter.isASCIIAlpha else { return false }
        guard byte(position + 1) == Self.colon || byte(position + 1) == UInt8(ascii: "|") else { return false }
        guard let next = byte(position + 2) else { return true }
        return next == Self.slash || next == UInt8(ascii: "\\") || next == Self.question || next == Self.hash
    }

    // MARK: - Scheme and relative references

    private mutating func setScheme(_ scheme: String) {
        self.scheme = scheme
        isSpecial = SpecialScheme.contains(scheme)
        href += scheme.utf8
        href.append(Self.colon)
        layout.schemeEnd = href.count
    }

    private mutating func afterScheme(_ start: Int) throws(URLParsingError) {
        if scheme == "file" {
            try fileState(start)
        } else if isSpecial {
            let hasTwoSlashes = byte(start) == Self.slash && byte(start + 1) == Self.slash
            if let base, base.scheme == scheme, !hasTwoSlashes {
                try relativeState(start, base)
            } else {
                try authorityState(afterSlashes(start))
            }
        } else if byte(start) == Self.slash {
            if byte(start + 1) == Self.slash { try authorityState(start + 2) } else { pathState(start + 1) }
        } else {
            opaquePathState(start)
        }
    }

    private func afterSlashes(_ start: Int) -> Int {
        end(of: start) { $0 != Self.slash && $0 != UInt8(ascii: "\\") }
    }

    private mutating func withoutScheme() throws(URLParsingError) {
        guard let base else { throw .missingScheme }
        if base.layout.hasOpaquePath {
            guard byte(0) == Self.hash else { throw .missingScheme }
            copy(base, through: base.layout.query ?? base.layout.path)
            return fragmentState(1)
        }
        setScheme(base.scheme)
        if scheme == "file" { try fileState(0) } else { try relativeState(0, base) }
    }

    private mutating func relativeState(_ start: Int, _ base: WebURL) throws(URLParsingError) {
        if isSlash(start) {
            if isSlash(start + 1) {
                return try authorityState(isSpecial ? afterSlashes(start + 2) : start + 2)
            }
            copy(base, through: base.layout.path.lowerBound..<base.layout.path.lowerBound)
            return pathState(start + 1)
        }
        pathRelative(to: base, start)
    }

    /// What a reference without slash in front takes from `base`: all up to the query, the path, or the path's folder.
    private mutating func pathRelative(to base: WebURL, _ start: Int) {
        switch byte(start) {
        case nil: copy(base, through: base.layout.query ?? base.layout.path)
        case Self.hash:
            copy(base, through: base.layout.query ?? base.layout.path)
            fragmentState(start + 1)
        case Self.question:
            copy(base, through: base.layout.path)
            queryState(start + 1)
        default:
            copy(base, through: base.layout.path)
            shortenPath()
            pathState(start)
        }
    }

    /// Takes over everything of `base` from its start through `component` (its path, its query, or the empty place before its path).
    private mutating func copy(_ base: WebURL, through component: Range<Int>) {
        href = Array(base.href.utf8.prefix(component.upperBound))
        scheme = base.scheme
        isSpecial = SpecialScheme.contains(scheme)
        port = base.port
        layout = base.layout
        layout.fragment = nil
        if component != base.layout.query { layout.query = nil }
        layout.path = base.layout.path.lowerBound..<min(base.layout.path.upperBound, component.upperBound)
        if layout.path.isEmpty { removeHostlessMarker() }
    }

    // MARK: - file URLs

    private mutating func fileState(_ start: Int) throws(URLParsingError) {
        isSpecial = true
        let base = base.flatMap { $0.scheme == "file" ? $0 : nil }
        if isSlash(start) {
            if isSlash(start + 1) { return try fileHostState(start + 2) }
            appendEmptyHost(base?.host ?? "")
            if let base, !startsWithDriveLetter(start + 1), let drive = Self.driveLetter(of: base) { href += drive.utf8 }
            layout.path = layout.path.lowerBound..<href.count
            return pathState(start + 1)
        }
        guard let base else {
            appendEmptyHost("")
            return pathState(start)
        }
        if byte(start) != nil, byte(start) != Self.question, byte(start) != Self.hash, startsWithDriveLetter(start) {
            copy(base, through: base.layout.path.lowerBound..<base.layout.path.lowerBound)
            return pathState(start)
        }
        pathRelative(to: base, start)
    }

    /// `/C:` when the path of `base` begins with that drive.
    private static func driveLetter(of base: WebURL) -> Substring? {
        let path = base.path
        guard path.utf8.count >= 3, isNormalizedDrive(path.utf8.dropFirst().prefix(2)) else { return nil }
        return path.utf8.count == 3 || path.utf8.dropFirst(3).first == slash ? path.prefix(3) : nil
    }

    private static func isNormalizedDrive(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.count == 2 && bytes.first.map(\.isASCIIAlpha) == true && bytes.dropFirst().first == colon
    }

    private mutating func fileHostState(_ start: Int) throws(URLParsingError) {
        let end = end(of: start) { $0 == Self.slash || $0 == UInt8(ascii: "\\") || $0 == Self.question || $0 == Self.hash }
        if end - start == 2, startsWithDriveLetter(start) {
            appendEmptyHost("")
            return pathState(start)
        }
        let host = end == start ? "" : try hostParser.parse(input[start..<end], isSpecial: true)
        appendEmptyHost(host == "localhost" ? "" : host)
        pathStartState(end)
    }

    /// `//host` without credentials and port.
    private mutating func appendEmptyHost(_ host: String) {
        href += "//".utf8
        layout.username = href.count..<href.count
        layout.password = layout.username
        layout.host = href.count..<href.count + host.utf8.count
        href += host.utf8
        layout.path = href.count..<href.count
    }

    // MARK: - Authority

    private var hostParser: URLHostParser { URLHostParser(domainToASCII: domainToASCII) }

    private mutating func authorityState(_ start: Int) throws(URLParsingError) {
        let isSpecial = isSpecial
        let end = end(of: start) {
            $0 == Self.slash || $0 == Self.question || $0 == Self.hash || isSpecial && $0 == UInt8(ascii: "\\")
        }
        let authority = input[start..<end]
        href += "//".utf8
        layout.username = href.count..<href.count
        layout.password = layout.username
        var hostStart = start
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            guard at + 1 < end else { throw .missingHost }
            appendCredentials(authority[..<at])
            hostStart = at + 1
        }
        var isInBrackets = false
        let portColon = input[hostStart..<end].firstIndex { byte in
            if byte == UInt8(ascii: "[") { isInBrackets = true }
            if byte == UInt8(ascii: "]") { isInBrackets = false }
            return byte == Self.colon && !isInBrackets
        }
        let host = input[hostStart..<(portColon ?? end)]
        if host.isEmpty, isSpecial || portColon != nil { throw .missingHost }
        let canonicalHost = host.isEmpty ? "" : try hostParser.parse(host, isSpecial: isSpecial)
        layout.host = href.count..<href.count + canonicalHost.utf8.count
        href += canonicalHost.utf8
        if let portColon { try appendPort(input[(portColon + 1)..<end]) }
        layout.path = href.count..<href.count
        pathStartState(end)
    }

    private mutating func appendCredentials(_ credentials: ArraySlice<UInt8>) {
        let colon = credentials.firstIndex(of: Self.colon)
        for byte in credentials[..<(colon ?? credentials.endIndex)] { href.append(byte, encoding: .userinfo) }
        layout.username = layout.username.lowerBound..<href.count
        layout.password = href.count..<href.count
        if let colon, colon + 1 < credentials.endIndex {
            href.append(Self.colon)
            let start = href.count
            for byte in credentials[(colon + 1)...] { href.append(byte, encoding: .userinfo) }
            layout.password = start..<href.count
        }
        if !layout.username.isEmpty || !layout.password.isEmpty { href.append(UInt8(ascii: "@")) }
    }

    private mutating func appendPort(_ digits: ArraySlice<UInt8>) throws(URLParsingError) {
        guard digits.allSatisfy(\.isASCIIDigit) else { throw .invalidPort }
        guard !digits.isEmpty else { return }
        var value = 0
        for digit in digits {
            value = value * 10 + Int(digit &- 0x30)
            guard value <= 65535 else { throw .invalidPort }
        }
        let number = UInt16(value)
        guard number != SpecialScheme.defaultPort(of: scheme) else { return }
        port = number
        href += ":\(number)".utf8
    }

    // MARK: - Path, query, fragment

    private mutating func pathStartState(_ start: Int) {
        layout.path = href.count..<href.count
        if isSpecial {
            pathState(isSlash(start) ? start + 1 : start)
        } else if byte(start) == Self.slash {
            pathState(start + 1)
        } else if start < input.count, byte(start) != Self.question, byte(start) != Self.hash {
            pathState(start)
        } else {
            queryOrFragment(start)
        }
    }

    private mutating func pathState(_ start: Int) {
        if layout.host == nil, layout.path.isEmpty { layout.path = href.count..<href.count }
        var position = start
        while true {
            let end = end(of: position) { [isSpecial] in
                $0 == Self.slash || $0 == Self.question || $0 == Self.hash || isSpecial && $0 == UInt8(ascii: "\\")
            }
            let isFolder = isSlash(end)
            appendSegment(input[position..<end], isFolder: isFolder)
            position = end + 1
            guard isFolder else {
                layout.path = layout.path.lowerBound..<href.count
                addHostlessMarker()
                return queryOrFragment(end)
            }
        }
    }

    private mutating func appendSegment(_ segment: ArraySlice<UInt8>, isFolder: Bool) {
        switch Self.dots(in: segment) {
        case 2:
            shortenPath()
            if !isFolder { href.append(Self.slash) }
        case 1:
            if !isFolder { href.append(Self.slash) }
        default:
            let isDrive =
                scheme == "file" && href.count == layout.path.lowerBound && segment.count == 2
                && segment[segment.startIndex].isASCIIAlpha
                && (segment[segment.startIndex + 1] == Self.colon || segment[segment.startIndex + 1] == UInt8(ascii: "|"))
            href.append(Self.slash)
            if isDrive {
                href += [segment[segment.startIndex], Self.colon]
            } else {
                for byte in segment { href.append(byte, encoding: .path) }
            }
        }
        layout.path = layout.path.lowerBound..<href.count
    }

    /// 1 for ".", 2 for "..", their dots possibly written as "%2e"; 0 for any other segment.
    private static func dots(in segment: ArraySlice<UInt8>) -> Int {
        guard segment.count <= 6 else { return 0 }
        var rest = segment
        var dots = 0
        while let first = rest.popFirst() {
            if first == UInt8(ascii: "%"), rest.count >= 2, rest.first == UInt8(ascii: "2"),
                rest[rest.startIndex + 1].asciiLowercased == UInt8(ascii: "e")
            {
                rest = rest.dropFirst(2)
            } else if first != UInt8(ascii: ".") {
                return 0
            }
            dots += 1
        }
        return dots <= 2 ? dots : 0
    }

    /// Drops the last segment, unless it is the drive of a file URL.
    private mutating func shortenPath() {
        let path = href[layout.path.lowerBound...]
        guard let lastSlash = path.lastIndex(of: Self.slash) else { return }
        if scheme == "file", lastSlash == path.startIndex, Self.isNormalizedDrive(path.dropFirst()) { return }
        href.removeSubrange(lastSlash...)
        layout.path = layout.path.lowerBound..<href.count
    }

    /// A path that begins with "//" and follows no host would read as a host; the standard writes "/." before it.
    private mutating func addHostlessMarker() {
        removeHostlessMarker()
        guard layout.host == nil, href[layout.path].starts(with: "//".utf8) else { return }
        href.insert(contentsOf: "/.".utf8, at: layout.path.lowerBound)
        layout.path = layout.path.lowerBound + 2..<href.count
    }

    private mutating func removeHostlessMarker() {
        guard layout.host == nil, layout.path.lowerBound == layout.schemeEnd + 2 else { return }
        href.removeSubrange(layout.schemeEnd..<layout.path.lowerBound)
        layout.path = layout.schemeEnd..<layout.path.upperBound - 2
    }

    private mutating func opaquePathState(_ start: Int) {
        layout.hasOpaquePath = true
        let end = end(of: start) { $0 == Self.question || $0 == Self.hash }
        let from = href.count
        for byte in input[start..<end] { href.append(byte, encoding: .c0Control) }
        if end < input.count, href.count > from, href.last == 0x20 { href.replaceSubrange((href.count - 1)..., with: "%20".utf8) }
        layout.path = from..<href.count
        queryOrFragment(end)
    }

    private mutating func queryOrFragment(_ position: Int) {
        switch byte(position) {
        case Self.question: queryState(position + 1)
        case Self.hash: fragmentState(position + 1)
        default: break
        }
    }

    private mutating func queryState(_ start: Int) {
        let end = end(of: start) { $0 == Self.hash }
        href.append(Self.question)
        let from = href.count
        let set = isSpecial ? PercentEncodeSet.specialQuery : .query
        for byte in input[start..<end] { href.append(byte, encoding: set) }
        layout.query = from..<href.count
        queryOrFragment(end)
    }

    private mutating func fragmentState(_ start: Int) {
        href.append(Self.hash)
        let from = href.count
        for byte in input[start...] { href.append(byte, encoding: .fragment) }
        layout.fragment = from..<href.count
    }
}
