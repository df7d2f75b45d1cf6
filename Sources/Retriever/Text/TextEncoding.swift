internal import HTTPSemantics

/// A character encoding of the web: one of the 40 of the WHATWG encoding standard. The system knows many more, some of which have been ways
/// into programs.
public struct TextEncoding: Hashable, Sendable, CustomStringConvertible {
    /// The standard's name, such as "UTF-8" or "windows-1252".
    public let name: String
    let method: Method

    private init(_ row: Row) { (name, method) = (row.name, row.method) }

    /// The encoding that a label means, in any case; `nil` for a label that means none. §4.2 "get an encoding".
    public init?(label: String) {
        let trimmed = label.utf8.drop(while: \.isASCIIWhitespace).reversed().drop(while: \.isASCIIWhitespace).reversed()
        guard let encoding = Self.byLabel[String(decoding: trimmed, as: UTF8.self).asciiLowercased] else { return nil }
        self = encoding
    }

    /// All of them, in the standard's order.
    public static let all = rows.map { TextEncoding($0) }

    private static let byLabel: [String: TextEncoding] = {
        let pairs = rows.flatMap { row in row.labels.split(separator: " ").map { (String($0), TextEncoding(row)) } }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()

    /// UTF-8.
    public static let utf8 = named("UTF-8")
    /// What the web means by Latin 1 and ASCII.
    public static let windows1252 = named("windows-1252")
    static let utf16LittleEndian = named("UTF-16LE")
    static let utf16BigEndian = named("UTF-16BE")

    private static func named(_ name: String) -> TextEncoding {
        guard let encoding = TextEncoding(label: name) else { preconditionFailure("no encoding is called \(name)") }
        return encoding
    }

    /// The text that bytes mean; those that mean nothing become U+FFFD. A byte order mark is left out, and counts more than the encoding.
    /// §6 "decode".
    public func decode(_ bytes: [UInt8]) -> String { String(decoding: utf8(bytes), as: UTF8.self) }

    /// As ``decode(_:)``, in UTF-8; what is not valid there stays as it is.
    package func utf8(_ bytes: [UInt8]) -> [UInt8] {
        var decoder = TextDecoder(self)
        let text = decoder.decode(bytes)
        let rest = decoder.finish()
        return rest.isEmpty ? text : text + rest
    }

    /// The name.
    public var description: String { name }
}
