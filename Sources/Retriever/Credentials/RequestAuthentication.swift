internal import CurlTransport
internal import HTTPSemantics

/// How one request proves who asks, to servers and proxies, over all its hops. Most requests need none.
final class RequestAuthentication {
    private let authenticator: Authenticator
    private let options: PreparedOptions
    private var responder = ChallengeResponder()
    /// The request's own credential, and whom it is for.
    private var own: (credential: Credential, origin: WebURL.Origin)?
    private var isFirstHop = true
    private var tokens: BearerTokens?
    /// Whether the current attempt has a field of the caller's own, or an interceptor's; that is their business.
    private var isLeftAlone: Bool
    /// What the current attempt carries.
    private var server: ChallengedExchange?
    private var proxy: ChallengedExchange?
    /// What the next attempt is to carry.
    private var serverAnswer: SentCredential?
    private var proxyAnswer: SentCredential?

    /// - Parameter isLeftAlone: Whether the current attempt, if there is one, has a field of the caller's own.
    init(_ authenticator: Authenticator, _ options: PreparedOptions, isLeftAlone: Bool) {
        self.authenticator = authenticator
        self.options = options
        self.isLeftAlone = isLeftAlone
    }

    /// Begins an attempt: takes user name and password out of its URL.
    ///
    /// - Throws: ``HTTPClientError`` with code `badURL` when nothing can carry the user name.
    func begin(_ request: inout HTTPRequest) throws {
        defer { isFirstHop = false }
        isLeftAlone = request.headerFields.contains(.authorization)
        if request.url.hasCredentials {
            guard let credentials = BasicCredentials(request.url) else {
                throw HTTPClientError(
                    .badURL, "the user name in the address holds a colon, which Basic cannot carry (RFC 7617 §2)")
            }
            request.url = request.url.withoutCredentials
            own = (Credential(credentials), request.url.origin)
        } else if isFirstHop, let credential = options.options.credentials {
            own = (credential, request.url.origin)
        }
    }

    /// Whether ``equip(_:content:)`` may have something to do; otherwise the attempt carries nothing.
    func isNeeded(for attempt: TransferRequest) -> Bool {
        (server, proxy, tokens) = (nil, nil, nil)
        let request = attempt.request
        isLeftAlone = request.headerFields.contains(.authorization)
        let isAsked = own != nil || serverAnswer != nil || proxyAnswer != nil || attempt.proxy?.user != nil
        return isAsked || !authenticator.isIdle
    }

    /// Whether the current attempt carries anything that its response may accept.
    var hasSentAny: Bool { server?.sent != nil || proxy?.sent != nil }

    /// Adds to an attempt what is known to prove who asks.
    func equip(_ attempt: inout TransferRequest, content: RequestContent?) async throws {
        defer { (serverAnswer, proxyAnswer) = (nil, nil) }
        let request = attempt.request
        if !isLeftAlone {
            var exchange = serverExchange(request, content)
            if exchange.own == nil, exchange.user == nil, let tokens = authenticator.tokens(for: request.url) {
                self.tokens = tokens
                exchange.own = .bearer(try await tokens.token())
                exchange.isRenewable = true
            }
            exchange.sent = serverAnswer ?? authenticator.withMemory { $0.ahead(exchange) }
            try exchange.sent?.apply(to: &attempt, content: content)
            server = exchange
        }
        if var exchange = attempt.proxy.flatMap({ proxyExchange(request, $0) }) {
            let configured = exchange.sent
            exchange.sent = proxyAnswer ?? authenticator.withMemory { $0.known(exchange) } ?? configured
            exchange.sent?.apply(toProxyOf: &attempt)
            proxy = exchange
        }
    }

    /// Takes note of a response that accepts what was sent.
    ///
    /// - Throws: ``HTTPClientError`` with code `authentication` when the peer does not know the password that it was sent a digest of.
    func accept(_ head: HTTPResponse) async throws {
        // A proxy that refuses says nothing about the server.
        if head.status != 401, head.status != 407 { try await accept(head, server) }
        if head.status != 407 { try await accept(head, proxy) }
    }

    private func accept(_ head: HTTPResponse, _ exchange: ChallengedExchange?) async throws {
        guard let exchange, let sent = exchange.sent else { return }
        let unsaved: (space: ProtectionSpace, credential: Credential)?
        do {
            unsaved = try authenticator.withMemory { try $0.accept(sent, exchange, head) }
        } catch let error as ImpostorError {
            throw HTTPClientError(
                .authentication, "whoever answers for \(error.space) does not know the password", cause: error)
        }
        if let unsaved { await authenticator.save(unsaved.credential, for: unsaved.space) }
    }

    /// Whether a 401 or 407 can be answered, so that the request is sent again; its answer is added then.
    func answers(
        _ head: HTTPResponse, to request: HTTPRequest, through route: ProxyRoute?, content: RequestContent?
    ) async throws -> Bool {
        guard content?.canBeSent ?? true else { return false }
        if head.status == 401, !isLeftAlone {
            serverAnswer = try await answer(server ?? serverExchange(request, content), head)
        } else if head.status == 407, let exchange = proxy ?? route.flatMap({ proxyExchange(request, $0) }) {
            proxyAnswer = try await answer(exchange, head)
        }
        return serverAnswer != nil || proxyAnswer != nil
    }

    // MARK: -

    private func serverExchange(_ request: HTTPRequest, _ content: RequestContent?) -> ChallengedExchange {
        var exchange = ChallengedExchange(request, content: content.map(\.bytes) ?? [])
        guard let own, own.origin == exchange.peer.origin else { return exchange }
        // Of a name without a password the stores may know more.
        let isNameOnly = !authenticator.stores.isEmpty && own.credential.isNameOnly
        if isNameOnly { exchange.user = own.credential.user } else { exchange.own = own.credential }
        return exchange
    }

    /// What is between the client and a proxy, with what the transport sends to it by itself; `nil` for proxies without challenges.
    private func proxyExchange(_ request: HTTPRequest, _ route: ProxyRoute) -> ChallengedExchange? {
        guard route.kind != .socks5 else { return nil }
        let origin = WebURL.Origin(scheme: route.kind.rawValue, host: route.host, port: route.port)
        var exchange = ChallengedExchange(request, peer: .init(origin: origin, isProxy: true), content: nil)
        exchange.isTunnel = request.url.isSecure || route.alwaysTunnels
        exchange.own = route.credential
        exchange.sent = exchange.own.map { .byTransport($0, route.authentication.scheme) }
        return exchange
    }

    /// The answer to a challenge; `nil` when the response is to be handed out.
    private func answer(_ exchange: ChallengedExchange, _ head: HTTPResponse) async throws -> SentCredential? {
        var exchange = exchange
        var handler = options.options.onChallenge
        var step = authenticator.withMemory { responder.next(after: head, to: exchange, &$0) }
        while true {
            switch step {
            case .deliver: return nil
            case .send(let sent): return sent
            case .renew(let refused):
                guard let tokens else { return nil }
                exchange.own = .bearer(try await tokens.token(insteadOf: refused))
                step = authenticator.withMemory { responder.renewed(exchange, &$0) }
            case .ask(let question):
                let inquiry = Authenticator.Inquiry(
                    question: question, request: exchange.request, user: exchange.user, handler: handler)
                step = try await authenticator.ask(inquiry) { answer in
                    if answer.isLeftToStores { handler = nil }
                    return authenticator.withMemory { responder.resolve(answer.reply, exchange, &$0) }
                }
            case .mismatch(let schemes):
                let offered = schemes.map(\.description).joined(separator: ", ")
                throw HTTPClientError(
                    .authentication, "the answer to \(exchange.peer.origin) is for no scheme that it offers (\(offered))")
            }
        }
    }
}

extension HTTPResponse {
    /// What a proxy has said that did not make a tunnel: the transport keeps no more of it.
    init(refusedTunnel schemes: [String]) {
        self.init(status: 407)
        headerFields[values: .proxyAuthenticate] = schemes
    }
}
