/// Why a transfer failed.
package struct TransferError: Error, Sendable, CustomStringConvertible {
    package enum Code: Sendable {
        case badURL, badConfiguration, cannotResolve, cannotConnect, proxy, timedOut, tls, connectionLost, badResponse
        case badContentEncoding, contentTooLarge, contentFailed, limitExceeded, wrongVersion, unsupported, cancelled, other
    }

    /// How far the transfer was.
    package enum Phase: String, Sendable {
        case waitingForConnection = "waiting for a free connection"
        case resolving = "resolving the host name"
        case connecting = "connecting"
        case tlsHandshake = "the TLS handshake"
        case sending = "sending the content"
        case waitingForResponse = "waiting for the response"
        case receiving = "receiving the content"
    }

    /// The option that sets a time limit.
    package enum TimeLimit: String, Sendable {
        case resolve = "resolveTimeout"
        case connect = "connectTimeout"
        case tls = "tlsTimeout"
        case firstByte = "firstByteTimeout"
        case stall = "stallTimeout"
        case total = "totalTimeout"
        case pool = "poolTimeout"
        case minimumRate = "limits.minimumRate"
    }

    package var code: Code
    package var phase: Phase?
    /// The time limit that passed.
    package var timeLimit: TimeLimit?
    /// Whether the request can be repeated at once: the server has said that it did nothing with it; or the request's method allows
    /// it, and nobody knows why the connection was lost.
    package var mayBeRepeated = false
    /// The schemes that a proxy asks for before it makes a tunnel; none when it has not answered 407.
    package var proxySchemes: [String] = []
    /// What happened, without anything secret.
    package var message: String
    /// The failure underneath, when it is somebody else's.
    package var cause: (any Error)?

    package var description: String { message }

    static let contentTooLarge = TransferError(
        code: .contentTooLarge, phase: .receiving, message: "there is more content than its reader wants")
    static let cancelled = TransferError(code: .cancelled, phase: nil, message: "the request was cancelled")

    /// A time limit passed during `phase`.
    static func timedOut(_ limit: TimeLimit, _ phase: Phase, host: String) -> TransferError {
        let message =
            limit == .minimumRate
            ? "\(host) was slower than \(limit.rawValue) allows"
            : "timed out while \(phase.rawValue) (\(host)); the limit is set by \(limit.rawValue)"
        return TransferError(code: .timedOut, phase: phase, timeLimit: limit, message: message)
    }
}

extension TransferError {
    /// The request's content could not be made.
    init(content cause: any Error, host: String) {
        let reason = (cause as? ContentError)?.description ?? "\(type(of: cause))"
        self.init(code: .contentFailed, phase: nil, message: "the content for \(host) could not be made: \(reason)", cause: cause)
    }
}
