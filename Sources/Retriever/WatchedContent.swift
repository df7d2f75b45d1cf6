internal import HTTPSemantics
internal import Synchronization

/// Content that somebody else is told of as it is read.
final class WatchedContent: ContentSource {
    private let source: any ContentSource
    private let watch: @Sendable ([UInt8]?) -> Void
    private let isAtEnd = Atomic(false)

    init(_ source: any ContentSource, _ watch: @escaping @Sendable ([UInt8]?) -> Void) {
        self.source = source
        self.watch = watch
    }

    func nextChunk() async throws -> [UInt8]? {
        let chunk = try await source.nextChunk()
        if let chunk { watch(chunk) } else { end() }
        return chunk
    }

    func rest(upTo limit: Int) async throws -> [UInt8]? {
        guard let rest = try await source.rest(upTo: limit) else { return nil }
        if !rest.isEmpty { watch(rest) }
        end()
        return rest
    }

    private func end() {
        if !isAtEnd.exchange(true, ordering: .relaxed) { watch(nil) }
    }

    var trailerFields: HTTPFields { source.trailerFields }
    func cancel() { source.cancel() }
    func discard() { source.discard() }
    func hold() { source.hold() }
    func release() { source.release() }
}
