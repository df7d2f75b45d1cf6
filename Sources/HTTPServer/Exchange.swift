import HTTPSemantics
import Synchronization

/// One request and its answer, from the request line to the last byte sent.
///
/// Invariant behind `@unchecked`: the stored variables belong to the connection's server thread, which does not touch them while
/// the connection is suspended; only `response`, which is locked, is set from elsewhere.
final class Exchange: @unchecked Sendable {
    let peer: Peer?
    let target: RequestTarget
    /// The method, route and early verdict, known once the head is complete.
    var plan: Plan?
    var content: [UInt8] = []
    var discardedSize = 0
    var isSuspended = false
    let response = Mutex<ServerResponse?>(nil)

    /// What is going to happen once the content is complete.
    enum Plan {
        case handle(Route, ServerRequest)
        case answer(ServerResponse)
    }

    init(target: RequestTarget, peer: Peer?) {
        self.target = target
        self.peer = peer
    }

    /// Takes content up to `limit`; what comes after the limit is thrown away, and the plan becomes `refusal`.
    ///
    /// - Returns: Whether to go on; no when more than `discardLimit` would have to be thrown away.
    func append(_ bytes: Span<UInt8>, limit: Int, discardLimit: Int, refusal: () -> ServerResponse) -> Bool {
        if case .handle = plan {
            if content.count + bytes.count <= limit {
                for index in bytes.indices { content.append(bytes[index]) }
                return true
            }
            content = []
            plan = .answer(refusal())
        }
        discardedSize += bytes.count
        return discardedSize <= discardLimit
    }
}

/// The path and query of a request target. RFC 9112 §3.2.
struct RequestTarget {
    let size: Int
    let path: String
    let query: String

    /// Takes a target in origin form, or in absolute form, whose scheme and authority say nothing new.
    init(_ text: String) {
        size = text.utf8.count
        let origin = text.utf8.first == UInt8(ascii: "/") ? text[...] : Self.originForm(of: text)
        let mark = origin.utf8.firstIndex(of: UInt8(ascii: "?"))
        path = String(origin[..<(mark ?? origin.endIndex)])
        query = mark.map { String(origin[origin.utf8.index(after: $0)...]) } ?? ""
    }

    private static func originForm(of text: String) -> Substring {
        guard let scheme = text.firstRange(of: "://") else { return text[...] }
        let rest = text[scheme.upperBound...]
        guard let start = rest.firstIndex(where: { $0 == "/" || $0 == "?" }) else { return "/" }
        return rest[start] == "/" ? rest[start...] : "/" + rest[start...]
    }
}
