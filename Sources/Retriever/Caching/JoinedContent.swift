internal import HTTPSemantics
internal import Synchronization

/// Stored content with what a server sends after it.
final class JoinedContent: ContentSource {
    private let first: StoredContentSource
    private let rest: any ContentSource
    private let isFirstOver = Atomic(false)

    init(_ first: StoredContentSource, _ rest: any ContentSource) {
        self.first = first
        self.rest = rest
    }

    func nextChunk() async throws -> [UInt8]? {
        if !isFirstOver.load(ordering: .relaxed) {
            if let chunk = try await first.nextChunk() { return chunk }
            isFirstOver.store(true, ordering: .relaxed)
        }
        return try await rest.nextChunk()
    }

    func rest(upTo limit: Int) async throws -> [UInt8]? {
        guard let start = try await first.rest(upTo: limit) else {
            cancel()
            return nil
        }
        isFirstOver.store(true, ordering: .relaxed)
        return try await rest.rest(upTo: limit - start.count).map { start + $0 }
    }

    var trailerFields: HTTPFields { rest.trailerFields }

    func cancel() {
        first.cancel()
        rest.cancel()
    }

    func discard() {
        first.cancel()
        rest.discard()
    }

    func hold() { rest.hold() }
    func release() { rest.release() }
}
