package import HTTPSemantics

/// A method, a path pattern, and what answers them.
package struct Route: Sendable {
    /// How a request is answered.
    package enum Handler: Sendable {
        /// On the server's own thread: for answers that take microseconds and never wait.
        case immediate(@Sendable (ServerRequest) -> ServerResponse)
        /// In a task; the connection rests until it is done. With no response it is closed.
        case deferred(@Sendable (ServerRequest) async -> ServerResponse?)
    }

    let method: HTTPRequest.Method
    let path: String
    let segments: [Segment]
    let fields: [HTTPField.Name]?
    let handler: Handler

    /// One part of the path between slashes.
    enum Segment: Sendable, Hashable {
        case literal(String)
        case parameter(String)
    }

    /// A route.
    ///
    /// - Parameters:
    ///   - path: Such as `/jokes/{id}`; a segment in braces matches any one non-empty segment.
    ///   - fields: The header fields the handler reads, `nil` for all. Only these are copied out of the request, since most handlers need
    ///     none.
    package init(_ method: HTTPRequest.Method, _ path: String, reading fields: [HTTPField.Name]? = [], _ handler: Handler) {
        self.method = method
        self.path = path
        segments = path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            segment.hasPrefix("{") && segment.hasSuffix("}")
                ? .parameter(String(segment.dropFirst().dropLast())) : .literal(String(segment))
        }
        self.fields = fields
        self.handler = handler
    }

    /// The values of the parameters when the pattern matches the segments of a path, else `nil`.
    func match(_ path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var parameters: [String: String] = [:]
        for (pattern, segment) in zip(segments, path) {
            switch pattern {
            case .literal(let text): guard text == segment else { return nil }
            case .parameter(let name):
                guard !segment.isEmpty else { return nil }
                parameters[name] = segment
            }
        }
        return parameters
    }
}
