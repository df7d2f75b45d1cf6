internal import CurlTransport
internal import Digests
internal import HTTPSemantics

/// How a credential gets onto its way.
extension SentCredential {
    /// Adds it to an attempt, for the server.
    ///
    /// - Throws: ``HTTPClientError`` with code `invalidRequest` when the content cannot be signed.
    func apply(to attempt: inout TransferRequest, content: RequestContent?) throws {
        if case .field(let value) = form {
            attempt.request.headerFields[.authorization] = value
            return
        }
        switch credential.secret {
        case .password(let user, let password): attempt.authentication = .ntlm(user: user, password: password)
        case .ticket: attempt.authentication = .negotiate
        case .signingKey(let key):
            attempt.authentication = .signature(
                key: key.name, secret: key.secret, region: key.region, service: key.service)
            attempt.request.headerFields[.contentDigestToSign] = try Self.digestToSign(content, key)
            if let token = key.sessionToken { attempt.request.headerFields[.securityToken] = token }
        case .token: break  // always a field
        }
    }

    /// What the signature says about content. It would have to be read twice when it is not in memory; only S3 can do without.
    private static func digestToSign(_ content: RequestContent?, _ key: SigningKey) throws -> String {
        guard let content else { return Hexadecimal.encode(SHA256.digest(of: [])) }
        if let bytes = content.bytes { return Hexadecimal.encode(SHA256.digest(of: bytes)) }
        guard key.service == "s3" else {
            throw HTTPClientError(.invalidRequest, "content is signed when it is in memory: files and streams are for s3 only")
        }
        return "UNSIGNED-PAYLOAD"
    }

    /// Adds it to an attempt, for the proxy. To one that makes a tunnel, only the transport speaks.
    func apply(toProxyOf attempt: inout TransferRequest) {
        guard var route = attempt.proxy else { return }
        switch (form, credential.secret) {
        case (.field(let value), _):
            attempt.request.headerFields[.proxyAuthorization] = value
            (route.user, route.password) = (nil, nil)
        case (.transport, .password(let user, let password)):
            (route.user, route.password) = (user, password)
        case (.transport, _): (route.user, route.password) = ("", "")
        }
        if let scheme, let authentication = ProxyRoute.Authentication(scheme) { route.authentication = authentication }
        attempt.proxy = route
    }
}

extension HTTPField.Name {
    fileprivate static let contentDigestToSign = Self(unchecked: "x-amz-content-sha256")
    fileprivate static let securityToken = Self(unchecked: "x-amz-security-token")
}

extension Credential {
    /// Whether it is a user name with nothing behind it.
    var isNameOnly: Bool { if case .password(let user, "") = secret { !user.isEmpty } else { false } }
}

extension ProxyRoute {
    /// What the transport was given for the proxy.
    var credential: Credential? {
        guard let user, let password else { return nil }
        return switch authentication {
        case .basic, .any: .password(user: user, password: password)
        case .digest: .digest(user: user, password: password)
        case .ntlm: .ntlm(user: user, password: password)
        case .negotiate: .negotiate
        }
    }
}

extension ProxyRoute.Authentication {
    /// The scheme; `nil` for the strongest.
    var scheme: AuthenticationScheme? {
        switch self {
        case .basic: .basic
        case .digest: .digest
        case .ntlm: .ntlm
        case .negotiate: .negotiate
        case .any: nil
        }
    }

    init?(_ scheme: AuthenticationScheme) {
        switch scheme {
        case .basic: self = .basic
        case .digest: self = .digest
        case .ntlm: self = .ntlm
        case .negotiate: self = .negotiate
        default: return nil
        }
    }
}
