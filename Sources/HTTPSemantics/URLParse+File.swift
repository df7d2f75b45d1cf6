/// URLs of the scheme `file`, with the drive letters of Windows.
extension URLParse {
    mutating func fileState(_ input: Span<UInt8>, _ start: Int) throws(URLParsingError) {
        let base = base.flatMap { $0.layout.special == .file ? $0 : nil }
        if isSlash(input.byte(start)) {
            if isSlash(input.byte(start + 1)) { return try fileHostState(input, start + 2) }
            if let base {
                copyAuthority(of: base)
                if !Self.startsWithDriveLetter(input, start + 1) { copyDrive(of: base) }
            } else {
                appendHost([])
            }
            return pathState(input, start + 1)
        }
        guard let base else {
            appendHost([])
            return pathState(input, start)
        }
        if Self.startsWithDriveLetter(input, start) {
            copyAuthority(of: base)
            pathState(input, start)
        } else {
            pathRelative(to: base, input, start)
        }
    }

    private mutating func fileHostState(_ input: Span<UInt8>, _ start: Int) throws(URLParsingError) {
        let end = input.firstIndex(from: start, to: input.count, in: Self.specialHostEnds)
        if end - start == 2, Self.startsWithDriveLetter(input, start) {
            appendHost([])
            return pathState(input, start)
        }
        appendHost(try fileHost(input.extracting(start..<end)))
        pathStartState(input, end)
    }

    /// The canonical host of a file URL.
    func fileHost(_ host: Span<UInt8>) throws(URLParsingError) -> [UInt8] {
        guard host.count > 0 else { return [] }
        let name = try URLHostParser(domainToASCII: domainToASCII).parse(host, isSpecial: true)
        return name.elementsEqual("localhost".utf8) ? [] : name
    }

    /// `//host` without credentials and port.
    private mutating func appendHost(_ host: [UInt8]) {
        href += "//".utf8
        layout.hasHost = true
        layout.usernameEnd = href.count
        layout.hostStart = href.count
        href += host
        layout.hostEnd = href.count
        layout.pathStart = href.count
    }

    /// Takes over "/C:" when the path of `base` begins with that drive.
    private mutating func copyDrive(of base: WebURL) {
        let (bytes, start) = (base.href.utf8.span, base.layout.pathStart)
        guard base.pathEnd >= start + 3, bytes[start + 1].isASCIIAlpha, bytes[start + 2] == Self.colon,
            base.pathEnd == start + 3 || bytes[start + 3] == Self.slash
        else { return }
        href.append(bytes, start..<start + 3)
    }

    /// "Starts with a Windows drive letter": a letter, ":" or "|", then the end or a delimiter.
    static func startsWithDriveLetter(_ input: Span<UInt8>, _ position: Int) -> Bool {
        guard let letter = input.byte(position), letter.isASCIIAlpha else { return false }
        guard let mark = input.byte(position + 1), mark == colon || mark == UInt8(ascii: "|") else { return false }
        guard let next = input.byte(position + 2) else { return true }
        return next == slash || next == backslash || next == question || next == hash
    }
}
