/// A challenge of the Digest scheme that can be answered. RFC 7616 §3.3, RFC 2617 §3.2.1, RFC 2069.
package struct DigestChallenge: Hashable, Sendable {
    /// What the answer protects.
    package enum Protection: String, Sendable {
        /// Method and target.
        case request = "auth"
        /// The content as well.
        case content = "auth-int"
    }

    package let realm: String
    package let nonce: String
    package let opaque: String?
    package let algorithm: DigestAlgorithm
    /// The algorithm's name as it was written; an answer repeats it.
    package let algorithmName: String?
    /// What may be protected; empty for servers of RFC 2069.
    package let protections: Set<Protection>
    /// Whether the answer before was right but for its nonce.
    package let isStale: Bool
    /// Whether the server wants the digest of the user name instead of the name.
    package let hashesUser: Bool
    /// Whether the server says that it knows UTF-8, and with it RFC 7616.
    package let isUTF8: Bool
    /// URLs that the credentials are for, too, as they were written.
    package let domain: [String]

    /// The challenge; `nil` when it is of another scheme, lacks a nonce, or offers nothing that is known.
    package init?(_ challenge: Challenge) {
        let parameters = challenge.parameters
        guard challenge.scheme == .digest, let nonce = parameters["nonce"],
            let algorithm = DigestAlgorithm(parameters["algorithm"])
        else { return nil }
        let options = (parameters["qop"] ?? "").unicodeScalars.split { $0 == "," || $0 == " " || $0 == "\t" }
        protections = Set(options.compactMap { Protection(rawValue: Substring($0).asciiLowercased) })
        guard options.isEmpty || !protections.isEmpty else { return nil }
        self.nonce = nonce
        self.algorithm = algorithm
        realm = parameters["realm"] ?? ""
        opaque = parameters["opaque"]
        algorithmName = parameters["algorithm"]
        isStale = parameters["stale"]?.equalsIgnoringASCIICase("true") ?? false
        hashesUser = parameters["userhash"]?.equalsIgnoringASCIICase("true") ?? false
        isUTF8 = parameters["charset"]?.equalsIgnoringASCIICase("UTF-8") ?? false
        domain = (parameters["domain"] ?? "").split(separator: " ").map(String.init)
    }

    /// What an answer protects: only the request where that is enough, since few servers get content right.
    package var protection: Protection? { protections.contains(.request) ? .request : protections.first }
}
