internal import CurlTransport

/// The content of a response as it arrives. Read it once, in one task.
///
/// Memory is bounded: a slow reader pauses the connection. Dropping the response, or leaving the loop and dropping it, stops the
/// transfer.
public struct ResponseBody: AsyncSequence, Sendable {
    /// All bytes that have arrived since the chunk before; never empty.
    public typealias Element = [UInt8]

    /// Stops the transfer when nobody can read it any more.
    private final class Lifetime: Sendable {
        let transfer: Transfer
        init(_ transfer: Transfer) { self.transfer = transfer }
        deinit { transfer.cancel() }
    }

    private let lifetime: Lifetime

    init(_ transfer: Transfer) { lifetime = Lifetime(transfer) }

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

    var trailerFields: HTTPFields { lifetime.transfer.trailerFields }

    func cancel() { lifetime.transfer.cancel() }

    /// Stops receiving until ``resume()``, whether somebody reads or not; what has arrived can still be read. The time of a pause
    /// does not count as stalled, but it counts for the request's total.
    public func pause() { lifetime.transfer.hold() }

    /// Goes on receiving after ``pause()``.
    public func resume() { lifetime.transfer.release() }

    func nextChunk() async throws -> [UInt8]? {
        do {
            return try await lifetime.transfer.nextChunk()
        } catch {
            throw HTTPClientError(error)
        }
    }

    /// All content up to `limit` bytes.
    ///
    /// - Throws: ``HTTPClientError`` with code `contentTooLarge` when there is more.
    func collect(upTo limit: Int) async throws -> [UInt8] {
        do {
            return try await lifetime.transfer.rest(upTo: limit)
        } catch {
            guard error.code == .contentTooLarge else { throw HTTPClientError(error) }
            throw HTTPClientError(
                .contentTooLarge,
                "the content is larger than the limit of \(limit) bytes; raise it, or read the body in parts")
        }
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
