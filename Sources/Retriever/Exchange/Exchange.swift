internal import CurlTransport
internal import HTTPSemantics

/// Carries one request out: attempt after attempt, as redirects, challenges and retries decide.
struct Exchange {
    private let client: HTTPClient
    private var options: PreparedOptions
    private var request: HTTPRequest
    private var content: RequestContent?
    private let metrics: MetricsCollector?
    private let deadline: Moment?
    private var authentication: RequestAuthentication
    private var redirects: Redirects
    private var retries: Retries
    /// How often the request was made again at once, because nothing came of it for no fault of anybody's.
    private var repetitions = 0
    private static let repetitionLimit = 5
    private var history: [RedirectHop] = []

    init(
        _ request: HTTPRequest, content: RequestContent?, options: PreparedOptions, client: HTTPClient, metrics: MetricsCollector?
    ) {
        self.client = client
        self.options = options
        self.request = request
        self.content = content
        self.metrics = metrics
        deadline = options.options.totalTimeout.map { Moment.now + $0 }
        authentication = RequestAuthentication(client.authenticator, options)
        redirects = options.options.redirectRules
        retries = Retries(policy: options.options.retries)
    }

    /// - Throws: ``HTTPClientError``, and whatever hooks and interceptors throw.
    mutating func run() async throws -> HTTPClientResponse {
        while true {
            guard !Task.isCancelled else { throw HTTPClientError.cancelled }
            if let response = try await attempt() { return response }
        }
    }

    private var canBeSentAgain: Bool { content?.canBeSent ?? true }

    /// One attempt: the response to hand out, or `nil` when there has to be another attempt.
    private mutating func attempt() async throws -> HTTPClientResponse? {
        request.url = client.upgrading(request.url)
        try authentication.begin(&request)
        try client.health.admit(request, isRetry: retries.attempts > 1)
        var route: ProxyRoute?
        let response: HTTPClientResponse
        do {
            response = try await send(&route)
        } catch {
            guard try await recovers(from: error, route) else { throw error }
            return nil
        }
        do {
            guard try await goesOn(after: response, route) else {
                return response.with(history: history)
            }
            response.body.discard()
            return nil
        } catch {
            response.body.discard()
            throw error
        }
    }

    /// Sends the request by way of the interceptors of attempts.
    private mutating func send(_ route: inout ProxyRoute?) async throws -> HTTPClientResponse {
        let interceptors = client.configuration.attemptInterceptors
        guard !interceptors.isEmpty else { return try await transfer(request, content, options, &route) }
        let call = InterceptedRequest(request: request, content: content, options: options.options, attempt: retries.attempts)
        var (exchange, ways) = (self, route)
        defer { (self, route) = (exchange, ways) }
        return try await call.pass(interceptors[...]) { call in
            try await exchange.transfer(call.request, call.content, PreparedOptions(call.options), &ways)
        }
    }

    /// Sends a request over the wire, and waits for the head of the response.
    private mutating func transfer(
        _ request: HTTPRequest, _ content: RequestContent?, _ options: PreparedOptions, _ route: inout ProxyRoute?
    ) async throws -> HTTPClientResponse {
        var attempt = try client.transferRequest(request, options: options, deadline: deadline)
        let content = client.substitute == nil ? content : try await content?.inMemory()
        if let content {
            let opened = try await OpenedContent(content)
            attempt.request = try opened.describe(request)
            attempt.content = opened.content
        }
        route = attempt.proxy
        try await authentication.equip(&attempt, content: content)
        if let substitute = client.substitute {
            let call = InterceptedRequest(
                request: attempt.request, content: content, options: options.options, attempt: retries.attempts)
            return try await call.answer(by: substitute, until: deadline)
        }
        attempt.isRepetition = repetitions > 0
        attempt.onMetrics = metrics?.beginHop(request.url)
        let transfer = client.start(attempt)
        do {
            let head = try await transfer.head()
            return HTTPClientResponse(head: head, url: request.url, body: ResponseBody(transfer))
        } catch {
            throw HTTPClientError(error)
        }
    }

    // MARK: - What comes next

    /// Whether there is another attempt after one that brought no response.
    private mutating func recovers(from error: any Error, _ route: ProxyRoute?) async throws -> Bool {
        guard let error = error as? HTTPClientError else { return false }
        if !error.proxySchemes.isEmpty {
            let refusal = HTTPResponse(refusedTunnel: error.proxySchemes)
            if try await authentication.answers(refusal, to: request, through: route, content: content) { return true }
        }
        if error.mayBeRepeated, repetitions < Self.repetitionLimit, canBeSentAgain {
            repetitions += 1
            return true
        }
        client.health.note(request, isFailure: error.isFaultOfServer)
        return try await retries(after: error.outcome, .error(error))
    }

    /// Whether there is another attempt after one that brought a response; its content is then given up.
    private mutating func goesOn(after response: HTTPClientResponse, _ route: ProxyRoute?) async throws -> Bool {
        let head = response.head
        client.noteStrictTransport(head, from: request.url)
        client.health.note(request, isFailure: head.status.kind == .serverError)
        if head.status == 417, options.options.continueTimeout != nil, content != nil, canBeSentAgain {
            // The server does not know the question: the same again without it (RFC 9110 §10.1.1).
            options = options.waitingForContinue(nil)
            return true
        }
        try await authentication.accept(head)
        if try await authentication.answers(head, to: request, through: route, content: content) { return true }
        if try await follows(head) { return true }
        return try await retries(after: .response(head), .response(head))
    }

    private mutating func follows(_ head: HTTPResponse) async throws -> Bool {
        do {
            guard let step = try redirects.next(after: head, to: request, upgrading: client.upgrading) else { return false }
            var next = step.request
            if let hook = options.options.onRedirect {
                let redirection = Redirection(response: head, url: request.url, proposed: next, previous: history)
                switch try await hook(redirection) {
                case .deliverRedirectionResponse: return false
                case .follow(let changed):
                    next = client.completed(changed)
                    redirects.protect(&next, from: request)
                }
            }
            history.append(RedirectHop(status: head.status, url: request.url, headerFields: head.headerFields))
            if step.keepsContent { try content?.requireReplay(after: head, from: request.url) } else { content = nil }
            request = next
            return true
        } catch let error as RedirectError {
            throw HTTPClientError(.redirect, error.description, cause: error)
        }
    }

    /// Waits when there is to be another attempt.
    private mutating func retries(after outcome: Retries.Outcome, _ reason: RetryAttempt.Reason) async throws -> Bool {
        let failed = retries.attempts
        guard
            let delay = retries.delay(
                after: outcome, of: request, canResend: canBeSentAgain, now: .now, remaining: deadline.map { $0 - .now }),
            client.health.takeRetry(request)
        else { return false }
        if let hook = options.options.onRetry {
            guard await hook(RetryAttempt(number: failed, request: request, reason: reason, delay: delay)) else { return false }
        }
        do {
            try await Task.sleep(for: delay)
        } catch {
            throw HTTPClientError.cancelled
        }
        return true
    }
}
