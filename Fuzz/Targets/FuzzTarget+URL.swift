import HTTPSemantics
import InternationalNames

extension FuzzTarget {
    /// The URL parser: a reference, a base, and a parameter's name and value to add, on a line each.
    static let url = FuzzTarget(name: "url") { bytes in
        let parts = parts(bytes, 4)
        let base = try? parser.parse(parts[1])
        guard let url = try? parser.parse(parts[0], base: base) else { return }
        try checkURL(url)
        try checkURL(url.withoutCredentials)
        try promise(!url.withoutCredentials.hasCredentials, "credentials taken away stay")
        try promise(url.withoutCredentials.origin == url.origin, "the origin changes without credentials")

        let asked = try parsed(url.requestHref, "what is asked for")
        try promise(asked.href == url.requestHref, "what is asked for is not canonical")
        try promise(!asked.hasCredentials && asked.fragment == nil, "credentials or fragment are asked for")
        try promise(asked.path == url.path && asked.query == url.query, "something else is asked for")
        try promise(asked.origin == url.origin, "somebody else is asked")

        let parameter = FormParameters.Parameter(name: parts[2], value: parts[3])
        let longer = url.appending(query: FormParameters([parameter]))
        try checkURL(longer)
        try promise(longer.fragment == url.fragment, "a parameter changes the fragment")
        let expected = Array(url.queryParameters) + [parameter]
        try promise(Array(longer.queryParameters) == expected, "a parameter that was added is not the last")
    }

    /// The parser that the client decides with.
    static let parser = URLParser(domainToASCII: domainToASCII)

    /// What holds for every URL: its text means itself, and its components are what stands in the text.
    static func checkURL(_ url: WebURL) throws {
        try promise(url.href.utf8.allSatisfy { 0x20...0x7E ~= $0 }, "not printable ASCII: \(url.href)")
        let again = try parsed(url.href, "canonical text")
        try promise(again.href == url.href, "not canonical: \(url.href) became \(again.href)")
        try promise(components(again) == components(url), "other components: \(components(url)), then \(components(again))")
        try promise(composed(url) == url.href, "\(url.href) is not made of \(components(url))")
        try promise(url.origin == again.origin, "not of its own origin")
        try promise(url.hasSameOrigin(as: again) != url.origin.isOpaque, "hasSameOrigin of \(url.origin)")
        try promise(url.isHTTP == ["http", "https"].contains(url.scheme), "isHTTP of \(url.scheme)")
        try promise(url.isSecure == (url.scheme == "https"), "isSecure of \(url.scheme)")
    }

    private static func parsed(_ text: String, _ what: String) throws -> WebURL {
        guard let url = try? parser.parse(text) else { throw BrokenPromise(description: "\(what) is no URL: \(text)") }
        return url
    }

    private static func components(_ url: WebURL) -> [String?] {
        [url.scheme, url.username, url.password, url.host, url.port.map { "\($0)" }, url.path, url.query, url.fragment]
    }

    /// The URL serializer of the WHATWG URL standard §4.5.
    private static func composed(_ url: WebURL) -> String {
        var text = url.scheme + ":"
        if url.host != nil {
            let password = url.password.isEmpty ? "" : ":" + url.password
            text += "//" + (url.hasCredentials ? url.username + password + "@" : "") + url.authority
        } else if url.path.hasPrefix("//") {
            text += "/."
        }
        return text + url.path + (url.query.map { "?" + $0 } ?? "") + (url.fragment.map { "#" + $0 } ?? "")
    }
}
