/// Cookies as the file `cookies.txt` has them, which curl, wget, Python and others read and write: a line for each, of seven parts with
/// tabs between them.
///
///     example.com <TAB> FALSE <TAB> / <TAB> TRUE <TAB> 1811894400 <TAB> name <TAB> value
///
/// They are the domain, whether hosts below it get the cookie, the path, whether only secure connections carry it, when it ends in seconds
/// since 1970 (0 for a cookie of the session), name and value. `#HttpOnly_` before the domain is a part of the format; other lines that
/// begin with "#" are comments. There is no place in it for `SameSite`, for times of creation, and for cookies with a tab in them.
public struct NetscapeCookieFile: Hashable, Sendable {
    /// The cookies, in the order of their lines.
    public private(set) var cookies: [Cookie] = []
    /// The numbers, from 1 on, of lines that could not be read.
    public private(set) var damagedLines: [Int] = []

    /// A file of these cookies.
    public init(cookies: [Cookie]) { self.cookies = cookies }

    /// The file that octets are. Lines that cannot be read are left out; see ``damagedLines``.
    public init(octets: some Sequence<UInt8>) {
        let lines = Array(octets).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in zip(1..., lines) {
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { continue }
            let isHTTPOnly = line.starts(with: Self.httpOnly)
            guard isHTTPOnly || line.first != UInt8(ascii: "#") else { continue }
            if let cookie = Self.cookie(isHTTPOnly ? line.dropFirst(Self.httpOnly.count) : line, isHTTPOnly) {
                cookies.append(cookie)
            } else {
                damagedLines.append(number)
            }
        }
    }

    /// The file's content.
    public var octets: [UInt8] {
        var octets = Array(
            "# Netscape HTTP Cookie File\n# Cookies, which are secrets: https://curl.se/docs/http-cookies.html\n\n".utf8)
        for cookie in cookies where !cookie.octets.contains(0x09) { octets += Self.line(cookie) }
        return octets
    }

    private static let httpOnly = Array("#HttpOnly_".utf8)

    private static func cookie(_ line: ArraySlice<UInt8>, _ isHTTPOnly: Bool) -> Cookie? {
        var parts = line.split(separator: 0x09, maxSplits: 6, omittingEmptySubsequences: false)
        if parts.count == 6 { parts.append([]) }  // an empty value, and an editor that has cut the tab before it
        guard parts.count == 7 else { return nil }
        let isLatin1 = parts[5...].contains { String(validating: $0, as: UTF8.self) == nil }
        let text = parts[..<5].map { String(decoding: $0, as: UTF8.self) }
        let pair = parts[5...].map { String(octets: $0, isLatin1: isLatin1) }
        guard let includesSubdomains = flag(text[1]), let isSecure = flag(text[3]), let expires = seconds(text[4]) else {
            return nil
        }
        return try? Cookie(
            name: pair[0], value: pair[1], isLatin1: isLatin1, domain: domain(text[0]), isHostOnly: !includesSubdomains,
            path: text[2], expires: expires > 0 ? HTTPDate(secondsSinceEpoch: expires) : nil, isSecure: isSecure,
            isHTTPOnly: isHTTPOnly, sameSite: .default)
    }

    /// The domain without the dot at its start, an IPv6 address in its brackets.
    private static func domain(_ text: String) -> String {
        let text = text.utf8.first == UInt8(ascii: ".") ? String(text.dropFirst()) : text
        return text.utf8.contains(UInt8(ascii: ":")) && !text.hasPrefix("[") ? "[\(text)]" : text
    }

    private static func flag(_ text: String) -> Bool? { ["true": true, "false": false][text.asciiLowercased] }

    /// The whole seconds of a number; some programs write fractions, and nothing or a negative number for the session.
    private static func seconds(_ text: String) -> Int? {
        guard !text.isEmpty else { return 0 }
        return Int(text) ?? Double(text).flatMap { Int(exactly: $0.rounded(.down)) }
    }

    private static func line(_ cookie: Cookie) -> [UInt8] {
        let host = cookie.domain.hasPrefix("[") ? String(cookie.domain.dropFirst().dropLast()) : cookie.domain
        let parts = [
            (cookie.isHTTPOnly ? "#HttpOnly_" : "") + (cookie.isHostOnly ? "" : ".") + host, cookie.isHostOnly ? "FALSE" : "TRUE",
            cookie.path, cookie.isSecure ? "TRUE" : "FALSE", "\(cookie.expires?.secondsSinceEpoch ?? 0)",
        ].map { Array($0.utf8) }
        let pair = [cookie.name, cookie.value].map { $0.octets(isLatin1: cookie.isLatin1) }
        return (parts + pair).joined(separator: [0x09]) + [0x0A]
    }
}

extension NetscapeCookieFile: CustomStringConvertible, CustomReflectable {
    /// How many cookies it has: all else is nobody's business.
    public var description: String { "a cookie file with \(cookies.count) cookies" }
    /// Nothing: `dump` would show values.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
