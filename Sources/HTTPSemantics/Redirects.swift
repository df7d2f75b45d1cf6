/// Whether and how far redirects are followed. RFC 9110 §15.4.
public enum RedirectPolicy: Hashable, Sendable {
    /// Follows up to so many redirects; one more is an error.
    case follow(maximum: Int = 20)
    /// Hands the redirect itself to the caller.
    case deliverRedirectionResponse
}

/// Why a redirect was not followed.
public struct RedirectError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public enum Code: Hashable, Sendable {
        /// More redirects than the policy allows.
        case tooMany
        /// The way leads from https to http, where everybody on the way could read along.
        case insecure
        /// `Location` is no URL, or not one of http or https.
        case malformedLocation
    }
    /// What went wrong.
    public let code: Code
    /// The URLs visited, the one that redirected last at the end; as texts that are safe to log.
    public let chain: [String]

    /// What happened and along which URLs.
    public var description: String {
        let way = chain.joined(separator: " → ")
        return switch code {
        case .tooMany: "too many redirects: \(way)"
        case .insecure: "refused a redirect from https to http: \(way)"
        case .malformedLocation: "redirected to something that is no http or https address: \(way)"
        }
    }
}

/// The redirects of one request: given each response, what to do next. No network; the client carries it out.
public struct Redirects: Sendable {
    private let policy: RedirectPolicy
    private let allowsInsecure: Bool
    private let sensitiveFields: Set<HTTPField.Name>
    private let parser: URLParser
    private var chain: [WebURL] = []

    /// The redirects of a request.
    ///
    /// - Parameters:
    ///   - allowsInsecure: Whether the way may lead from https to http.
    ///   - sensitiveFields: Fields that, like `Authorization`, `Cookie` and `Proxy-Authorization`, are for one origin only.
    ///   - parser: Reads `Location`.
    public init(
        policy: RedirectPolicy, allowsInsecure: Bool = false, sensitiveFields: Set<HTTPField.Name> = [], parser: URLParser
    ) {
        self.policy = policy
        self.allowsInsecure = allowsInsecure
        self.sensitiveFields = sensitiveFields
        self.parser = parser
    }

    /// A request to make instead of handing out the response.
    public struct Step: Hashable, Sendable {
        /// The next request.
        public var request: HTTPRequest
        /// Whether it carries the content of the one before.
        public var keepsContent: Bool
    }

    /// The next request when `response` to `request` redirects; `nil` when it is the response to hand out.
    ///
    /// - Parameter upgrading: The URL to use instead of a target, such as with https for a host that wants nothing else.
    /// - Throws: ``RedirectError`` when it redirects to where nobody should go.
    public mutating func next(
        after response: HTTPResponse, to request: HTTPRequest, upgrading: (WebURL) -> WebURL = { $0 }
    ) throws(RedirectError) -> Step? {
        // Without Location a 3xx is an ordinary final response; the caller decides what it means.
        guard case .follow(let maximum) = policy, response.status.redirects,
            let location = response.headerFields.urlReference(.location)
        else { return nil }
        chain.append(request.url)
        guard chain.count <= maximum else { throw error(.tooMany) }
        guard let named = try? parser.parse(location, base: request.url), ["http", "https"].contains(named.scheme) else {
            throw error(.malformedLocation)
        }
        let target = upgrading(named)
        if !allowsInsecure, request.url.isSecure, !target.isSecure { throw error(.insecure) }
        return step(request, to: target.inheritingFragment(of: request.url), status: response.status)
    }

    private func error(_ code: RedirectError.Code) -> RedirectError {
        RedirectError(code: code, chain: chain.map(\.description))
    }

    private func step(_ request: HTTPRequest, to target: WebURL, status: HTTPResponse.Status) -> Step {
        var next = request
        next.url = target
        let becomesGet =
            switch status.code {
            case 301, 302: request.method == .post
            case 303: request.method != .get && request.method != .head
            default: false
            }
        if becomesGet {
            next.method = .get
            next.headerFields.removeAll { Self.contentFields.contains($0.name) }
        }
        // The field names the old host; a new one is made from the target.
        next.headerFields[.host] = nil
        protect(&next, from: request)
        return Step(request: next, keepsContent: !becomesGet)
    }

    /// The step that a program wants instead of `step`, which followed `asked`: without what is secret to another origin, and without
    /// content where its method no longer has any.
    ///
    /// - Throws: ``RedirectError`` when it leads to where nobody should go.
    public func changed(_ step: Step, to wanted: HTTPRequest, after asked: HTTPRequest) throws(RedirectError) -> Step {
        try check(wanted.url, from: asked.url)
        var result = Step(request: wanted, keepsContent: step.keepsContent)
        if wanted.method != step.request.method, [.get, .head, .trace].contains(wanted.method) { result.keepsContent = false }
        // Made from what is sent.
        let stale = result.keepsContent ? [.contentLength, .transferEncoding] : Self.contentFields
        result.request.headerFields.removeAll { stale.contains($0.name) }
        protect(&result.request, from: asked)
        return result
    }

    /// The request for what a response to `request` links to: what is secret to another origin stays behind, as with a redirect.
    ///
    /// - Throws: ``RedirectError`` when it leads to where nobody should go.
    package func request(for link: WebURL, after request: HTTPRequest) throws(RedirectError) -> HTTPRequest {
        try check(link, from: request.url)
        var next = request
        next.url = link
        protect(&next, from: request)
        return next
    }

    private func check(_ target: WebURL, from url: WebURL) throws(RedirectError) {
        guard target.isHTTP else { throw error(.malformedLocation) }
        if !allowsInsecure, url.isSecure, !target.isSecure { throw error(.insecure) }
    }

    /// Takes from a request to another origin what is secret in the one before. RFC 9110 §15.4.
    private func protect(_ next: inout HTTPRequest, from request: HTTPRequest) {
        guard !next.url.hasSameOrigin(as: request.url) else { return }
        let secrets = request.headerFields.filter {
            Self.originBoundFields.contains($0.name) || sensitiveFields.contains($0.name)
        }
        next.headerFields.removeAll { secrets.contains($0) }
    }

    /// Fields that describe content and go with it. RFC 9110 §15.4.
    private static let contentFields: Set<HTTPField.Name> = [
        .contentEncoding, .contentLanguage, .contentLength, .contentLocation, .contentRange, .contentType, .lastModified,
        .transferEncoding, HTTPField.Name(unchecked: "Content-Digest"), HTTPField.Name(unchecked: "Digest"),
    ]
    /// Fields that hold secrets meant for one origin. RFC 9110 §15.4.
    private static let originBoundFields: Set<HTTPField.Name> = [.authorization, .cookie, .proxyAuthorization]
}

extension HTTPResponse.Status {
    /// Whether a `Location` beside this status asks the client to go there: 301, 302, 303, 307 and 308. RFC 9110 §15.4.
    public var redirects: Bool { [301, 302, 303, 307, 308].contains(code) }
}
