/// Path, query and fragment.
extension URLParse {
    /// "Path start state": behind the authority, or behind the scheme of a URL without one.
    mutating func pathStartState(_ input: Span<UInt8>, _ start: Int) {
        layout.pathStart = href.count
        let next = input.byte(start)
        if isSpecial {
            pathState(input, isSlash(next) ? start + 1 : start)
        } else if next == Self.slash {
            pathState(input, start + 1)
        } else if next == nil || next == Self.question || next == Self.hash {
            queryOrFragment(input, start)
        } else {
            pathState(input, start)
        }
    }

    /// "Path state", from behind a slash on; what `href` holds of the path already comes before that.
    mutating func pathState(_ input: Span<UInt8>, _ start: Int) {
        let end = input.firstIndex(from: start, to: input.count, in: Self.pathEnds)
        appendPath(input, start..<end)
        markHostlessPath()
        queryOrFragment(input, end)
    }

    private static let pathEnds = ASCIISet("?#")

    /// Appends a path that was written without its first slash.
    mutating func appendPath(_ input: Span<UInt8>, _ range: Range<Int>) {
        if layout.special != .file, Self.isPlain(input, range) {
            href.append(Self.slash)
            return href.append(input, range)
        }
        var start = range.lowerBound
        while true {
            var end = start
            while end < range.upperBound, !isSlash(input[end]) { end += 1 }
            appendSegment(input, start..<end, isFolder: end < range.upperBound)
            guard end < range.upperBound else { return }
            start = end + 1
        }
    }

    /// Whether the path is canonical as it stands. Most are, and are copied at once instead of by segments.
    private static func isPlain(_ input: Span<UInt8>, _ range: Range<Int>) -> Bool {
        let encoded = PercentEncodeSet.path
        var previous = slash
        for index in range {
            let byte = input[index]
            if encoded.contains(byte) || byte == backslash { return false }
            if previous == slash, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%") { return false }
            previous = byte
        }
        return true
    }

    private mutating func appendSegment(_ input: Span<UInt8>, _ segment: Range<Int>, isFolder: Bool) {
        switch Self.dots(input, segment) {
        case 2:
            shortenPath()
            if !isFolder { href.append(Self.slash) }
        case 1:
            if !isFolder { href.append(Self.slash) }
        default:
            let isDrive =
                layout.special == .file && href.count == layout.pathStart && segment.count == 2
                && Self.startsWithDriveLetter(input, segment.lowerBound)
            href.append(Self.slash)
            if isDrive {
                href.append(input[segment.lowerBound])
                href.append(Self.colon)
            } else {
                href.append(input, segment, encoding: .path)
            }
        }
    }

    /// 1 for ".", 2 for "..", their dots possibly written as "%2e"; 0 for any other segment.
    private static func dots(_ input: Span<UInt8>, _ segment: Range<Int>) -> Int {
        guard (1...6).contains(segment.count) else { return 0 }
        var index = segment.lowerBound
        var dots = 0
        while index < segment.upperBound {
            if input[index] == UInt8(ascii: ".") {
                index += 1
            } else if input[index] == UInt8(ascii: "%"), index + 2 < segment.upperBound, input[index + 1] == UInt8(ascii: "2"),
                input[index + 2].asciiLowercased == UInt8(ascii: "e")
            {
                index += 3
            } else {
                return 0
            }
            dots += 1
        }
        return dots <= 2 ? dots : 0
    }

    /// Drops the last segment, unless it is the drive of a file URL.
    mutating func shortenPath() {
        guard let lastSlash = href[layout.pathStart...].lastIndex(of: Self.slash) else { return }
        if layout.special == .file, lastSlash == layout.pathStart, href.count == lastSlash + 3, href[lastSlash + 1].isASCIIAlpha,
            href[lastSlash + 2] == Self.colon
        {
            return
        }
        href.removeSubrange(lastSlash...)
    }

    /// A path that begins with "//" and follows no host would read as a host; the standard writes "/." before it.
    mutating func markHostlessPath() {
        guard !layout.hasHost, href[layout.pathStart...].starts(with: "//".utf8) else { return }
        href.insert(contentsOf: "/.".utf8, at: layout.pathStart)
        layout.pathStart += 2
    }

    mutating func opaquePathState(_ input: Span<UInt8>, _ start: Int) {
        layout.hasOpaquePath = true
        layout.pathStart = href.count
        let end = input.firstIndex(from: start, to: input.count, in: Self.pathEnds)
        // A last space would be lost when what follows it is taken away.
        let endsInSpace = end < input.count && end > start && input[end - 1] == 0x20
        href.append(input, start..<(endsInSpace ? end - 1 : end), encoding: .c0Control)
        if endsInSpace { href += "%20".utf8 }
        queryOrFragment(input, end)
    }

    private mutating func queryOrFragment(_ input: Span<UInt8>, _ position: Int) {
        switch input.byte(position) {
        case Self.question: queryState(input, position + 1)
        case Self.hash: fragmentState(input, position + 1)
        default: break
        }
    }

    mutating func queryState(_ input: Span<UInt8>, _ start: Int) {
        let end = input.firstIndex(from: start, to: input.count, in: Self.queryEnds)
        href.append(Self.question)
        layout.queryStart = href.count
        href.append(input, start..<end, encoding: isSpecial ? .specialQuery : .query)
        if end < input.count { fragmentState(input, end + 1) }
    }

    private static let queryEnds = ASCIISet("#")

    mutating func fragmentState(_ input: Span<UInt8>, _ start: Int) {
        href.append(Self.hash)
        layout.fragmentStart = href.count
        href.append(input, start..<input.count, encoding: .fragment)
    }
}
