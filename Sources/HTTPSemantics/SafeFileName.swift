extension StringProtocol {
    /// The text as the name of a file in a folder, whoever wrote it and whatever system reads the folder; `nil` when nothing is left.
    ///
    /// Only what follows the last "/" or "\\" counts. Control characters, those that change the direction of writing, and dots and
    /// spaces at both ends (hidden files, `..`) go; `< > : " | ? *` become "_".
    /// Names of devices (`CON`, `com1.txt`) get a "_" in front. It has at most 255 bytes of UTF-8; its extension is kept.
    public var safeFileName: String? {
        // By scalars, not characters: a slash with an accent on it is a slash for every file system.
        let slash = unicodeScalars.lastIndex { $0 == "/" || $0 == "\\" }
        let last = unicodeScalars[(slash.map { unicodeScalars.index(after: $0) } ?? startIndex)...]
        let scalars = last.filter(\.isSafeInFileName).map(\.replacedInFileName).drop(while: \.isDotOrSpace)
        var name = String(String.UnicodeScalarView(scalars)).trimmingDotsAndSpacesAtEnd
        guard !name.isEmpty else { return nil }
        if FileNameParts(name).isDevice { name = "_" + name }
        return FileNameParts(name).text()
    }

    /// The name with a number that tells it from others: `a (2).txt` for `a.txt`, at most 255 bytes long.
    package func numberedFileName(_ number: Int) -> String { FileNameParts(String(self)).text(suffix: " (\(number))") }
}

/// A file's name, in two parts.
private struct FileNameParts {
    /// What every file system of today takes.
    private static let limit = 255
    /// What is longer is no extension.
    private static let extensionLimit = 32
    private let stem: Substring
    /// With its dot; empty when there is none.
    private let pathExtension: Substring

    init(_ name: String) {
        var end = name.endIndex
        if let dot = name.lastIndex(of: "."), dot > name.startIndex, name[dot...].utf8.count <= Self.extensionLimit {
            end = name[..<dot].hasSuffix(".tar") ? name.index(dot, offsetBy: -4) : dot
        }
        if end == name.startIndex { end = name.endIndex }
        stem = name[..<end]
        pathExtension = name[end...]
    }

    /// The name with a suffix at its stem, which is cut at the end of a character when the whole is too long.
    func text(suffix: String = "") -> String {
        var stem = stem
        while stem.utf8.count + suffix.utf8.count + pathExtension.utf8.count > Self.limit {
            // A single character can be too long as well: a letter with hundreds of accents.
            if stem.dropFirst().isEmpty { stem.unicodeScalars.removeLast() } else { stem.removeLast() }
        }
        return (stem + suffix + pathExtension).trimmingDotsAndSpacesAtEnd
    }

    /// Whether Windows opens a device by this name, with any extension.
    var isDevice: Bool {
        let base = Substring(stem.unicodeScalars.prefix { $0 != "." }).asciiLowercased.trimmingOptionalWhitespace
        if ["con", "prn", "aux", "nul", "conin$", "conout$"].contains(base) { return true }
        return base.count == 4 && (base.hasPrefix("com") || base.hasPrefix("lpt")) && "0123456789¹²³".contains(base.suffix(1))
    }
}

extension Unicode.Scalar {
    fileprivate var isSafeInFileName: Bool {
        switch value {
        case 0x00..<0x20, 0x7F..<0xA0: false  // control characters
        case 0x061C, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF: false  // invisible, or of direction
        default: true
        }
    }

    fileprivate var replacedInFileName: Unicode.Scalar { #"<>:"|?*"#.unicodeScalars.contains(self) ? "_" : self }

    fileprivate var isDotOrSpace: Bool { self == "." || properties.isWhitespace }
}

extension String {
    fileprivate var trimmingDotsAndSpacesAtEnd: String {
        var name = self
        while name.unicodeScalars.last?.isDotOrSpace == true { name.unicodeScalars.removeLast() }
        return name
    }
}
