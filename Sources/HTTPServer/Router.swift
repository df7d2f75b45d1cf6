package import HTTPSemantics

/// Finds the route for a method and a path.
package struct Router: Sendable {
    /// What a router finds.
    package enum Match: Sendable {
        /// A route, and the values of the parameters in its path.
        case route(Route, parameters: [String: String])
        /// The path exists, but not with this method; these are the ones it has.
        case methodNotAllowed([HTTPRequest.Method])
        /// No route has this path.
        case notFound
    }

    private var literal: [String: [Route]] = [:]
    private var patterns: [Route] = []
    private let otherwise: Route?

    /// A router over `routes`. A path without parameters goes before any pattern, then the earlier route before the later.
    ///
    /// - Parameter otherwise: Answers whatever no route does; its method and path do not matter.
    package init(_ routes: [Route], otherwise: Route? = nil) {
        self.otherwise = otherwise
        for route in routes {
            if route.path.contains("{") { patterns.append(route) } else { literal[route.path, default: []].append(route) }
        }
    }

    /// The route for a request. HEAD is answered by the route for GET (RFC 9110 §9.3.2).
    package func match(_ method: HTTPRequest.Method, path: String) -> Match {
        let match = matchRoutes(method, path: path)
        if case .route = match { return match }
        return otherwise.map { .route($0, parameters: [:]) } ?? match
    }

    private func matchRoutes(_ method: HTTPRequest.Method, path: String) -> Match {
        let wanted: HTTPRequest.Method = method == .head ? .get : method
        if let routes = literal[path] {
            if let route = routes.first(where: { $0.method == wanted }) { return .route(route, parameters: [:]) }
            return .methodNotAllowed(routes.map(\.method).withImpliedMethods)
        }
        let candidates = matches(of: path)
        if let (route, parameters) = candidates.first(where: { $0.0.method == wanted }) {
            return .route(route, parameters: parameters)
        }
        return candidates.isEmpty ? .notFound : .methodNotAllowed(candidates.map(\.0.method).withImpliedMethods)
    }

    /// The routes whose segments match, all of the first pattern that does: a path is split before it is decoded, so that an
    /// encoded slash stays inside its segment.
    private func matches(of path: String) -> [(Route, [String: String])] {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map { $0.percentDecoded() }
        if path.contains("%"), let routes = literal[segments.joined(separator: "/")],
            routes[0].segments.count == segments.count
        {
            return routes.map { ($0, [:]) }
        }
        return patterns.compactMap { route in route.match(segments).map { (route, $0) } }
    }
}

extension [HTTPRequest.Method] {
    /// With HEAD where there is GET, and with OPTIONS, which the server answers itself.
    var withImpliedMethods: Self { flatMap { $0 == .get ? [.get, .head] : [$0] } + [.options] }

    /// The value of an `Allow` field. RFC 9110 §10.2.1.
    var allowValue: String { map(\.rawValue).joined(separator: ", ") }
}
