internal import CurlTransport
internal import HTTPSemantics
internal import Synchronization

/// Where the content of a response comes from. All of it throws ``HTTPClientError``. Giving the source up stops what is behind it.
protocol ContentSource: Sendable {
    /// The next of the content; `nil` at its end.
    func nextChunk() async throws -> [UInt8]?
    /// All that has not been read yet; `nil` when it is more than `limit` bytes.
    func rest(upTo limit: Int) async throws -> [UInt8]?
    /// The fields after the content, once its end has been read.
    var trailerFields: HTTPFields { get }
    /// Ends it: reading on throws code `cancelled`.
    func cancel()
    /// Gives the rest up, and receives it all the same when it is short.
    func discard()
    /// Stops receiving until ``release()``.
    func hold()
    /// Goes on receiving.
    func release()
}

/// Content from the network.
final class TransferredContent: ContentSource {
    private let transfer: Transfer
    private let isDiscarded = Atomic(false)

    init(_ transfer: Transfer) { self.transfer = transfer }

    /// Stops the transfer when nobody can read it any more.
    deinit { if !isDiscarded.load(ordering: .relaxed) { transfer.cancel() } }

    func nextChunk() async throws -> [UInt8]? {
        do {
            return try await transfer.nextChunk()
        } catch {
            throw HTTPClientError(error)
        }
    }

    func rest(upTo limit: Int) async throws -> [UInt8]? {
        do {
            return try await transfer.rest(upTo: limit)
        } catch {
            guard error.code == .contentTooLarge else { throw HTTPClientError(error) }
            return nil
        }
    }

    var httpVersion: String? { transfer.httpVersion }
    var trailerFields: HTTPFields { transfer.trailerFields }
    func cancel() { transfer.cancel() }
    func discard() {
        isDiscarded.store(true, ordering: .relaxed)
        transfer.discard()
    }
    func hold() { transfer.hold() }
    func release() { transfer.release() }
}
