/// One run of the URL parser: the states of the standard, as functions that take the place in the input where they begin.
///
/// The standard fills a record and serialises it afterwards; here every component is written straight into the serialised
/// text, which is possible because the states run in the order in which the components stand there. Components in several files:
/// `URLParse+Authority`, `URLParse+Path`, `URLParse+File`.
struct URLParse {
    let base: WebURL?
    let domainToASCII: URLParser.DomainToASCII

    var href: [UInt8] = []
    var layout = WebURL.Layout()

    init(base: WebURL?, domainToASCII: @escaping URLParser.DomainToASCII) {
        self.base = base
        self.domainToASCII = domainToASCII
    }

    var isSpecial: Bool { layout.special != nil }

    /// Parses `input`, which has no C0 controls and spaces at its ends, and no tabs and line breaks.
    mutating func run(_ input: Span<UInt8>) throws(URLParsingError) -> WebURL {
        // Room for a "/" that is missing, and for some characters that must be encoded.
        href.reserveCapacity(input.count + (base?.href.utf8.count ?? 0) + 16)
        if let colon = Self.schemeEnd(input) {
            appendScheme(input, ..<colon)
            try afterScheme(input, colon + 1)
        } else {
            try withoutScheme(input)
        }
        return WebURL(href: href, layout: layout)
    }

    // MARK: - Characters that mean something

    static let slash = UInt8(ascii: "/")
    static let backslash = UInt8(ascii: "\\")
    static let colon = UInt8(ascii: ":")
    static let question = UInt8(ascii: "?")
    static let hash = UInt8(ascii: "#")

    func isSlash(_ byte: UInt8?) -> Bool { byte == Self.slash || isSpecial && byte == Self.backslash }

    // MARK: - Scheme

    /// Where the ":" after a scheme stands, if `input` begins with one.
    static func schemeEnd(_ input: Span<UInt8>) -> Int? {
        guard let first = input.byte(0), first.isASCIIAlpha else { return nil }
        var end = 1
        while let byte = input.byte(end), byte.isSchemeCharacter { end += 1 }
        return input.byte(end) == colon ? end : nil
    }

    mutating func appendScheme(_ input: Span<UInt8>, _ range: PartialRangeUpTo<Int>) {
        for index in 0..<range.upperBound { href.append(input[index].asciiLowercased) }
        layout.special = SpecialScheme(href.span)
        href.append(Self.colon)
        layout.schemeEnd = href.count
    }

    private mutating func afterScheme(_ input: Span<UInt8>, _ start: Int) throws(URLParsingError) {
        if layout.special == .file {
            try fileState(input, start)
        } else if isSpecial {
            let hasTwoSlashes = input.byte(start) == Self.slash && input.byte(start + 1) == Self.slash
            if !hasTwoSlashes, let base, base.layout.special == layout.special {
                try relativeState(input, start, base)
            } else {
                try authorityState(input, Self.afterSlashes(input, start))
            }
        } else if input.byte(start) == Self.slash {
            if input.byte(start + 1) == Self.slash {
                try authorityState(input, start + 2)
            } else {
                layout.pathStart = href.count
                pathState(input, start + 1)
            }
        } else {
            opaquePathState(input, start)
        }
    }

    private static func afterSlashes(_ input: Span<UInt8>, _ start: Int) -> Int {
        var index = start
        while let byte = input.byte(index), byte == slash || byte == backslash { index += 1 }
        return index
    }

    // MARK: - Relative references

    private mutating func withoutScheme(_ input: Span<UInt8>) throws(URLParsingError) {
        guard let base else { throw .missingScheme }
        if base.layout.hasOpaquePath {
            guard input.byte(0) == Self.hash else { throw .missingScheme }
            copyAuthority(of: base)
            copyPath(of: base)
            copyQuery(of: base)
            fragmentState(input, 1)
        } else if base.layout.special == .file {
            copyScheme(of: base)
            try fileState(input, 0)
        } else {
            copyScheme(of: base)
            try relativeState(input, 0, base)
        }
    }

    private mutating func relativeState(_ input: Span<UInt8>, _ start: Int, _ base: WebURL) throws(URLParsingError) {
        guard isSlash(input.byte(start)) else { return pathRelative(to: base, input, start) }
        if isSlash(input.byte(start + 1)) {
            return try authorityState(input, isSpecial ? Self.afterSlashes(input, start + 2) : start + 2)
        }
        copyAuthority(of: base)
        pathState(input, start + 1)
    }

    /// What a reference without slash in front takes from `base`: all up to the query, the path, or the path's folder.
    mutating func pathRelative(to base: WebURL, _ input: Span<UInt8>, _ start: Int) {
        copyAuthority(of: base)
        copyPath(of: base)
        switch input.byte(start) {
        case nil:
            markHostlessPath()
            copyQuery(of: base)
        case Self.hash:
            markHostlessPath()
            copyQuery(of: base)
            fragmentState(input, start + 1)
        case Self.question:
            markHostlessPath()
            queryState(input, start + 1)
        default:
            shortenPath()
            pathState(input, start)
        }
    }

    // MARK: - What is taken over from the base

    private mutating func copyScheme(of base: WebURL) {
        href.removeAll(keepingCapacity: true)
        href.append(base.href.utf8.span, 0..<base.layout.schemeEnd)
        layout.schemeEnd = base.layout.schemeEnd
        layout.special = base.layout.special
    }

    /// Takes over everything before the path.
    mutating func copyAuthority(of base: WebURL) {
        href.removeAll(keepingCapacity: true)
        href.append(base.href.utf8.span, 0..<base.layout.authorityEnd)
        layout = base.layout
        layout.pathStart = href.count
        layout.queryStart = 0
        layout.fragmentStart = 0
    }

    private mutating func copyPath(of base: WebURL) {
        href.append(base.href.utf8.span, base.layout.pathStart..<base.pathEnd)
    }

    private mutating func copyQuery(of base: WebURL) {
        guard base.layout.queryStart > 0 else { return }
        href.append(Self.question)
        layout.queryStart = href.count
        href.append(base.href.utf8.span, base.layout.queryStart..<base.fragmentMark)
    }
}

extension UInt8 {
    /// Whether the byte may stand in a scheme, behind its first letter.
    var isSchemeCharacter: Bool {
        isASCIIAlpha || isASCIIDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
    }
}
