internal import CurlTransport
public import HTTPSemantics

/// Makes HTTP requests. Cheap to create; all clients share the thread that moves the bytes.
///
///     let client = HTTPClient()
///     let joke: JokeAnswer = try await client.get("http://localhost:8080/jokes/random").decoded()
public final class HTTPClient: Sendable {
    /// What applies to all requests of a client.
    public struct Configuration: Sendable {
        /// Options of requests that bring none of their own.
        public var options = RequestOptions()
        /// Fields for every request; those of the request itself win.
        public var headerFields: HTTPFields = [.userAgent: "Retriever/\(RetrieverVersion.current)"]
        /// Connections to one origin at once on HTTP/1.1, at least 1; further requests wait. HTTP/2 needs only one.
        public var connectionsPerHost = 6
        /// Requests at once in all, at least 1; `nil` for any number.
        public var totalConnections: Int?
        /// How long a connection that nobody uses stays open.
        public var idleConnectionLifetime: Duration = .seconds(90)
        /// How old a connection may be when it is used for another request; `nil` for any age.
        public var connectionMaximumAge: Duration?
        /// How many of the threads that move bytes this client may use, at most as many as the machine has processors. One is
        /// enough for thousands of slow transfers; more help when small requests or TLS keep one busy.
        public var eventLoops = 1
        /// Which versions of HTTP are spoken.
        public var httpVersion = HTTPVersionPolicy.automatic
        /// What servers must prove, and what the client proves to them.
        public var tls = TLSConfiguration()
        /// Which way connections take.
        public var network = NetworkConfiguration()
        /// Which requests go through a proxy. A Unix socket is one itself: with one no proxy is looked for.
        public var proxy = ProxyPolicy.environment
        /// Where credentials are looked up when a server or proxy challenges, the first that has one counts. What is to be kept goes to the
        /// first that keeps any.
        public var credentialStores: [any CredentialStore] = []
        /// Tokens for servers that want one.
        public var bearerTokens: [BearerTokens] = []
        /// Where cookies are kept, and taken from for each request that has no field `Cookie` of its own; `nil` for no cookies. Clients
        /// made from copies of one configuration share its jar.
        public var cookieJar: CookieJar? = CookieJar()
        /// Where hosts are remembered that want https only; `nil` remembers none. RFC 6797.
        public var strictTransport: StrictTransportStore?
        /// Where responses are remembered; `nil` remembers none. RFC 9111.
        public var cache: HTTPCache?
        /// How many retries a server gets from all requests together; `nil` for any number.
        public var retryBudget: RetryBudget.Limits? = RetryBudget.Limits()
        /// When a server that keeps failing is left alone for a while; `nil` never.
        public var circuitBreaker: CircuitBreaker.Limits?
        /// What stands between callers and the client: around each call, with its redirects and retries.
        public var interceptors: [any Interceptor] = []
        /// What stands between the client and the network: around each attempt.
        public var attemptInterceptors: [any Interceptor] = []
        /// What relative addresses are seen from, such as `https://example.com/api/`; with `nil` they are errors.
        public var baseURL: WebURL?
        /// A PEM file of the certificate authorities to trust instead of the system's: short for ``TLSConfiguration/authorities``.
        public var authoritiesFile: String? {
            get { if case .file(let path) = tls.authorities { path } else { nil } }
            set { tls.authorities = newValue.map { .file($0) } ?? .system }
        }

        /// The defaults.
        public init() {}
    }

    /// A client with the default configuration.
    public static let shared = HTTPClient()

    /// The configuration the client was made with.
    public let configuration: Configuration
    private let pool: ConnectionPool
    private let options: PreparedOptions
    let authenticator: Authenticator
    let health: OriginHealth
    /// Answers instead of the network.
    let substitute: (any Interceptor)?
    /// Tells downloads how many connections to a host they may have.
    let downloadSlots: DownloadSlots
    /// Whether the cache may answer by the URL alone.
    let answersAtOnce: Bool

    /// A client.
    public convenience init(configuration: Configuration = Configuration()) {
        self.init(configuration: configuration, substitute: nil)
    }

    /// A client that sends nothing over the network: `substitute` sees each request as it would go out, its content in memory and what
    /// proves who asks included, and answers it.
    package init(configuration: Configuration, substitute: (any Interceptor)?) {
        self.configuration = configuration
        answersAtOnce = configuration.answersAtOnce
        self.substitute = substitute
        options = PreparedOptions(configuration.options)
        authenticator = Authenticator(stores: configuration.credentialStores, tokens: configuration.bearerTokens)
        health = OriginHealth(budget: configuration.retryBudget, circuit: configuration.circuitBreaker)
        pool = ConnectionPool(settings: configuration.connectionSettings)
        downloadSlots = DownloadSlots(limit: configuration.connectionsPerHost)
    }

    /// Makes a request and answers when the response's head has arrived; the content follows in ``HTTPClientResponse/body``.
    ///
    /// - Parameters:
    ///   - request: Method, URL and fields.
    ///   - content: The request's content; without it POST, PUT, PATCH and QUERY say `Content-Length: 0`.
    ///   - options: Instead of the client's.
    /// - Throws: ``HTTPClientError``, also when the task is cancelled.
    public func perform(
        _ request: HTTPRequest, content: RequestContent? = nil, options: RequestOptions? = nil
    ) async throws -> HTTPClientResponse {
        guard configuration.interceptors.isEmpty else {
            return try await intercepted(request, content, options.map(PreparedOptions.init) ?? self.options)
        }
        if configuration.cache != nil, let response = try responseAtOnce(request, content, options ?? self.options.options) {
            return response
        }
        let options = options.map(PreparedOptions.init) ?? self.options
        return try await exchange(request, content, options)
    }

    // What follows is in functions of their own, which are not inlined: a task keeps all that a function has had in its hands for as
    // long as it waits, and there may be thousands of them.

    @inline(never) private func intercepted(
        _ request: HTTPRequest, _ content: RequestContent?, _ options: PreparedOptions
    ) async throws -> HTTPClientResponse {
        let call = InterceptedRequest(request: request, content: content, options: options.options, attempt: 1)
        return try await call.pass(configuration.interceptors[...]) { call in
            try await exchange(call.request, call.content, PreparedOptions(call.options))
        }
    }

    /// Makes a request whose response is only for the cache: past the interceptors of calls, which have seen the one it is for.
    func refresh(_ request: HTTPRequest, _ options: RequestOptions) async {
        guard let response = try? await exchange(request, nil, PreparedOptions(options)) else { return }
        do { for try await _ in response.body {} } catch {}  // it is asked for again another time
    }

    private func exchange(
        _ request: HTTPRequest, _ content: RequestContent?, _ options: PreparedOptions
    ) async throws -> HTTPClientResponse {
        let metrics = options.options.onMetrics.map(MetricsCollector.init)
        defer { metrics?.close() }
        return try await makeExchange(request, content, options, metrics).run()
    }

    @inline(never) private func makeExchange(
        _ request: HTTPRequest, _ content: RequestContent?, _ options: PreparedOptions, _ metrics: MetricsCollector?
    ) throws -> Exchange {
        var options = options
        let request = try prepared(request, content: content, options: &options)
        if options.options.retries.attempts > 1 { health.noteRequest(request) }
        return Exchange(request, content: content, options: options, client: self, metrics: metrics)
    }

    /// The request as it goes out: checked, with the client's fields.
    private func prepared(
        _ request: HTTPRequest, content: RequestContent?, options: inout PreparedOptions
    ) throws -> HTTPRequest {
        guard request.url.isHTTP else {
            throw HTTPClientError(.badURL, "the address must begin with http:// or https://, not \(request.url.scheme):")
        }
        guard ![.trace, .head].contains(request.method) || content == nil else {
            throw HTTPClientError(.invalidRequest, "a \(request.method) request has no content (RFC 9110 §9.3)")
        }
        var result = request
        let own = request.headerFields
        for field in configuration.headerFields where !own.contains(field.name) { result.headerFields.append(field) }
        // libcurl makes these from what it sends; a second line could contradict it.
        if own.contains(any: Self.framingFields) {
            result.headerFields.removeAll { $0.name == .contentLength || $0.name == .transferEncoding }
        }
        // The question and the wait for its answer are one.
        if request.headerFields[.expect]?.asciiLowercased == "100-continue" {
            result.headerFields[.expect] = nil
            if options.options.continueTimeout == nil { options = options.waitingForContinue(.seconds(1)) }
        }
        return result
    }

    private static let framingFields: HTTPFieldNames = [.contentLength, .transferEncoding]

    func start(_ request: consuming TransferRequest) -> Transfer { pool.start(request) }

    func transferRequest(
        _ request: consuming HTTPRequest, options: PreparedOptions, deadline: Moment?
    ) throws -> TransferRequest {
        var result = TransferRequest(request, options: options.transferOptions)
        result.deadline = deadline
        guard configuration.network.unixSocket == nil, var route = try configuration.proxy.route(to: result.request.url) else {
            return result
        }
        // It is how libcurl has a proxy connect elsewhere.
        route.alwaysTunnels = !configuration.network.detours.isEmpty
        result.proxy = route
        return result
    }

    /// Opens connections to an origin, so that the next requests to it need not wait for name, handshake and TLS. Each is opened
    /// with `OPTIONS *`, which asks for nothing (RFC 9110 §9.3.7); what the server answers does not matter.
    ///
    /// - Parameters:
    ///   - target: Any URL of the origin.
    ///   - connections: How many, at most the client's limit.
    /// - Throws: ``HTTPClientError`` when a connection cannot be made.
    public func prewarm(_ target: some WebURLConvertible, connections: Int = 1) async throws {
        var options = options
        var request = try prepared(HTTPRequest(method: .options, url: try url(target)), content: nil, options: &options)
        request.url = upgrading(request.url).withoutCredentials
        var transferRequest = try transferRequest(
            request, options: options, deadline: options.options.totalTimeout.map { Moment.now + $0 })
        guard substitute == nil else { return }
        transferRequest.asksServer = true
        let transfers = (0..<Swift.min(connections, configuration.connectionsPerHost)).map { [transferRequest] _ in
            pool.start(transferRequest)
        }
        defer { for transfer in transfers { transfer.cancel() } }
        do {
            // A short answer leaves the connection open for others; one that is long is not worth it.
            for transfer in transfers { _ = try await transfer.rest(upTo: 64 * 1024) }
        } catch  where error.code != .contentTooLarge {
            throw HTTPClientError(error)
        } catch {}
    }

    // MARK: - https only

    /// The URL to use instead of one.
    func upgrading(_ url: WebURL) -> WebURL { configuration.strictTransport?.upgrading(url) ?? url }

    /// Remembers that a host wants https only; a connection that is not verified proves nothing about it.
    func noteStrictTransport(_ response: HTTPResponse, from url: WebURL) {
        if case .full = configuration.tls.verification { configuration.strictTransport?.note(response, from: url) }
    }
}
