public import HTTPSemantics

extension HTTPClientResponse {
    /// The links in the header fields, in their order. RFC 8288.
    public var links: [Link] { Link.list(in: headerFields) }

    /// The URL that the response has this relation to, by the first link that says so; `nil` when none does, or its target is no URL.
    ///
    /// Links from something else (``HTTPSemantics/Link/anchor``) do not count.
    ///
    /// - Parameter relation: Such as "next", "prev", "last"; in lower case unless it is a URL.
    public func url(of relation: String) -> WebURL? { headerFields.url(of: relation, from: url) }
}

extension CollectedResponse {
    /// As ``HTTPClientResponse/links``.
    public var links: [Link] { Link.list(in: headerFields) }

    /// As ``HTTPClientResponse/url(of:)``.
    ///
    /// - Parameter relation: Such as "next", "prev", "last"; in lower case unless it is a URL.
    public func url(of relation: String) -> WebURL? { headerFields.url(of: relation, from: url) }
}

extension HTTPFields {
    /// The first link of the message from `url` with this relation.
    func link(_ relation: String, from url: WebURL) -> Link? {
        Link.list(in: self).first { link in
            let isOwn = link.anchor.map { (try? WebURL($0, base: url))?.withoutFragment == url.withoutFragment } ?? true
            return isOwn && link.relations.contains(relation)
        }
    }

    fileprivate func url(of relation: String, from url: WebURL) -> WebURL? {
        link(relation, from: url).flatMap { try? WebURL($0.target, base: url) }
    }
}
