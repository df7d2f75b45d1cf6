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
    /// How long to wait before the next attempt.
    private var pause = Duration.zero
    /// Whether the next attempt only goes on with one that the origin's circuit let through.
    private var isAdmitted = false

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
            guard pause > .zero else { continue }
            do {
                try await Task.sleep(for: pause)
            } catch {
                throw HTTPClientError.cancelled
            }
            pause = .zero
        }
    }

    private var canBeSentAgain: Bool { content?.canBeSent ?? true }

    /// One attempt: the response to hand out, or `nil` when there has to be another attempt.
    private mutating func attempt() async throws -> HTTPClientResponse? {
        request.url = client.upgrading(request.url)
        try authentication.begin(&request)
        if !isAdmitted { try client.health.admit(request) }
        isAdmitted = false
        var route: ProxyRoute?
        let response: HTTPClientResponse
        do {
            response = try await send(&route)
        } catch {
            guard try await recovers(from: error, route) else { throw error }
            return nil
        }
        do {
            guard try await goesOn(after: response, route) else { return response.with(history: history) }
            // Before any wait: who waits holds no connection.
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
            guard call.request.url.isHTTP, !call.request.url.hasCredentials else {
                throw HTTPClientError(
                    .badURL, "an interceptor has asked for what is no http or https address, or has put a password into it")
            }
            return try await exchange.transfer(call.request, call.content, PreparedOptions(call.options), &ways)
        }
    }

    /// Sends a request over the wire, and waits for the head of the response.
    private mutating func transfer(
        _ request: HTTPRequest, _ content: RequestContent?, _ options: PreparedOptions, _ route: inout ProxyRoute?
    ) async throws -> HTTPClientResponse {
        var attempt = try client.transferRequest(request, options: options, deadline: deadline)
        if let content {
            let opened = try await OpenedContent(content)
            attempt.request = try opened.describe(request)
            attempt.content = opened.content
        }
        route = attempt.proxy
        try await authentication.equip(&attempt, content: content)
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
            if try await authentication.answers(refusal, to: request, through: route, content: content) {
                isAdmitted = true
                return true
            }
        }
        if error.mayBeRepeated, repetitions < Self.repetitionLimit, canBeSentAgain {
            repetitions += 1
            isAdmitted = true
            return true
        }
        // Other failures say nothing about the server, not even that it is well.
        if error.isFaultOfServer { client.health.note(request, isFailure: true) }
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
        if try await follows(response) { return true }
        return try await retries(after: .response(head), .response(head))
    }

    private mutating func follows(_ response: HTTPClientResponse) async throws -> Bool {
        let head = response.head
        var asked = request
        // An interceptor may have asked elsewhere; `Location` is relative to that.
        asked.url = response.url
        do {
            guard var step = try redirects.next(after: head, to: asked, upgrading: client.upgrading) else { return false }
            if let hook = options.options.onRedirect {
                let redirection = Redirection(response: head, url: asked.url, proposed: step.request, previous: history)
                switch try await hook(redirection) {
                case .deliverRedirectionResponse: return false
                case .follow(var wanted):
                    wanted.url = client.upgrading(wanted.url)
                    step = try redirects.changed(step, to: wanted, after: asked)
                }
            }
            history.append(RedirectHop(status: head.status, url: asked.url, headerFields: head.headerFields))
            if step.keepsContent { try content?.requireReplay(after: head, from: asked.url) } else { content = nil }
            request = step.request
            return true
        } catch let error as RedirectError {
            throw HTTPClientError(.redirect, error.description, cause: error)
        }
    }

    /// Whether the policy, the server's state and the program want another attempt, after a pause.
    private mutating func retries(after outcome: Retries.Outcome, _ reason: RetryAttempt.Reason) async throws -> Bool {
        let failed = retries.attempts
        guard
            let delay = retries.delay(
                after: outcome, of: request, canResend: canBeSentAgain, now: .now, remaining: deadline.map { $0 - .now }),
            client.health.takeRetry(request, after: delay)
        else { return false }
        if let hook = options.options.onRetry {
            guard await hook(RetryAttempt(number: failed, request: request, reason: reason, delay: delay)) else { return false }
        }
        pause = delay
        return true
    }
}
