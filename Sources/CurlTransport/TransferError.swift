/// Why a transfer failed.
package struct TransferError: Error, Sendable, CustomStringConvertible {
    package enum Code: Sendable {
        case badURL, cannotResolve, cannotConnect, timedOut, tls, connectionLost, badResponse, badContentEncoding, unsupported
        case contentTooLarge, wrongVersion
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

    package var description: String { message }

    static let contentTooLarge = TransferError(
        code: .contentTooLarge, phase: .receiving, message: "there is more content than its reader wants")
    static let cancelled = TransferError(code: .cancelled, phase: nil, message: "the request was cancelled")
}
