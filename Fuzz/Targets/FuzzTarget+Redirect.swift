import HTTPSemantics

extension FuzzTarget {
    /// A redirect: the target URI, the status and `Location`, on a line each.
    static let redirect = FuzzTarget(name: "redirect") { bytes in
        let parts = parts(bytes, 3)
        guard let url = try? parser.parse(parts[0]), url.isHTTP, let location = HTTPField(name: .location, value: parts[2]) else {
            return
        }
        let status = HTTPResponse.Status(code: Int(parts[1]) ?? 302)
        let request = HTTPRequest(
            method: .post, url: url,
            headerFields: [.authorization: "secret", .cookie: "secret", .contentType: "text/plain", .host: "h"])
        var redirects = Redirects(policy: .follow(maximum: 1), parser: parser)
        let response = HTTPResponse(status: status, headerFields: HTTPFields([location]))
        guard let step = try? redirects.next(after: response, to: request) else { return }
        let next = step.request
        try promise(status.redirects, "\(status) redirects")
        try promise(next.url.isHTTP && (next.url.isSecure || !url.isSecure), "led from \(url) to \(next.url)")
        try promise(next.url.fragment != nil || url.fragment == nil, "the fragment is lost")
        try checkURL(next.url)
        try promise(step.keepsContent == (next.method == .post), "content of \(next.method)")
        try promise(step.keepsContent == next.headerFields.contains(.contentType), "content without its fields, or the reverse")
        try promise(!next.headerFields.contains(.host), "the old host is sent")
        let isSameOrigin = next.url.origin == url.origin
        try promise(next.headerFields.contains(.authorization) == isSameOrigin, "credentials for another origin")
        try promise(next.headerFields.contains(.cookie) == isSameOrigin, "cookies for another origin")
        try promise(next.url.hasSameOrigin(as: url) == isSameOrigin, "two opinions on the origin")
        try promise((try? redirects.changed(step, to: next, after: request)) == step, "a change that is none changes something")
        try promise((try? redirects.next(after: response, to: next)) == nil, "more redirects than allowed")
    }
}
