import HTTPSemantics

extension FuzzTarget {
    /// The address of a request, and lines of `Set-Cookie` that answer it.
    static let setCookie = FuzzTarget(name: "set-cookie") { bytes in
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
        guard let first = lines.popFirst(), let url = try? parser.parse(text(first)), let host = url.host, url.isHTTP else {
            return
        }
        var store = CookieStore { !$0.contains(".") }
        let now = HTTPDate(secondsSinceEpoch: 1_000_000)
        for line in lines {
            guard let setCookie = try? SetCookie(octets: line) else { continue }
            try promise(!setCookie.name.isEmpty, "a cookie without a name")
            guard let cookie = try? store.receive(setCookie, from: url, now: now) else { continue }
            try promise(
                host == cookie.domain || !cookie.isHostOnly && host.hasSuffix(".\(cookie.domain)"), "\(cookie) is for others")
        }
        for cookie in store.cookies(now: now) {
            let octets = cookie.octets
            try promise(
                !octets.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F || $0 == UInt8(ascii: ";") }, "\(cookie) ends its field")
            try promise(
                lines.contains { $0.firstRange(of: octets.prefix { $0 != UInt8(ascii: "=") }) != nil },
                "\(cookie) is not as it came")
        }
        try checkFile(of: store.cookies(now: now))
    }

    /// A date as cookies have it.
    static let cookieDate = FuzzTarget(name: "cookie-date") { bytes in
        guard let date = HTTPDate(cookieDate: text(bytes)) else { return }
        try promise(
            (-11_644_473_600..<253_402_300_800).contains(date.secondsSinceEpoch), "a year that has not four digits: \(date)")
        try promise(HTTPDate(cookieDate: date.description) == date, "another date when it is written: \(date)")
    }

    /// A cookie file.
    static let cookieFile = FuzzTarget(name: "cookie-file") { bytes in
        let file = NetscapeCookieFile(octets: bytes)
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).count
        try promise(file.cookies.count + file.damagedLines.count <= lines, "more lines than there are")
        try promise(file.damagedLines.allSatisfy { 1...lines ~= $0 }, "damage in a line that is not there")
        try checkFile(of: file.cookies)
    }

    /// That a file of cookies holds them.
    private static func checkFile(of cookies: [Cookie]) throws {
        let again = NetscapeCookieFile(octets: NetscapeCookieFile(cookies: cookies).octets)
        try promise(again.damagedLines.isEmpty, "a file with damage is written: lines \(again.damagedLines)")
        let written = cookies.filter { !$0.octets.contains(0x09) }
        try promise(again.cookies.map(\.identity) == written.map(\.identity), "cookies are lost in a file, or changed")
        try promise(again.cookies.map(\.octets) == written.map(\.octets), "values are changed in a file")
    }
}
