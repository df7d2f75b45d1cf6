internal import CurlTransport
public import HTTPSemantics

/// The content of a response as it arrives. Read it once, in one task.
///
/// Memory is bounded: a slow reader pauses the connection. Dropping the response, or leaving the loop and dropping it, stops the
/// transfer.
public struct ResponseBody: AsyncSequence, Sendable {
    /// All bytes that have arrived since the chunk before; never empty.
    public typealias Element = [UInt8]

    let source: any ContentSource

    init(_ transfer: Transfer) { source = TransferredContent(transfer) }

    /// Content that is there already.
    public init(_ content: [UInt8], trailerFields: HTTPFields = [:]) {
        source = MadeContent(content, trailerFields: trailerFields)
    }

    /// Content that is made as it is read: `next` gives the next of it, and `nil` at its end. It is called once at a time.
    public init(trailerFields: HTTPFields = [:], next: @escaping @Sendable () async throws -> [UInt8]?) {
        source = MadeContent(next, trailerFields: trailerFields)
    }

    init(_ source: any ContentSource) { self.source = source }

    /// The same content. `watch` is told each chunk that is read, and `nil` once at the end; not of content that nobody reads.
    public func watched(by watch: @escaping @Sendable ([UInt8]?) -> Void) -> ResponseBody {
        ResponseBody(WatchedContent(source, watch))
    }

    /// Reads chunk after chunk.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let body: ResponseBody

        /// The next chunk, or `nil` at the end.
        ///
        /// - Throws: ``HTTPClientError`` when the content breaks off.
        public func next() async throws -> [UInt8]? { try await body.nextChunk() }

        /// The next chunk, or `nil` at the end, for a loop on any actor; nothing runs elsewhere in between.
        ///
        /// - Throws: ``HTTPClientError`` when the content breaks off.
        public func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> [UInt8]? {
            try await body.nextChunk()
        }
    }

    /// Reads the content from where the last reader stopped.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }

    var trailerFields: HTTPFields { source.trailerFields }

    func cancel() { source.cancel() }

    /// Gives the content up; a short rest is received all the same, so that the connection can be used again.
    func discard() { source.discard() }

    /// Stops receiving until ``resume()``, whether somebody reads or not; what has arrived can still be read. The time of a pause
    /// does not count as stalled, but it counts for the request's total.
    public func pause() { source.hold() }

    /// Goes on receiving after ``pause()``.
    public func resume() { source.release() }

    func nextChunk() async throws -> [UInt8]? { try await source.nextChunk() }

    /// All content up to `limit` bytes.
    ///
    /// - Throws: ``HTTPClientError`` with code `contentTooLarge` when there is more.
    func collect(upTo limit: Int) async throws -> [UInt8] {
        guard let content = try await source.rest(upTo: limit) else {
            throw HTTPClientError(
                .contentTooLarge,
                "the content is larger than the limit of \(limit) bytes; raise it, or read the body in parts")
        }
        return content
    }

    /// The first bytes of the content, at most `count`; a broken connection gives what there is.
    ///
    /// - Throws: ``HTTPClientError`` with code `cancelled`.
    func prefix(bytes count: Int) async throws -> [UInt8] {
        var result: [UInt8] = []
        while result.count < count, let chunk = try? await nextChunk() { result += chunk }
        guard !Task.isCancelled else { throw HTTPClientError.cancelled }
        return Array(result.prefix(count))
    }
}
