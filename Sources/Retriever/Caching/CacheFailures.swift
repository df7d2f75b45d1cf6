internal import HTTPSemantics

extension Error {
    /// Whether the caller does not want the answer any more.
    var isCancellation: Bool { self is CancellationError || (self as? HTTPClientError)?.code == .cancelled }

    /// Whether the client goes on with another attempt that the error asks for.
    var isToBeFollowed: Bool {
        guard let error = self as? HTTPClientError else { return false }
        return error.mayBeRepeated || !error.proxySchemes.isEmpty
    }

    /// Whether there was no way to the server.
    var isUnreachable: Bool {
        guard let error = self as? HTTPClientError else { return false }
        return [.cannotResolve, .cannotConnect, .proxy, .circuitOpen].contains(error.code) || error.isNotSent
    }
}

extension Credential {
    /// Tells credentials apart, for keys that are hashed before they are kept.
    var fingerprint: String {
        switch secret {
        case .password(let user, let password): "\(user)\n\(password)"
        case .token(let token): token
        case .ticket: "ticket"
        case .signingKey(let key): "\(key.name)\n\(key.secret)"
        }
    }
}
