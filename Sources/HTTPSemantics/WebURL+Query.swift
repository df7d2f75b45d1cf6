extension WebURL {
    /// The parameters of the query, decoded; none when there is no query.
    public var queryParameters: FormParameters { FormParameters(urlEncoded: query ?? "") }

    /// The URL with parameters added after those it has. Names and values are plain text; every character that means something
    /// in a query is percent-encoded, a space as `%20`, which servers of every kind read as a space.
    public func appending(query parameters: FormParameters) -> WebURL {
        guard !parameters.isEmpty else { return self }
        let pairs = parameters.map { "\($0.name.percentEncoded(.parameter))=\($0.value.percentEncoded(.parameter))" }
        let addition = pairs.joined(separator: "&")
        let separator = query == nil ? "?" : query == "" ? "" : "&"
        var bytes = Array(href.utf8)
        let place = layout.fragment.map { $0.lowerBound - 1 } ?? bytes.count
        let inserted = Array((separator + addition).utf8)
        bytes.insert(contentsOf: inserted, at: place)
        var layout = layout
        layout.query = (layout.query?.lowerBound ?? place + 1)..<place + inserted.count
        layout.fragment = layout.fragment.map { $0.lowerBound + inserted.count..<$0.upperBound + inserted.count }
        return WebURL(href: bytes, layout: layout, port: port)
    }

    /// The URL with the fragment of `other` when it has none of its own. RFC 9110 §10.2.2.
    func inheritingFragment(of other: WebURL) -> WebURL {
        guard layout.fragment == nil, let fragment = other.fragment else { return self }
        var layout = layout
        let end = href.utf8.count + 1
        layout.fragment = end..<end + fragment.utf8.count
        return WebURL(href: Array("\(href)#\(fragment)".utf8), layout: layout, port: port)
    }

    /// The URL without user name and password.
    public var withoutCredentials: WebURL {
        guard hasCredentials, let host = layout.host else { return self }
        let start = layout.username.lowerBound
        let removed = host.lowerBound - start
        var bytes = Array(href.utf8)
        bytes.removeSubrange(start..<host.lowerBound)
        var layout = layout
        layout.username = start..<start
        layout.password = start..<start
        func moved(_ range: Range<Int>) -> Range<Int> { range.lowerBound - removed..<range.upperBound - removed }
        layout.host = moved(host)
        layout.path = moved(layout.path)
        layout.query = layout.query.map(moved)
        layout.fragment = layout.fragment.map(moved)
        return WebURL(href: bytes, layout: layout, port: port)
    }
}
