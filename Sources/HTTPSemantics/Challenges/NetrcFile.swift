/// User names and passwords by host, as the file `.netrc` has them.
///
/// Keywords are `machine`, `default`, `login`, `password`, `account` and `macdef`, in any case. A value with white space or a quote in
/// it stands in double quotes, in which `\n`, `\r`, `\t`, `\"` and `\\` mean what they do elsewhere; that is how curl reads it, too.
/// "#" in place of a keyword begins a comment. What is unknown is passed over.
public struct NetrcFile: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        /// `nil` for all hosts without an entry of their own.
        var machine: String?
        var login: String?
        var password: String?
    }

    private(set) var entries: [Entry] = []

    /// The file's content.
    ///
    /// - Throws: ``NetrcError`` when a quoted value does not end.
    public init(_ text: String) throws(NetrcError) {
        var words = NetrcWords(text)
        while let keyword = words.nextKeyword() {
            switch keyword {
            case "machine": entries.append(Entry(machine: try words.nextValue() ?? ""))
            case "default": entries.append(Entry(machine: nil))
            case "login": try words.nextValue().map { set(\.login, $0) }
            case "password": try words.nextValue().map { set(\.password, $0) }
            case "account": _ = try words.nextValue()
            case "macdef": words.skipMacro()
            default: break
            }
        }
    }

    /// What comes before the first host belongs to none; the first of several values counts.
    private mutating func set(_ part: WritableKeyPath<Entry, String?>, _ value: String) {
        guard let last = entries.indices.last, entries[last][keyPath: part] == nil else { return }
        entries[last][keyPath: part] = value
    }

    /// User name and password for a host.
    ///
    /// The host must be the entry's own, in any case of letters: hosts below it are others, and ports do not matter. Of several entries
    /// the first counts that has a password and, when one is wanted, the user name. `default` is for hosts without any entry, wherever
    /// it stands.
    ///
    /// - Parameters:
    ///   - host: As ``WebURL/host`` has it. International names are written in ASCII in the file.
    ///   - login: The user name that is wanted; `nil` for any.
    public func credential(host: String, login: String? = nil) -> Credential? {
        let host = Self.withoutBrackets(host)
        let own = entries.filter { $0.machine.map { Self.withoutBrackets($0).equalsIgnoringASCIICase(host) } ?? false }
        let candidates = own.isEmpty ? entries.filter { $0.machine == nil } : own
        for entry in candidates where login == nil || entry.login == login {
            if let password = entry.password { return .password(user: entry.login ?? "", password: password) }
        }
        return nil
    }

    private static func withoutBrackets(_ host: String) -> Substring {
        host.utf8.first == UInt8(ascii: "[") && host.utf8.last == UInt8(ascii: "]") ? host.dropFirst().dropLast() : host[...]
    }
}

extension NetrcFile: CustomStringConvertible, CustomReflectable {
    /// How many entries it has: all else is nobody's business.
    public var description: String { "a netrc file with \(entries.count) entries" }
    /// Nothing: `dump` would show passwords.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A netrc file that cannot be read.
public struct NetrcError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1 on.
    public let line: Int

    /// Where it is wrong; nothing of what is there.
    public var description: String { "the quote in line \(line) does not end" }
}

/// The words of a netrc file.
private struct NetrcWords {
    private var rest: ArraySlice<UInt8>
    private var line = 1

    init(_ text: String) {
        let bytes = Array(text.utf8)
        rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    }

    /// The next word in lower case, comments passed over.
    mutating func nextKeyword() -> String? {
        while true {
            skipSpace()
            guard rest.first == UInt8(ascii: "#") else { break }
            skipLine()
        }
        return takeWord().map(\.asciiLowercased)
    }

    /// The next word, quoted or not. A keyword where a value ought to be is the value: who knows what somebody's password is.
    mutating func nextValue() throws(NetrcError) -> String? {
        skipSpace()
        guard rest.first == UInt8(ascii: "\"") else { return takeWord() }
        rest.removeFirst()
        var value: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\n") {
            if byte == UInt8(ascii: "\"") { return String(decoding: value, as: UTF8.self) }
            if byte == UInt8(ascii: "\\"), let escaped = rest.first, escaped != UInt8(ascii: "\n") {
                rest.removeFirst()
                value.append(Self.escapes[escaped] ?? escaped)
            } else {
                value.append(byte)
            }
        }
        throw NetrcError(line: line)
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]

    /// A macro is its name and the lines after it, up to an empty one.
    mutating func skipMacro() {
        skipLine()
        while !rest.isEmpty {
            let text = rest.prefix { $0 != UInt8(ascii: "\n") }
            skipLine()
            if text.isEmpty || text.elementsEqual([0x0D]) { return }
        }
    }

    private mutating func takeWord() -> String? {
        let word = rest.prefix { !Self.isSpace($0) }
        rest = rest[word.endIndex...]
        return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
    }

    private mutating func skipSpace() {
        while let byte = rest.first, Self.isSpace(byte) {
            if byte == UInt8(ascii: "\n") { line += 1 }
            rest.removeFirst()
        }
    }

    private mutating func skipLine() {
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
        if rest.popFirst() != nil { line += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}
