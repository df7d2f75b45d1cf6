internal import CurlTransport
internal import HTTPSemantics

/// Carries one request out: attempt after attempt, as redirects, challenges and retries decide.
///
/// A class, though one task has it: each async function would keep copies of all of it while it waits.
final class Exchange {
    private let client: HTTPClient
    private var options: PreparedOptions
    private var request: HTTPRequest
    private var content: RequestContent?
    private let metrics: MetricsCollector?
    private let deadline: Moment?
    private var cookies: RequestCookies
    /// User name and password that the URL had, for the cache to tell users apart.
    private var userInfo: String?
    /// There when it is needed.
    private var authentication: RequestAuthentication?
    /// Whether the current attempt has an `Authorization` of the caller's or an interceptor's own.
    private var hasOwnAuthorization = false
    private var redirects: Redirects
    private var retries: Retries
    /// How often the request was made again at once, because nothing came of it for no fault of anybody's.
    private var repetitions = 0
    private static let repetitionLimit = 5
    private var history: [RedirectHop] = []
    /// The proxy of the current attempt.
    private var route: ProxyRoute?
    /// How long to wait before the next attempt.
    private var pause = Duration.zero
    /// Whether the next attempt only goes on with one that the origin's circuit let through.
    private var isAdmitted = false

    init(
        _ request: consuming HTTPRequest, content: RequestContent?, options: PreparedOptions, client: HTTPClient,
        metrics: MetricsCollector?
    ) {
        self.client = client
        self.options = options
        self.request = request
        self.content = content
        self.metrics = metrics
        deadline = options.options.totalTimeout.map { Moment.now + $0 }
        redirects = options.options.redirectRules
        retries = Retries(policy: options.options.retries)
        cookies = RequestCookies(options.options.usesCookies ? client.configuration.cookieJar : nil)
        if options.options.credentials != nil { _ = neededAuthentication() }
    }

    /// - Throws: ``HTTPClientError``, and whatever hooks and interceptors throw.
    func run() async throws -> HTTPClientResponse {
        while true {
            try begin()
            let response: HTTPClientResponse
            do {
                response = hasCache ? try await cached() : try await send()
            } catch {
                guard try await recovers(from: error) else { throw error }
                continue
            }
            if !hasCache { note(response) }
            if cookies.areUnsaved { await cookies.save() }
            if isFinal(response) { return response }
            guard try await isFollowed(response) else { return response.with(history: history) }
        }
    }

    /// Remembers what a response says about its server.
    @inline(never) private func note(_ response: HTTPClientResponse) {
        if client.configuration.strictTransport != nil { client.noteStrictTransport(response.head, from: request.url) }
        client.health.note(request, isFailure: response.status.kind == .serverError)
        cookies.receive(response)
    }

    /// Whether there is nothing to decide about a response, as about most.
    private func isFinal(_ response: HTTPClientResponse) -> Bool {
        response.status.kind == .successful && !(authentication?.hasSentAny ?? false) && history.isEmpty
    }

    // What an async function has had in its hands it keeps for as long as it waits; therefore much is in functions of their own.

    @inline(never) private func begin() throws {
        guard !Task.isCancelled else { throw HTTPClientError.cancelled }
        if client.configuration.strictTransport != nil { request.url = client.upgrading(request.url) }
        if hasCache, request.url.hasCredentials { userInfo = "\(request.url.username)\n\(request.url.password)" }
        if authentication != nil || request.url.hasCredentials { try neededAuthentication().begin(&request) }
        cookies.begin(request)
    }

    /// Asks the origin's circuit before anything goes out.
    private func admit() throws {
        if !isAdmitted { try client.health.admit(request) }
        isAdmitted = false
    }

    /// The response, stored or from the server.
    @inline(never) private func cached() async throws -> HTTPClientResponse {
        guard let cache = client.configuration.cache else { return try await send() }
        let run = CacheRun(
            cache, request, outgoing: outgoing, userInfo: userInfo, options: options, deadline: deadline)
        return try await run.answer(
            { question in
                let response = try await self.response(to: question)
                self.note(response)
                return (response, isAuthorized: self.authentication?.hasSentAny ?? self.hasOwnAuthorization)
            }, revalidation: revalidation)
    }

    /// The server's response to the request, or to another question about it.
    private func response(to question: HTTPRequest?) async throws -> HTTPClientResponse {
        guard let question else { return try await send() }
        let own = request
        request = question
        defer { request = own }
        return try await send()
    }

    /// Asks once more for what a stale response answers, for those who ask later.
    private func revalidation() -> @Sendable () async -> Void {
        var options = options.options
        options.cachePolicy = .revalidate
        options.redirects = .deliverRedirectionResponse
        options.onMetrics = nil
        // Nobody is there to be asked.
        options.onChallenge = nil
        options.onRetry = nil
        return { [client, request, options] in
            await client.refresh(request, options)
        }
    }

    /// The request as the interceptors of attempts see it.
    private var outgoing: HTTPRequest { cookies.added(to: request) }

    private var hasCache: Bool { client.configuration.cache != nil }
    private var canBeSentAgain: Bool { content?.canBeSent ?? true }

    /// Whether there is another attempt after a response; its content is then given up.
    @inline(never) private func isFollowed(_ response: HTTPClientResponse) async throws -> Bool {
        do {
            guard try await goesOn(after: response) else { return false }
            // Before any wait: who waits holds no connection.
            response.body.discard()
        } catch {
            response.body.discard()
            throw error
        }
        try await waitForNextAttempt()
        return true
    }

    private func waitForNextAttempt() async throws {
        guard pause > .zero else { return }
        defer { pause = .zero }
        do {
            try await Task.sleep(for: pause)
        } catch {
            throw HTTPClientError.cancelled
        }
    }

    /// Sends the request by way of the interceptors of attempts.
    private func send() async throws -> HTTPClientResponse {
        try admit()
        guard client.configuration.attemptInterceptors.isEmpty else { return try await intercepted() }
        if let substitute = client.substitute { return try await substituted(outgoing, content, options, by: substitute) }
        if let transfer = try startAtOnce() { return try await response(transfer) }
        return try await response(try await start(outgoing, content, options))
    }

    @inline(never) private func intercepted() async throws -> HTTPClientResponse {
        let call = InterceptedRequest(request: outgoing, content: content, options: options.options, attempt: retries.attempts)
        return try await call.pass(client.configuration.attemptInterceptors[...]) { call in
            var call = call
            self.cookies.follow(&call.request, from: self.request.url)
            guard call.request.url.isHTTP, !call.request.url.hasCredentials else {
                throw HTTPClientError(
                    .badURL, "an interceptor has asked for what is no http or https address, or has put a password into it")
            }
            let options = PreparedOptions(call.options)
            if let substitute = self.client.substitute {
                return try await self.substituted(call.request, call.content, options, by: substitute)
            }
            return try await self.response(try await self.start(call.request, call.content, options))
        }
    }

    /// Has the client's substitute for the network answer.
    @inline(never) private func substituted(
        _ request: HTTPRequest, _ content: RequestContent?, _ options: PreparedOptions, by substitute: any Interceptor
    ) async throws -> HTTPClientResponse {
        let content = try await content?.inMemory()
        let attempt = try await equipped(request, content, options)
        let call = InterceptedRequest(
            request: attempt.request, content: content, options: options.options, attempt: retries.attempts)
        return try await call.answer(by: substitute, until: deadline)
    }

    /// Sends the request when nothing has to be awaited for that; `nil` when something has.
    @inline(never) private func startAtOnce() throws -> Transfer? {
        guard content == nil else { return nil }
        let attempt = try client.transferRequest(outgoing, options: options, deadline: deadline)
        return needsAuthentication(attempt) ? nil : start(attempt)
    }

    private func needsAuthentication(_ attempt: TransferRequest) -> Bool {
        if let authentication { return authentication.isNeeded(for: attempt) }
        hasOwnAuthorization = attempt.request.headerFields.contains(.authorization)
        return attempt.proxy?.user != nil || !client.authenticator.isIdle
    }

    private func neededAuthentication() -> RequestAuthentication {
        let authentication =
            authentication ?? RequestAuthentication(client.authenticator, options, isLeftAlone: hasOwnAuthorization)
        self.authentication = authentication
        return authentication
    }

    /// Sends a request over the wire.
    @inline(never) private func start(
        _ request: HTTPRequest, _ content: RequestContent?, _ options: PreparedOptions
    ) async throws -> Transfer {
        start(try await equipped(request, content, options))
    }

    /// The request as it goes out: with its content opened, and with what proves who asks.
    private func equipped(
        _ request: HTTPRequest, _ content: RequestContent?, _ options: PreparedOptions
    ) async throws -> TransferRequest {
        var attempt = try client.transferRequest(request, options: options, deadline: deadline)
        if let content {
            let opened = try await OpenedContent(content)
            attempt.request = try opened.describe(request)
            attempt.content = opened.content
        }
        route = attempt.proxy
        if needsAuthentication(attempt) { try await neededAuthentication().equip(&attempt, content: content) }
        return attempt
    }

    private func start(_ attempt: consuming TransferRequest) -> Transfer {
        route = attempt.proxy
        attempt.isRepetition = repetitions > 0
        attempt.onMetrics = metrics?.beginHop(attempt.request.url)
        options.options.onSending?(attempt.request, attempt.content != nil)
        return client.start(attempt)
    }

    /// The response, when its head has come.
    private func response(_ transfer: Transfer) async throws -> HTTPClientResponse {
        do {
            return HTTPClientResponse(head: try await transfer.head(), url: transfer.url, body: ResponseBody(transfer))
        } catch {
            throw HTTPClientError(error)
        }
    }

    // MARK: - What comes next

    /// Whether there is another attempt after one that brought no response.
    @inline(never) private func recovers(from error: any Error) async throws -> Bool {
        guard let error = error as? HTTPClientError else { return false }
        if !error.proxySchemes.isEmpty {
            let refusal = HTTPResponse(refusedTunnel: error.proxySchemes)
            if try await neededAuthentication().answers(refusal, to: request, through: route, content: content) {
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
        guard try await retries(after: error.outcome, .error(error)) else { return false }
        try await waitForNextAttempt()
        return true
    }

    /// Whether there is another attempt after one that brought a response.
    private func goesOn(after response: HTTPClientResponse) async throws -> Bool {
        let head = response.head
        if head.status == 417, options.options.continueTimeout != nil, content != nil, canBeSentAgain {
            // The server does not know the question: the same again without it (RFC 9110 §10.1.1).
            options = options.waitingForContinue(nil)
            return true
        }
        try await authentication?.accept(head)
        if head.status == 401 || head.status == 407,
            try await neededAuthentication().answers(head, to: request, through: route, content: content)
        {
            return true
        }
        if try await follows(response) { return true }
        return try await retries(after: .response(head), .response(head))
    }

    private func follows(_ response: HTTPClientResponse) async throws -> Bool {
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
            history.append(
                RedirectHop(
                    status: head.status, url: asked.url, headerFields: head.headerFields, httpVersion: response.httpVersion))
            if step.keepsContent { try content?.requireReplay(after: head, from: asked.url) } else { content = nil }
            request = step.request
            return true
        } catch let error as RedirectError {
            throw HTTPClientError(.redirect, error.description, cause: error)
        }
    }

    /// Whether the policy, the server's state and the program want another attempt, after a pause.
    private func retries(after outcome: Retries.Outcome, _ reason: RetryAttempt.Reason) async throws -> Bool {
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
