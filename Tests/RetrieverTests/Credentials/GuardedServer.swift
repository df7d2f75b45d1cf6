import Digests
import Foundation
import Retriever
import TestSupport

/// A server or proxy that lets requests through when a test's rule says so, and remembers what they carried.
struct GuardedServer: Sendable {
    /// What the rule says.
    enum Verdict: Sendable {
        /// 200, with fields.
        case pass(String = "")
        /// 401 with the values of `WWW-Authenticate`.
        case challenge([String])
        /// Anything else.
        case answer(String, fields: String)

        static func basic(_ realm: String = "r") -> Verdict { .challenge(["Basic realm=\"\(realm)\""]) }
    }

    let server: RawServer
    /// Targets and the values of `Authorization`, in the order of their arrival.
    let seen = Record<(target: String, authorization: String?)>()
    var url: String { server.url }

    init(_ rule: @escaping @Sendable (ServedConnection.Request, _ authorization: String?) -> Verdict) throws {
        let seen = seen
        server = try RawServer { connection in
            while let request = connection.readFramedRequest() {
                let authorization = request.values("Authorization").first
                seen.append((request.target, authorization))
                switch rule(request, authorization) {
                case .pass(let fields):
                    connection.respond(fields: fields, body: String(decoding: request.body, as: UTF8.self))
                case .challenge(let challenges):
                    let fields = challenges.map { "WWW-Authenticate: \($0)\r\n" }.joined()
                    connection.respond("401 Unauthorized", fields: fields, body: "who?")
                case .answer(let status, let fields): connection.respond(status, fields: fields, body: "")
                }
            }
        }
    }

    /// A server that wants one user's password by Basic.
    static func basic(user: String = "me", password: String = "pass-word", realm: String = "r") throws -> GuardedServer {
        let right = BasicCredentials(user: user, password: password)
        return try GuardedServer { _, authorization in
            authorization.flatMap(BasicCredentials.init(authorization:)) == right ? .pass() : .basic(realm)
        }
    }
}

extension ServedConnection.Request {
    var target: String { String(line.split(separator: " ").dropFirst().first ?? "") }
    var method: String { String(line.prefix { $0 != " " }) }

    /// Whether an answer of Digest (MD5, qop=auth) is right.
    func isRightDigest(_ authorization: String?, password: String = "pass-word") -> Bool {
        guard let parameters = authorization.flatMap({ Challenge.list([$0]).first })?.parameters else { return false }
        return parameters["uri"] == target && parameters["response"] == digest(parameters, "\(method):\(target)", password)
    }

    /// The digest that a server computes: over method and target for a request, over the target alone for its own proof.
    func digest(_ parameters: [String: String], _ subject: String, _ password: String = "pass-word") -> String {
        func hash(_ text: String) -> String { Hexadecimal.encode(MD5.digest(of: Array(text.utf8))) }
        func value(_ name: String) -> String { parameters[name] ?? "" }
        let key = hash("\(value("username")):\(value("realm")):\(password)")
        return hash("\(key):\(value("nonce")):\(value("nc")):\(value("cnonce")):auth:\(hash(subject))")
    }
}

extension HTTPClient {
    /// A client that asks `handler`.
    static func asking(
        stores: [any CredentialStore] = [], _ handler: @escaping ChallengeHandler
    ) -> HTTPClient {
        var configuration = Configuration()
        configuration.options.onChallenge = handler
        configuration.credentialStores = stores
        configuration.connectionsPerHost = 32
        return HTTPClient(configuration: configuration)
    }
}

extension RequestOptions {
    static func with(_ credential: Credential) -> RequestOptions {
        var options = RequestOptions()
        options.credentials = credential
        return options
    }
}
