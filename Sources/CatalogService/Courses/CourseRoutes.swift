import CatalogAPI
import CatalogStore
import HTTPSemantics
import HTTPServer

/// The course feeds.
struct CourseRoutes: Sendable {
    let catalog: any Catalog
    let authenticator: Authenticator
    /// `host:port` for links when the request names no usable host.
    let fallbackAuthority: @Sendable () -> String

    var routes: [Route] {
        [
            Route(.get, "/courses.json", reading: [.host], .immediate { request in feed(request, isPrivate: false) }),
            Route(
                .get, "/private/courses.json", reading: [.host, .authorization],
                .deferred { request in
                    do throws(Fault) {
                        try await authenticator.authenticate(request)
                        var response = feed(request, isPrivate: true)
                        response.headerFields[.cacheControl] = "no-store"
                        return response
                    } catch {
                        return error.response
                    }
                }),
        ]
    }

    private func feed(_ request: ServerRequest, isPrivate: Bool) -> ServerResponse {
        let authority = Self.authority(request.headerFields[.host]) ?? fallbackAuthority()
        let courses = catalog.courses.filter { $0.isPrivate == isPrivate }.map { course in
            let path = "/courses/\(course.slug.percentEncoded())"
            return Course(title: course.title, url: "http://\(authority)\(path)", upcoming: course.upcoming)
        }
        return ServerResponse(headerFields: .json, content: JSONText.encode(CourseList(courses: courses)))
    }

    /// The value of a `Host` field if links may be built with it: a name, an IPv4 or a bracketed IPv6 address, maybe a port.
    static func authority(_ host: String?) -> String? {
        guard let host, (1...255).contains(host.utf8.count) else { return nil }
        let end = host.hasPrefix("[") ? host.firstIndex(of: "]").map(host.index(after:)) : host.firstIndex(of: ":")
        let name = host[..<(end ?? host.endIndex)]
        let port = host[(end ?? host.endIndex)...]
        let isName = !name.isEmpty && name.utf8.allSatisfy { $0.isASCIIAlpha || $0.isASCIIDigit || $0 == 0x2D || $0 == 0x2E }
        let isAddress =
            name.hasPrefix("[") && name.hasSuffix("]") && name.utf8.count > 3
            && name.dropFirst().dropLast().utf8.allSatisfy { $0.isASCIIHexDigit || $0 == 0x3A || $0 == 0x2E }
        guard isName || isAddress, port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil else { return nil }
        return host
    }
}
