import Digests
import HTTPSemantics
import Testing

extension DigestFunctions {
    static let real = DigestFunctions { function, bytes in
        switch function {
        case .md5: MD5.digest(of: bytes)
        case .sha256: SHA256.digest(of: bytes)
        case .sha512Truncated: SHA512_256.digest(of: bytes)
        }
    }
}

@Suite("Digest, RFC 7616")
struct DigestSessionTests {
    private func session(
        _ challenge: String, user: String = "Mufasa", password: String = "Circle of Life",
        clientNonce: String = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
    ) throws -> DigestSession {
        let challenge = try #require(Challenge.list([challenge]).lazy.compactMap(DigestChallenge.init).first)
        return DigestSession(challenge, user: user, password: password, clientNonce: clientNonce, functions: .real)
    }

    /// The answer for a request that needs no more to be known.
    private func answer(_ session: inout DigestSession, _ target: String = "/") throws -> DigestSession.Answer {
        let answer = session.answer(method: .get, target: target, content: nil)
        return try #require(answer)
    }

    private func parameters(_ answer: DigestSession.Answer?) throws -> [String: String] {
        let challenges = Challenge.list([try #require(answer).value])
        #expect(challenges.map(\.scheme) == [.digest])
        return challenges.first?.parameters ?? [:]
    }

    private static let rfc7616 = """
        Digest realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", \
        opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
        """

    @Test(
        "The examples of RFC 7616 §3.9.1",
        arguments: [
            ("", "8ca523f5e9506fed4657c9700eebdbec"), (", algorithm=MD5", "8ca523f5e9506fed4657c9700eebdbec"),
            (", algorithm=SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
        ])
    func examples(algorithm: String, response: String) throws {
        var session = try session(Self.rfc7616 + algorithm)
        let parameters = try self.parameters(answer(&session, "/dir/index.html"))
        #expect(parameters["response"] == response)
        #expect(parameters["username"] == "Mufasa" && parameters["uri"] == "/dir/index.html" && parameters["nc"] == "00000001")
        #expect(parameters["opaque"] == "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS" && parameters["qop"] == "auth")
        #expect(parameters["algorithm"] == (algorithm.isEmpty ? nil : String(algorithm.dropFirst(12))))
        #expect(parameters["userhash"] == nil)
    }

    /// With the digests of erratum 4897: those in the text were made by a draft of SHA-512/256.
    @Test("The example of RFC 7616 §3.9.2: SHA-512-256, UTF-8, user names digested or not", arguments: [true, false])
    func international(hashesUser: Bool) throws {
        var session = try session(
            """
            Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, charset=UTF-8, userhash=\(hashesUser), \
            nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS"
            """,
            user: "Jäsøn Doe", password: "Secret, or not?", clientNonce: "NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v")
        let parameters = try self.parameters(answer(&session, "/doe.json"))
        #expect(parameters["response"] == "3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5")
        let hash = "793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b"
        #expect(parameters["username"] == (hashesUser ? hash : nil))
        #expect(parameters["username*"] == (hashesUser ? nil : "UTF-8''J%C3%A4s%C3%B8n%20Doe"))
        #expect(parameters["userhash"] == (hashesUser ? "true" : nil))
    }

    @Test(
        "RFC 2617 and, without qop, RFC 2069",
        arguments: [
            (", qop=\"auth,auth-int\"", "Circle Of Life", "6629fae49393a05397450978507c4ef1"),
            // Computed apart from this library.
            (", qop=auth, algorithm=MD5-sess", "Circle Of Life", "8e3825c57e897f5a0dec6c2d4e5059d0"),
            // With the erratum of RFC 2069
            ("", "CircleOfLife", "1949323746fe6a43ef61f9606e7febea"),
            (", qop=\"\"", "CircleOfLife", "1949323746fe6a43ef61f9606e7febea"),
        ])
    func olderExamples(more: String, password: String, response: String) throws {
        var session = try session(
            #"Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093""# + more, password: password,
            clientNonce: "0a4f113b")
        let parameters = try self.parameters(answer(&session, "/dir/index.html"))
        #expect(parameters["response"] == response)
        #expect(
            (parameters["nc"] == nil) == (password == "CircleOfLife")
                && (parameters["cnonce"] == nil) == (parameters["qop"] == nil))
    }

    @Test("Content is protected only where the server wants nothing else, and needs to be known then") func content() throws {
        var session = try session(#"Digest realm="r", nonce="n", qop="auth-int""#, clientNonce: "c")
        let unknown = session.answer(method: .post, target: "/", content: nil)
        #expect(unknown == nil)
        let first = session.answer(method: .post, target: "/", content: Array("a=1".utf8))
        #expect(try parameters(first)["qop"] == "auth-int")
        // Computed apart from this library.
        #expect(try parameters(first)["response"] == "cee4512b94f2b126e7798cc68ce1b4de")
        #expect(first?.expectedProof == nil)
        let second = session.answer(method: .post, target: "/", content: Array("a=2".utf8))
        #expect(try parameters(second)["nc"] == "00000002")
        #expect(try parameters(second)["response"] != parameters(first)["response"])
    }

    @Test("Requests of a session are counted, anew for each nonce that the server wants next") func counting() throws {
        var session = try session(Self.rfc7616 + ", algorithm=SHA-256-sess")
        func next(after field: String? = nil) throws -> [String: String] {
            let answer = try self.answer(&session)
            if let field { session.note(AuthenticationInfo([.authenticationInfo: field]), on: answer) }
            return try self.parameters(answer)
        }
        let answers = try (1...17).map { _ in try next() }
        #expect(answers.map { $0["nc"] } == (1...17).map { "000000" + ($0 < 16 ? "0" : "") + String($0, radix: 16) })
        #expect(Set(answers.map { $0["response"] }).count == 17)
        #expect(Set(answers.map { $0["cnonce"] }).count == 1)
        _ = try next(after: #"rspauth="x", NextNonce="fresh""#)
        let fresh = try next(after: #"nextnonce="fresh""#)
        #expect(fresh["nonce"] == "fresh" && fresh["nc"] == "00000001")
        #expect(try next(after: #"nextnonce="""#)["nc"] == "00000002")
        #expect(try next()["nonce"] == "fresh")
    }

    @Test("The server's own answer is checked") func proof() throws {
        var session = try session(Self.rfc7616)
        let answer = try self.answer(&session, "/dir/index.html")
        // Computed apart from this library.
        let proof = try #require(answer.expectedProof)
        #expect(proof == "9b712497bc9f91499fbcca1dfc5f09a5")
        func contradicts(_ field: String, isProxy: Bool = false) -> Bool {
            AuthenticationInfo([.authenticationInfo: field], isProxy: isProxy).contradicts(answer)
        }
        #expect(
            !contradicts("rspauth=\"\(proof)\", cnonce=x, nc=00000001, qop=auth") && !contradicts("RSPAUTH=\(proof.uppercased())")
        )
        #expect(contradicts("rspauth=\"0\(proof.dropFirst())\"") && contradicts("nc=1 rspauth="))
        #expect(!contradicts("nextnonce=x") && !contradicts(""))
        #expect(!contradicts("rspauth=wrong", isProxy: true))
        #expect(AuthenticationInfo([.proxyAuthenticationInfo: "rspauth=wrong"], isProxy: true).contradicts(answer))
    }

    @Test(
        "Names and realms cannot break out of their quotes",
        arguments: [#"a"b\c"#, "Jäsøn", "a\u{301}\"\u{301}", "line\r\nX: y", "nul\u{0}"])
    func quoting(text: String) throws {
        let isPlain = HTTPField.isValid(value: text)
        let escaped = text.unicodeScalars.map { ["\"", "\\"].contains($0) ? "\\\($0)" : "\($0)" }.joined()
        let realm = isPlain ? escaped : "r"
        var session = try session("Digest realm=\"\(realm)\", nonce=n", user: text)
        let answer = try self.answer(&session)
        #expect(HTTPField.isValid(value: answer.value))
        let parameters = try self.parameters(answer)
        #expect(parameters["realm"] == (isPlain ? text : "r"))
        #expect(parameters["username"] == (isPlain ? text : nil))
        #expect(parameters["username*"]?.hasPrefix("UTF-8''") ?? false == !isPlain)
    }

    @Test(
        "Challenges that cannot be answered are none",
        arguments: ["Digest realm=r", "Digest nonce=n, algorithm=SHA-1", "Digest nonce=n, qop=auth-conf", "Basic nonce=n"])
    func unanswerable(challenge: String) {
        #expect(Challenge.list([challenge]).compactMap(DigestChallenge.init).isEmpty)
    }

    @Test("Parameters are read in any order and case") func parameters() throws {
        let challenge = try #require(
            Challenge.list([
                "DIGEST Stale=TRUE,QOP=\"AUTH-INT ,auth\",DOMAIN=\"/a  http://h/b\",NONCE=n,Algorithm=\"sha-256-SESS\""
            ])
            .compactMap(DigestChallenge.init).first)
        #expect(challenge.isStale && challenge.protection == .request && challenge.domain == ["/a", "http://h/b"])
        #expect(challenge.algorithm.function == .sha256 && challenge.algorithm.isSession && challenge.realm.isEmpty)
    }
}

@Suite("MD5 and SHA-512/256")
struct OlderDigestTests {
    @Test(
        "Known digests, RFC 1321 §A.5 and FIPS 180-4",
        arguments: [
            ("", "d41d8cd98f00b204e9800998ecf8427e", "c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a"),
            ("abc", "900150983cd24fb0d6963f7d28e17f72", "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"),
        ])
    func knownDigests(text: String, md5: String, sha: String) {
        #expect(Hexadecimal.encode(MD5.digest(of: Array(text.utf8))) == md5)
        #expect(Hexadecimal.encode(SHA512_256.digest(of: Array(text.utf8))) == sha)
    }
}
