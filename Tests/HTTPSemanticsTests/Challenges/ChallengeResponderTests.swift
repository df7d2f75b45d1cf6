import HTTPSemantics
import Retriever
import Testing

/// A client without a network: one request after the other, each with its own responder, and a memory for all.
private struct Client {
    var memory = CredentialMemory(
        functions: .real, parser: URLParser { _ in nil }, makeNonce: { "client-nonce" })
    var responder = ChallengeResponder()
    var exchange: ChallengedExchange

    init(_ url: String = "http://h/docs/a", own: Credential? = nil, content: [UInt8]? = []) throws {
        exchange = ChallengedExchange(HTTPRequest(url: try WebURL(url)), content: content, own: own)
    }

    /// Begins another request; what it carries at first.
    mutating func begin(_ url: String, own: Credential? = nil) throws -> SentCredential? {
        responder = ChallengeResponder()
        exchange = ChallengedExchange(HTTPRequest(url: try WebURL(url)), own: own)
        exchange.sent = memory.ahead(exchange)
        return exchange.sent
    }

    /// What follows a 401 with these challenges.
    mutating func challenged(_ challenges: String...) -> ChallengeResponder.Step {
        let name: HTTPField.Name = exchange.peer.isProxy ? .proxyAuthenticate : .wwwAuthenticate
        let fields = HTTPFields(challenges.compactMap { HTTPField(name: name, value: $0) })
        return noting(responder.next(after: HTTPResponse(status: 401, headerFields: fields), to: exchange, &memory))
    }

    mutating func replied(_ reply: ChallengeResponder.Reply) -> ChallengeResponder.Step {
        noting(responder.resolve(reply, exchange, &memory))
    }

    mutating func renewed(_ token: String) -> ChallengeResponder.Step {
        exchange.own = .bearer(token)
        return noting(responder.renewed(exchange, &memory))
    }

    /// A response that accepts what was sent; what a store is to get.
    mutating func accepted(_ fields: HTTPFields = [:]) throws -> Credential? {
        guard let sent = exchange.sent else { return nil }
        return try memory.accept(sent, exchange, HTTPResponse(status: 200, headerFields: fields))?.credential
    }

    private mutating func noting(_ step: ChallengeResponder.Step) -> ChallengeResponder.Step {
        if case .send(let sent) = step { exchange.sent = sent }
        return step
    }
}

extension ChallengeResponder.Step {
    /// What the step is, in a word or two.
    fileprivate var summary: String {
        switch self {
        case .deliver: "deliver"
        case .send(let sent): sent.summary
        case .renew(let token): "renew \(token)"
        case .ask(let question): "ask \(question.space.scheme) \(question.space.realm ?? "-") \(question.refused.count)"
        case .mismatch: "mismatch"
        }
    }
}

extension SentCredential {
    fileprivate var summary: String {
        guard case .field(let value) = form else { return "transport \(scheme.map { "\($0)" } ?? "signature")" }
        guard let basic = BasicCredentials(authorization: value) else {
            guard let parameters = Challenge.list([value]).first?.parameters, let nonce = parameters["nonce"] else {
                return value
            }
            return "Digest \(parameters["username"] ?? "") \(nonce) \(parameters["nc"] ?? "-")"
        }
        return "Basic \(basic.user):\(basic.password)"
    }
}

private let me = Credential.password(user: "me", password: "pw")
private let other = Credential.password(user: "other", password: "pw2")

@Suite("What is done about 401 and 407, RFC 9110 §11")
struct ChallengeResponderTests {
    // MARK: - Choosing

    @Test(
        "The strongest challenge is answered that the credential fits",
        arguments: [
            (["Basic realm=r", "Digest realm=r, nonce=n, qop=auth"], "Digest me n 00000001"),
            (["Digest realm=r, nonce=n", "Basic realm=r"], "Digest me n -"),
            (
                [
                    "Digest realm=r, nonce=1", "Digest realm=r, nonce=2, algorithm=SHA-256",
                    "Digest realm=r, nonce=3, algorithm=SHA-512-256",
                ],
                "Digest me 3 -"
            ),
            (["Digest realm=r, nonce=2, algorithm=sha-256, Digest realm=r, nonce=1, algorithm=MD5"], "Digest me 2 -"),
            (["Digest realm=r, nonce=1", "Digest realm=r, nonce=2"], "Digest me 1 -"),
            (["Negotiate, NTLM, Bearer, Basic realm=r"], "Basic me:pw"),
            (["Digest realm=r, nonce=n, algorithm=X, Basic"], "Basic me:pw"),
            (["dIGEST nONCE=n,rEALM=r"], "Digest me n -"),
            // 401 without a challenge that means anything is a response like any other.
            ([], "deliver"), (["Newauth realm=r"], "deliver"), (["Digest realm=r"], "deliver"), (["@"], "deliver"),
        ])
    func choice(challenges: [String], expected: String) throws {
        var client = try Client(own: me)
        #expect(client.challenged(challenges.joined(separator: ", ")).summary == expected)
    }

    @Test("A credential is used in its own schemes only") func schemes() throws {
        let challenges = "Basic realm=r, Digest realm=r, nonce=n, NTLM, Negotiate, Bearer realm=r"
        for (credential, expected) in [
            (Credential.digest(user: "me", password: "pw"), "Digest me n -"),
            (.ntlm(user: "me", password: "pw"), "transport NTLM"),
            (.negotiate, "transport Negotiate"), (.bearer("t"), "Bearer t"),
        ] {
            var client = try Client(own: credential)
            #expect(client.challenged(challenges).summary == expected)
        }
        var client = try Client(own: .digest(user: "me", password: "pw"))
        #expect(client.challenged("Basic realm=r").summary == "ask Basic r 0")
    }

    @Test("A user name that Basic cannot carry, and a token that no field can, are not sent") func unsendable() throws {
        var client = try Client(own: .password(user: "a:b", password: "pw"))
        #expect(client.challenged("Basic realm=r").summary == "ask Basic r 0")
        #expect(client.challenged("Digest realm=r, nonce=n").summary == "Digest a:b n -")
        for token in ["", "a b", "a\r\nX: y", "ä"] {
            #expect(try client.begin("http://h/", own: .bearer(token)) == nil)
            #expect(client.challenged("Bearer").summary == "ask Bearer - 0")
        }
    }

    @Test("Content that has to be protected has to be known") func content() throws {
        var client = try Client(own: me, content: nil)
        #expect(client.challenged("Digest realm=r, nonce=n, qop=auth-int").summary == "ask Digest r 0")
        #expect(client.challenged("Digest realm=r, nonce=n, qop=\"auth-int, auth\"").summary == "Digest me n 00000001")
    }

    // MARK: - Asking

    @Test("Who knows nothing asks, challenge by challenge") func asking() throws {
        var client = try Client()
        #expect(
            client.challenged("Basic realm=a, Digest realm=b, nonce=n, Digest realm=b, nonce=m, Bearer").summary
                == "ask Digest b 0")
        #expect(client.replied(.next).summary == "ask Bearer - 0")
        #expect(client.replied(.next).summary == "ask Basic a 0")
        #expect(client.replied(.next).summary == "deliver")
        #expect(client.challenged("Basic realm=a").summary == "ask Basic a 0")
        #expect(client.replied(.deliver).summary == "deliver")
        // An answer for another challenge than the one that was asked about
        #expect(client.challenged("Negotiate, Basic realm=a").summary == "ask Negotiate - 0")
        #expect(client.replied(.use(me, .session)).summary == "Basic me:pw")
        #expect(client.challenged("Negotiate").summary == "ask Negotiate - 1")
        #expect(client.replied(.use(other, .session)).summary == "mismatch")
    }

    @Test("A wrong password is asked for again, and not sent again") func wrongPassword() throws {
        var client = try Client()
        #expect(client.challenged("Basic realm=r").summary == "ask Basic r 0")
        #expect(client.replied(.use(me, .session)).summary == "Basic me:pw")
        #expect(client.challenged("Basic realm=r").summary == "ask Basic r 1")
        #expect(client.memory.isEmpty)
        #expect(client.replied(.use(other, .session)).summary == "Basic other:pw2")
        #expect(client.challenged("Basic realm=r").summary == "ask Basic r 2")
        #expect(client.replied(.use(me, .session)).summary == "deliver")
    }

    @Test(
        "The same answer to every challenge ends, whatever the server asks next",
        arguments: [
            ["Basic realm=r"], ["Basic realm=1", "Basic realm=2", "Basic realm=3"],
            ["Digest realm=r, nonce=1", "Digest realm=r, nonce=2"],
            ["Digest realm=r, nonce=1, stale=true", "Digest realm=r, nonce=2, stale=true"],
            ["Digest realm=r, nonce=1, stale=true"], ["Basic realm=r", "Digest realm=r, nonce=1"], ["Bearer", "Basic"],
        ])
    func fixedAnswer(challenges: [String]) throws {
        for own in [nil, me] {
            var client = try Client()
            _ = try client.begin("http://h/", own: own)
            var sent = 0
            for round in 0..<100 {
                var step = client.challenged(challenges[round % challenges.count])
                if case .ask = step { step = client.replied(.use(me, .session)) }
                guard case .send = step else { break }
                sent += 1
            }
            #expect(sent <= 6)
        }
    }

    @Test("Rounds have a limit, even when each has another answer") func limit() throws {
        var client = try Client()
        for round in 0..<ChallengeResponder.roundLimit {
            #expect(client.challenged("Basic realm=r").summary == "ask Basic r \(round)")
            _ = client.replied(.use(.password(user: "u\(round)", password: "p"), .session))
        }
        #expect(client.challenged("Basic realm=r").summary == "deliver")
    }

    @Test("A refused credential is not tried with another scheme that takes it") func otherScheme() throws {
        var client = try Client()
        #expect(try client.begin("http://h/", own: me)?.summary == "Basic me:pw")
        #expect(client.challenged("Basic realm=r, Digest realm=r, nonce=n").summary == "ask Digest r 1")
    }

    // MARK: - Ahead

    @Test("A request's own credential is sent ahead, until it is known that the server wants something else") func ownAhead()
        throws
    {
        var client = try Client()
        #expect(try client.begin("http://h/", own: me)?.summary == "Basic me:pw")
        #expect(client.challenged("Digest realm=r, nonce=n, qop=auth").summary == "Digest me n 00000001")
        #expect(try client.begin("http://h/x/y?z", own: me)?.summary == "Digest me n 00000002")
        // What one request was given is not lent to others.
        #expect(try client.begin("http://h/") == nil)
        #expect(client.challenged("Digest realm=r, nonce=n, qop=auth").summary == "ask Digest r 0")
        #expect(try client.begin("http://h/", own: other)?.summary == "Basic other:pw2")
        #expect(try client.begin("http://h/", own: .digest(user: "me", password: "pw")) == nil)
        #expect(try client.begin("http://h/", own: .bearer("t"))?.summary == "Bearer t")
        #expect(try client.begin("http://h/", own: .negotiate)?.summary == "transport Negotiate")
        let key = Credential.aws(accessKey: "a", secretKey: "b", region: "c", service: "d")
        #expect(try client.begin("http://h/", own: key)?.summary == "transport signature")
    }

    @Test(
        "Basic is sent ahead to what is as deep or deeper, RFC 7617 §2.2; to no other origin",
        arguments: [
            ("http://h/docs/a", true), ("http://h/docs/", true), ("http://h/docs/x/y?q", true), ("http://h:80/docs/b", true),
            ("http://h/docs", false), ("http://h/", false), ("http://h/docsx/a", false), ("http://h/Docs/a", false),
            ("http://h/docs/../a", false), ("http://h/docs/%2e%2e/a", false),
            ("https://h/docs/a", false), ("http://h:81/docs/a", false), ("http://www.h/docs/a", false),
            ("http://o/docs/a", false),
        ])
    func basicScope(url: String, isSent: Bool) throws {
        var client = try Client("http://h/docs/a")
        _ = client.challenged("Basic realm=r")
        _ = client.replied(.use(me, .session))
        #expect(try client.accepted() == nil)
        #expect(try client.begin(url)?.summary == (isSent ? "Basic me:pw" : nil))
        // Asked for the same space elsewhere on the server, it is known, and goes there from now on.
        guard !isSent, client.exchange.peer.origin.description == "http://h:80" else { return }
        #expect(client.challenged("Basic realm=r").summary == "Basic me:pw")
        #expect(try client.begin(url)?.summary == "Basic me:pw")
        #expect(try client.begin("http://h/docs/a")?.summary == "Basic me:pw")
        #expect(client.challenged("Basic realm=other").summary == "ask Basic other 0")
    }

    @Test(
        "Digest is sent ahead to the whole server, or what its domain says; to no other origin",
        arguments: [
            ("", "http://h/x", true), ("", "http://o/docs/a", false), ("/docs", "http://h/docs/b", true),
            ("/docs", "http://h/docs", true),
            ("/docs", "http://h/docsx", false), ("/x http://h/y/", "http://h/y/z", true),
            ("/x http://h/y/", "http://h/docs/a", false),
            ("http://o/", "http://o/", false), ("http://o/", "http://h/docs/b", true), ("http://o/", "http://h/", false),
            ("https://h/", "https://h/", false), ("../z/", "http://h/z/1", true), ("http://[", "http://h/docs/b", true),
        ])
    func digestScope(domain: String, url: String, isSent: Bool) throws {
        var client = try Client("http://h/docs/a")
        _ = client.challenged("Digest realm=r, nonce=n, qop=auth, domain=\"\(domain)\"")
        _ = client.replied(.use(me, .session))
        #expect(try client.begin(url)?.summary == (isSent ? "Digest me n 00000002" : nil))
    }

    @Test("What is nearest is sent") func nearest() throws {
        var client = try Client("http://h/a/x")
        for (path, credential) in [("/", me), ("/a/", other)] {
            _ = try client.begin("http://h\(path)")
            _ = client.challenged("Basic realm=\(path)")
            _ = client.replied(.use(credential, .session))
        }
        #expect(try client.begin("http://h/a/b")?.summary == "Basic other:pw2")
        #expect(try client.begin("http://h/b")?.summary == "Basic me:pw")
        // In a part of the server that it is not for, it was not refused.
        #expect(client.challenged("Basic realm=b").summary == "ask Basic b 0")
        #expect(try client.begin("http://h/c")?.summary == "Basic me:pw")
    }

    @Test("A known credential that is refused is forgotten and asked for") func refusedAhead() throws {
        var client = try Client()
        _ = client.challenged("Basic realm=r")
        _ = client.replied(.use(me, .session))
        #expect(try client.begin("http://h/docs/b")?.summary == "Basic me:pw")
        // Another request has found a new one meanwhile.
        var late = client
        #expect(client.challenged("Basic realm=r").summary == "ask Basic r 1")
        #expect(client.replied(.use(other, .session)).summary == "Basic other:pw2")
        late.memory = client.memory
        #expect(late.challenged("Basic realm=r").summary == "Basic other:pw2")
        #expect(try client.begin("http://h/docs/b")?.summary == "Basic other:pw2")
    }

    @Test("A credential for one scheme is not shown in another without asking") func downgrade() throws {
        var client = try Client()
        _ = client.challenged("Digest realm=r, nonce=n")
        _ = client.replied(.use(me, .session))
        #expect(try client.begin("http://h/")?.summary == "Digest me n -")
        #expect(client.challenged("Basic realm=r").summary == "ask Basic r 0")
        #expect(try client.begin("http://h/")?.summary == "Digest me n -")
        #expect(client.challenged("Digest realm=r, nonce=n", "Basic realm=r").summary == "ask Digest r 1")
        #expect(try client.begin("http://h/") == nil)
    }

    // MARK: - Digest

    @Test("A nonce that is too old is replaced, so often and no more") func stale() throws {
        var client = try Client()
        _ = client.challenged("Digest realm=r, nonce=0, qop=auth")
        _ = client.replied(.use(me, .session))
        for nonce in 1...3 {
            #expect(
                client.challenged("Digest realm=r, nonce=\(nonce), qop=auth, stale=true").summary == "Digest me \(nonce) 00000001"
            )
        }
        #expect(client.challenged("Digest realm=r, nonce=4, qop=auth, stale=true").summary == "ask Digest r 1")
    }

    @Test("A server that has forgotten its nonces is asked once more with a new one") func forgottenNonce() throws {
        var client = try Client()
        _ = client.challenged("Digest realm=r, nonce=0, qop=auth")
        _ = client.replied(.use(me, .session))
        #expect(try client.begin("http://h/")?.summary == "Digest me 0 00000002")
        #expect(client.challenged("Digest realm=r, nonce=1, qop=auth").summary == "Digest me 1 00000001")
        #expect(client.challenged("Digest realm=r, nonce=2, qop=auth").summary == "ask Digest r 1")
        #expect(try client.begin("http://h/") == nil)
    }

    @Test("Without a new nonce it was the password") func sameNonce() throws {
        var client = try Client()
        _ = client.challenged("Digest realm=r, nonce=0")
        _ = client.replied(.use(me, .session))
        #expect(client.challenged("Digest realm=r, nonce=0, stale=true").summary == "ask Digest r 1")
    }

    @Test("The next nonce is used, and a server that does not know the password is found out") func authenticationInfo() throws {
        var client = try Client()
        _ = client.challenged("Digest realm=r, nonce=0, qop=auth")
        _ = client.replied(.use(me, .permanent))
        #expect(try client.accepted([.authenticationInfo: "nextnonce=1"]) == me)
        #expect(try client.begin("http://h/")?.summary == "Digest me 1 00000001")
        // A response that comes late speaks of a nonce that was replaced meanwhile.
        let late = client.exchange
        #expect(try client.accepted([.authenticationInfo: "nextnonce=2"]) == nil)
        client.exchange = late
        #expect(try client.accepted([.authenticationInfo: "nextnonce=late"]) == nil)
        #expect(try client.begin("http://h/")?.summary == "Digest me 2 00000001")
        #expect(throws: ImpostorError.self) { try client.accepted([.authenticationInfo: "rspauth=0123"]) }
        #expect(client.memory.isEmpty)
    }

    // MARK: - Keeping

    @Test("How long a credential is kept") func persistence() throws {
        var client = try Client()
        _ = client.challenged("Digest realm=r, nonce=0")
        #expect(client.replied(.use(me, .none)).summary == "Digest me 0 -")
        #expect(client.memory.isEmpty)
        // It is for the whole request all the same.
        #expect(client.challenged("Digest realm=r, nonce=1, stale=true").summary == "Digest me 1 -")
        client.exchange = ChallengedExchange(HTTPRequest(url: try WebURL("http://h/redirected")))
        #expect(client.challenged("Digest realm=r, nonce=2").summary == "Digest me 2 -")
        #expect(try client.accepted() == nil)
        #expect(try client.begin("http://h/") == nil)
        _ = client.challenged("Digest realm=r, nonce=3")
        _ = client.replied(.use(me, .permanent))
        // A store gets what was accepted, once.
        #expect(client.challenged("Digest realm=r, nonce=4, stale=true").summary == "Digest me 4 -")
        #expect(try client.accepted() == me)
        #expect(try client.accepted() == nil)
        #expect(try client.begin("http://h/")?.summary == "Digest me 4 -")
        #expect(try client.accepted() == nil)
    }

    @Test("Servers cannot fill the memory") func memoryLimit() throws {
        var client = try Client()
        for number in 0...CredentialMemory.limit {
            _ = try client.begin("http://h\(number)/")
            _ = client.challenged("Basic realm=r")
            _ = client.replied(.use(me, .session))
        }
        #expect(client.memory.count == CredentialMemory.limit)
        #expect(try client.begin("http://h0/") == nil)
        #expect(try client.begin("http://h1/") != nil)
        client.memory.removeAll()
        #expect(try client.begin("http://h1/") == nil)
    }

    // MARK: - Tokens

    @Test(
        "A token that is refused is renewed once, whatever the server says",
        arguments: [("", "deliver"), ("Bearer error=invalid_token", "ask Bearer - 2"), ("Basic realm=r", "ask Basic r 1")])
    func renewal(challenges: String, afterwards: String) throws {
        var client = try Client()
        #expect(try client.begin("http://h/", own: .bearer("1"))?.summary == "Bearer 1")
        client.exchange.isRenewable = true
        #expect(client.challenged(challenges).summary == "renew 1")
        #expect(client.renewed("2").summary == "Bearer 2")
        #expect(client.challenged(challenges).summary == afterwards)
    }

    @Test("Renewing that brings the same token does not help") func sameToken() throws {
        var client = try Client()
        _ = try client.begin("http://h/", own: .bearer("1"))
        client.exchange.isRenewable = true
        #expect(client.challenged().summary == "renew 1")
        #expect(client.renewed("1").summary == "deliver")
    }

    // MARK: - Proxies

    @Test("A proxy's challenges are its own, and its answers are for all that goes through it") func proxies() throws {
        var client = try Client("http://h/a?b")
        let proxy = ChallengedExchange.Peer(
            origin: WebURL.Origin(scheme: "http", host: "proxy", port: 3128), isProxy: true)
        client.exchange.peer = proxy
        #expect(client.challenged("Digest realm=p, nonce=n, qop=auth").summary == "ask Digest p 0")
        guard case .send(let sent) = client.replied(.use(me, .session)), case .field(let value) = sent.form else {
            Issue.record("not answered")
            return
        }
        #expect(value.contains("uri=\"http://h/a?b\""))
        #expect(try client.begin("http://proxy:3128/") == nil)
        client.exchange = ChallengedExchange(HTTPRequest(url: try WebURL("http://o/x/y")), peer: proxy)
        #expect(client.memory.ahead(client.exchange)?.summary == "Digest me n 00000002")
        #expect(client.exchange.peer.isProxy)
        // What the transport was given to begin with
        client.exchange.sent = .byTransport(me, .basic)
        #expect(client.challenged("Basic realm=p").summary == "ask Basic p 1")
    }
}
