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
        /// A PEM file of the certificate authorities to trust instead of the system's.
        public var authoritiesFile: String?

        /// The defaults.
        public init() {}
    }

    /// A client with the default configuration.
    public static let shared = HTTPClient()

    /// The configuration the client was made with.
    public let configuration: Configuration
    private let pool: ConnectionPool
    /// Tells downloads how many connections to a host they may have.
    let downloadSlots: DownloadSlots

    /// A client.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        var settings = ConnectionSettings()
        settings.connectionsPerHost = configuration.connectionsPerHost
        settings.totalConnections = configuration.totalConnections
        settings.idleLifetime = configuration.idleConnectionLifetime
        settings.maximumAge = configuration.connectionMaximumAge
        settings.eventLoops = configuration.eventLoops
        settings.httpVersion = configuration.httpVersion
        settings.tls.authoritiesFile = configuration.authoritiesFile
        pool = ConnectionPool(settings: settings)
        downloadSlots = DownloadSlots(limit: configuration.connectionsPerHost)
    }

    /// Makes a request and answers when the response's head has arrived; the content follows in ``HTTPClientResponse/body``.
    ///
    /// - Parameters:
    ///   - content: The request's content; without it POST, PUT, PATCH and QUERY say `Content-Length: 0`.
    ///   - options: Instead of the client's.
    /// - Throws: ``HTTPClientError``, also when the task is cancelled.
    public func perform(
        _ request: HTTPRequest, content: RequestContent? = nil, options: RequestOptions? = nil
    ) async throws -> HTTPClientResponse {
        var options = options ?? configuration.options
        let deadline = options.totalTimeout.map { ContinuousClock.now + $0 }
        var redirects = Redirects(policy: options.redirects, parser: .standard)
        var request = try prepared(request, content: content, options: &options)
        var content = content
        while true {
            guard !Task.isCancelled else { throw HTTPClientError.cancelled }
            let transfer = try await start(request, content: content, options: options, deadline: deadline)
            let head: HTTPResponse
            do { head = try await transfer.head() } catch { throw HTTPClientError(error) }
            if head.status == 417, options.continueTimeout != nil, content?.canBeSent ?? false {
                // The server does not know the question: the same again without it (RFC 9110 §10.1.1).
                options.continueTimeout = nil
                continue
            }
            do {
                guard let step = try redirects.next(after: head, to: request) else {
                    return HTTPClientResponse(head: head, request: request, body: ResponseBody(transfer))
                }
                transfer.discard()
                if step.keepsContent { try content?.requireReplay(after: head, from: request.url) } else { content = nil }
                request = step.request
            } catch let error as RedirectError {
                transfer.discard()
                throw HTTPClientError(.redirect, error.description, cause: error)
            }
            try authorize(&request, with: nil)
        }
    }

    /// The request as it goes out: checked, with the client's fields, content type and credentials.
    private func prepared(
        _ request: HTTPRequest, content: RequestContent?, options: inout RequestOptions
    ) throws -> HTTPRequest {
        var request = request
        guard request.url.isHTTP else {
            throw HTTPClientError(.badURL, "the address must begin with http:// or https://, not \(request.url.scheme):")
        }
        guard ![.trace, .head].contains(request.method) || content == nil else {
            throw HTTPClientError(.invalidRequest, "a \(request.method) request has no content (RFC 9110 §9.3)")
        }
        let own = request.headerFields
        for field in configuration.headerFields where !own.contains(field.name) { request.headerFields.append(field) }
        // libcurl makes these from what it sends; a second line could contradict it.
        if own.contains(.contentLength) || own.contains(.transferEncoding) {
            request.headerFields.removeAll { $0.name == .contentLength || $0.name == .transferEncoding }
        }
        // The question and the wait for its answer are one.
        if own[.expect]?.asciiLowercased == "100-continue" {
            request.headerFields[.expect] = nil
            options.continueTimeout = options.continueTimeout ?? .seconds(1)
        }
        try authorize(&request, with: options.credentials)
        return request
    }

    /// Moves credentials in the URL into the field that carries them, unless the request has one.
    private func authorize(_ request: inout HTTPRequest, with credentials: BasicCredentials?) throws {
        guard request.url.hasCredentials || credentials != nil else { return }
        let inURL = BasicCredentials(request.url)
        guard inURL != nil || !request.url.hasCredentials else {
            throw HTTPClientError(.badURL, "the user name in the address holds a colon, which Basic cannot carry (RFC 7617 §2)")
        }
        let credentials = inURL ?? credentials
        request.url = request.url.withoutCredentials
        if let credentials, !request.headerFields.contains(.authorization) {
            request.headerFields[.authorization] = credentials.authorization
        }
    }

    private func start(
        _ request: HTTPRequest, content: RequestContent?, options: RequestOptions, deadline: ContinuousClock.Instant?
    ) async throws -> Transfer {
        let options = transferOptions(options, deadline: deadline)
        guard let content else { return pool.start(TransferRequest(request, options: options)) }
        let opened = try await OpenedContent(content)
        return pool.start(TransferRequest(try opened.describe(request), content: opened.content, options: options))
    }

    private func transferOptions(_ options: RequestOptions, deadline: ContinuousClock.Instant?) -> TransferOptions {
        var transferOptions = TransferOptions()
        transferOptions.connectTimeout = options.connectTimeout
        transferOptions.stallTimeout = options.stallTimeout
        transferOptions.deadline = deadline
        transferOptions.decodesContent = options.decodesContent
        transferOptions.bufferLimit = options.bufferLimit
        transferOptions.poolTimeout = options.poolTimeout
        transferOptions.priority = options.priority.transferPriority
        transferOptions.continueTimeout = options.continueTimeout
        transferOptions.onInformationalResponse = options.onInformationalResponse
        if let listener = options.onUploadProgress {
            transferOptions.onUploadProgress = { listener(UploadProgress(sent: $0, total: $1)) }
        }
        return transferOptions
    }

    /// Opens connections to an origin, so that the next requests to it need not wait for name, handshake and TLS. Each is opened
    /// with `OPTIONS *`, which asks for nothing (RFC 9110 §9.3.7); what the server answers does not matter.
    ///
    /// - Parameter connections: How many, at most the client's limit.
    /// - Throws: ``HTTPClientError`` when a connection cannot be made.
    public func prewarm(_ target: some WebURLConvertible, connections: Int = 1) async throws {
        var options = configuration.options
        let request = try prepared(HTTPRequest(method: .options, url: try url(target)), content: nil, options: &options)
        var transferOptions = transferOptions(options, deadline: options.totalTimeout.map { .now + $0 })
        transferOptions.asksServer = true
        let transfers = (0..<Swift.min(connections, configuration.connectionsPerHost)).map { _ in
            pool.start(TransferRequest(request, options: transferOptions))
        }
        defer { for transfer in transfers { transfer.cancel() } }
        do {
            // A short answer leaves the connection open for others; one that is long is not worth it.
            for transfer in transfers { _ = try await transfer.rest(upTo: 64 * 1024) }
        } catch  where error.code != .contentTooLarge {
            throw HTTPClientError(error)
        } catch {}
    }
}
