internal import HTTPSemantics

/// The cookies of one request, over all its hops.
struct RequestCookies {
    private let jar: CookieJar?
    /// What the current attempt carries; `nil` also when the request has a field of its own.
    private var field: HTTPField?
    /// Whether a response has set cookies that are not in the jar's file yet.
    private(set) var areUnsaved = false

    /// - Parameter jar: `nil` for no cookies.
    init(_ jar: CookieJar?) { self.jar = jar }

    /// Begins an attempt.
    mutating func begin(_ request: @autoclosure () -> HTTPRequest) {
        areUnsaved = false
        guard let jar, !jar.isEmpty || field != nil else { return }
        let request = request()
        field = request.headerFields.contains(.cookie) ? nil : jar.field(for: request.url)
    }

    /// The request of the current attempt with its cookies.
    func added(to request: HTTPRequest) -> HTTPRequest {
        guard let field else { return request }
        var result = request
        result.headerFields.append(field)
        return result
    }

    /// Has a request that an interceptor has sent elsewhere carry the cookies for there, unless the interceptor has changed them.
    func follow(_ request: inout HTTPRequest, from url: WebURL) {
        guard let jar, request.url != url, request.headerFields[values: .cookie] == (field.map { [$0.value] } ?? []) else {
            return
        }
        request.headerFields.removeAll { $0.name == .cookie }
        if let field = jar.field(for: request.url) { request.headerFields.append(field) }
    }

    /// Takes what a response sets.
    mutating func receive(_ response: HTTPClientResponse) {
        areUnsaved = false
        guard let jar, response.headerFields.contains(.setCookie) else { return }
        areUnsaved = jar.take(response.headerFields, from: response.url)
    }

    /// Waits until the jar's file has the cookies; that it cannot be written is no failure of the request's.
    func save() async { try? await jar?.save() }
}
