public import Retriever
internal import Synchronization

/// How an answer comes: late, in pieces, or not to its end. Content that is changed has no trailers.
extension ScriptedAnswer {
    /// The answer after a while.
    public func delayed(by duration: Duration) -> Self {
        Self {
            try await Task.sleep(for: duration)
            return try await respond($0)
        }
    }

    /// The answer once a gate is open.
    public func held(at gate: Gate) -> Self {
        Self {
            try await gate.pass()
            return try await respond($0)
        }
    }

    /// The answer whose content stops after so many bytes until a gate is open.
    public func held(at gate: Gate, after count: Int) -> Self {
        withContent { rest in
            let hasPassed = Mutex(false)
            let limited = Self.limited(rest, to: count)
            return {
                if let chunk = try await limited() { return chunk }
                if !hasPassed.withLock({ $0 }) {
                    try await gate.pass()
                    hasPassed.withLock { $0 = true }
                }
                return try await rest.next()
            }
        }
    }

    /// The answer whose content breaks off after so many bytes.
    public func breakingOff(after count: Int, with code: HTTPClientError.Code = .connectionLost) -> Self {
        withContent { rest in
            let limited = Self.limited(rest, to: count)
            return {
                if let chunk = try await limited() { return chunk }
                throw HTTPClientError(code, "scripted failure: the content broke off after \(count) bytes")
            }
        }
    }

    /// The answer with its content in pieces of so many bytes, the last one shorter.
    public func inChunks(of count: Int) -> Self {
        withContent { rest in { try await rest.next(upTo: count) } }
    }

    /// The answer with more fields.
    public func adding(_ fields: HTTPFields) -> Self {
        Self {
            let response = try await respond($0)
            var head = response.head
            for field in fields { head.headerFields.append(field) }
            return HTTPClientResponse(head: head, url: response.url, body: response.body)
        }
    }

    /// The answer with content that is made of its own.
    private func withContent(
        _ change: @escaping @Sendable (ContentRest) -> @Sendable () async throws -> [UInt8]?
    ) -> Self {
        Self {
            let response = try await respond($0)
            return response.with(body: ResponseBody(next: change(ContentRest(response.body))))
        }
    }

    /// The first bytes of content, and then its end.
    private static func limited(_ rest: ContentRest, to count: Int) -> @Sendable () async throws -> [UInt8]? {
        let left = Mutex(max(0, count))
        return {
            let limit = left.withLock { $0 }
            guard limit > 0, let chunk = try await rest.next(upTo: limit) else { return nil }
            left.withLock { $0 -= chunk.count }
            return chunk
        }
    }
}

/// What has not been read of content, in pieces of any size.
private final class ContentRest: Sendable {
    private let body: ResponseBody
    private let waiting = Mutex<ArraySlice<UInt8>>([])

    init(_ body: ResponseBody) { self.body = body }

    func next(upTo limit: Int = .max) async throws -> [UInt8]? {
        if waiting.withLock(\.isEmpty) {
            guard let chunk = try await body.makeAsyncIterator().next() else { return nil }
            waiting.withLock { $0 = chunk[...] }
        }
        return waiting.withLock { waiting in
            defer { waiting = waiting.dropFirst(max(1, limit)) }
            return Array(waiting.prefix(max(1, limit)))
        }
    }
}
