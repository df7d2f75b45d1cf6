/// What a challenge of the Digest scheme and credentials amount to: answers for one request after the other. RFC 7616 §3.4.
package struct DigestSession: Sendable {
    package let challenge: DigestChallenge
    private let functions: DigestFunctions
    private let user: String
    /// A1 of RFC 7616 §3.4.2, digested. With "-sess" it stays that of the challenge's nonce.
    private let key: String
    /// The same for all requests, so that it does not matter which of them a server takes the key of a session from.
    private let clientNonce: String
    private var nonce: String
    private var count: UInt32 = 0

    /// A session.
    ///
    /// - Parameter clientNonce: Something that nobody can guess; printable, without quotes.
    package init(
        _ challenge: DigestChallenge, user: String, password: String, clientNonce: String, functions: DigestFunctions
    ) {
        self.challenge = challenge
        self.functions = functions
        self.user = user
        self.clientNonce = clientNonce
        nonce = challenge.nonce
        let function = challenge.algorithm.function
        let secret = functions.hexadecimal(function, "\(user):\(challenge.realm):\(password)".utf8)
        key =
            challenge.algorithm.isSession
            ? functions.hexadecimal(function, "\(secret):\(challenge.nonce):\(clientNonce)".utf8) : secret
    }

    /// A request's answer.
    package struct Answer: Hashable, Sendable {
        /// The value of `Authorization` or `Proxy-Authorization`.
        package let value: String
        /// The nonce that it is about.
        package let nonce: String
        /// What a server that knows the password says in its `Authentication-Info`; `nil` when that depends on its content.
        package let expectedProof: String?
    }

    /// The answer for the next request.
    ///
    /// - Parameters:
    ///   - target: The request's target: path and query, or what else is sent.
    ///   - content: The request's content, needed where the server wants nothing else but to have it protected.
    /// - Returns: `nil` when the content is needed and not known.
    package mutating func answer(method: HTTPRequest.Method, target: String, content: [UInt8]?) -> Answer? {
        let protection = challenge.protection
        var subject = "\(method):\(target)"
        if protection == .content {
            guard let content else { return nil }
            subject += ":" + digest(content)
        }
        count &+= 1
        let response = response(to: subject)
        let proof = protection == .request ? self.response(to: ":\(target)") : nil
        return Answer(value: value(target, response), nonce: nonce, expectedProof: proof)
    }

    /// Uses the nonce that the server wants to see next, if it says one about the nonce that is used now. RFC 7616 §3.5.
    package mutating func note(_ info: AuthenticationInfo, on answer: Answer) {
        guard answer.nonce == nonce, let next = info.nextNonce, next != nonce else { return }
        nonce = next
        count = 0
    }

    private var countText: String {
        let digits = String(count, radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }

    private func digest(_ bytes: some Sequence<UInt8>) -> String {
        functions.hexadecimal(challenge.algorithm.function, bytes)
    }

    /// RFC 7616 §3.4.1; without "qop" RFC 2069 §2.1.2.
    private func response(to subject: String) -> String {
        let middle = challenge.protection.map { "\(countText):\(clientNonce):\($0.rawValue):" } ?? ""
        return digest("\(key):\(nonce):\(middle)\(digest(subject.utf8))".utf8)
    }

    private func value(_ target: String, _ response: String) -> String {
        var parts = [userParameter, quoted("realm", challenge.realm), quoted("nonce", nonce), quoted("uri", target)]
        parts.append(quoted("response", response))
        if let name = challenge.algorithmName { parts.append("algorithm=\(name)") }
        if let opaque = challenge.opaque { parts.append(quoted("opaque", opaque)) }
        if let protection = challenge.protection {
            parts += ["qop=\(protection.rawValue)", "nc=\(countText)", quoted("cnonce", clientNonce)]
        }
        if challenge.hashesUser { parts.append("userhash=true") }
        return "Digest " + parts.joined(separator: ", ")
    }

    /// The user name: digested, as text, or as extended text for servers that know RFC 7616.
    private var userParameter: String {
        if challenge.hashesUser { return quoted("username", digest("\(user):\(challenge.realm)".utf8)) }
        let isPlain = user.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && ($0 < 0x80 || !challenge.isUTF8) }
        return isPlain ? quoted("username", user) : "username*=UTF-8''\(user.percentEncoded(.component))"
    }

    /// RFC 9110 §5.6.4.
    private func quoted(_ name: String, _ value: String) -> String {
        let backslash = UInt8(ascii: "\\")
        let escaped = value.utf8.flatMap { $0 == UInt8(ascii: "\"") || $0 == backslash ? [backslash, $0] : [$0] }
        return "\(name)=\"\(String(decoding: escaped, as: UTF8.self))\""
    }
}

/// What a server or proxy says about an answer that it has accepted: `Authentication-Info` or `Proxy-Authentication-Info`.
/// RFC 7615, RFC 7616 §3.5.
package struct AuthenticationInfo: Hashable, Sendable {
    /// The nonce that the next request ought to use.
    package let nextNonce: String?
    /// What shows that the server knows the password.
    package let proof: String?

    /// What a response says.
    package init(_ fields: HTTPFields, isProxy: Bool = false) {
        let values = fields[values: isProxy ? .proxyAuthenticationInfo : .authenticationInfo]
        let parameters = values.isEmpty ? [:] : Challenge.parameters(values)
        nextNonce = parameters["nextnonce"].flatMap { $0.isEmpty ? nil : $0 }
        proof = parameters["rspauth"]
    }

    /// Whether it contradicts what a server says that knows the password.
    package func contradicts(_ answer: DigestSession.Answer) -> Bool {
        guard let proof, let expected = answer.expectedProof else { return false }
        return !proof.equalsIgnoringASCIICase(expected)
    }
}
