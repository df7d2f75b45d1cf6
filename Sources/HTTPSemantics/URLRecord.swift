/// The components of a URL one by one: what changes a URL changes them and has them put together again.
struct URLRecord {
    var scheme: String
    var username: String
    var password: String
    var host: String?
    var port: UInt16?
    var path: String
    var query: String?
    var fragment: String?
    private let hasOpaquePath: Bool

    init(_ url: WebURL) {
        (scheme, username, password, host, port) = (url.scheme, url.username, url.password, url.host, url.port)
        (path, query, fragment, hasOpaquePath) = (url.path, url.query, url.fragment, url.layout.hasOpaquePath)
    }

    /// The URL of these components, which are canonical. WHATWG URL standard §4.5 "URL serializer".
    var url: WebURL {
        var layout = WebURL.Layout()
        layout.hasOpaquePath = hasOpaquePath
        layout.special = SpecialScheme(rawValue: scheme)
        var href = Array(scheme.utf8)
        href.append(UInt8(ascii: ":"))
        layout.schemeEnd = href.count
        if let host {
            layout.hasHost = true
            layout.port = port
            href += "//\(username)".utf8
            layout.usernameEnd = href.count
            if !password.isEmpty { href += ":\(password)".utf8 }
            if href.count > layout.usernameStart { href.append(UInt8(ascii: "@")) }
            layout.hostStart = href.count
            href += host.utf8
            layout.hostEnd = href.count
            if let port { href += ":\(port)".utf8 }
        } else if path.utf8.starts(with: "//".utf8) {
            href += "/.".utf8
        }
        layout.pathStart = href.count
        href += path.utf8
        if let query {
            href.append(UInt8(ascii: "?"))
            layout.queryStart = href.count
            href += query.utf8
        }
        if let fragment {
            href.append(UInt8(ascii: "#"))
            layout.fragmentStart = href.count
            href += fragment.utf8
        }
        return WebURL(href: href, layout: layout)
    }
}

extension WebURL {
    /// The URL with some of its components changed to others in canonical form.
    func changed(_ change: (inout URLRecord) -> Void) -> WebURL {
        var record = URLRecord(self)
        change(&record)
        return record.url
    }
}
