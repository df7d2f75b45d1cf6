/// Why a transfer failed.
package struct TransferError: Error, Sendable, CustomStringConvertible {
    package enum Code: Sendable {
        case badURL, cannotResolve, cannotConnect, timedOut, tls, connectionLost, badResponse, badContentEncoding, unsupported
        case contentTooLarge, contentFailed, wrongVersion
        case cancelled, other
    }

    /// How far the transfer was.
    package enum Phase: String, Sendable {
        case waitingForConnection = "waiting for a free connection"
        case resolving = "resolving the host name"
        case connecting = "connecting"
        case tlsHandshake = "the TLS handshake"
        case waitingForResponse = "waiting for the response"
        case receiving = "receiving the content"
    }

    package var code: Code
    package var phase: Phase?
    /// What happened, without anything secret.
    package var message: String
    /// The failure underneath, when it is somebody else's.
    package var cause: (any Error)?

    package var description: String { message }

    static let contentTooLarge = TransferError(
        code: .contentTooLarge, phase: .receiving, message: "there is more content than its reader wants")
    static let cancelled = TransferError(code: .cancelled, phase: nil, message: "the request was cancelled")
}

extension TransferError {
    /// The request's content could not be made.
    init(content cause: any Error, host: String) {
        let reason = (cause as? ContentError)?.description ?? "\(type(of: cause))"
        self.init(code: .contentFailed, phase: nil, message: "the content for \(host) could not be made: \(reason)", cause: cause)
    }
}
