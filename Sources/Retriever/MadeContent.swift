internal import HTTPSemantics
internal import Synchronization

/// Content that somebody makes as it is read: an interceptor, or a test.
final class MadeContent: ContentSource {
    private struct State {
        var isAtEnd = false
        var isCancelled = false
    }

    private let state = Mutex(State())
    private let next: @Sendable () async throws -> [UInt8]?
    private let trailers: HTTPFields

    init(_ next: @escaping @Sendable () async throws -> [UInt8]?, trailerFields: HTTPFields) {
        self.next = next
        trailers = trailerFields
    }

    /// The content is there already.
    convenience init(_ content: [UInt8], trailerFields: HTTPFields) {
        let rest = Mutex(content)
        let next: @Sendable () -> [UInt8]? = {
            rest.withLock { rest in
                defer { rest = [] }
                return rest.isEmpty ? nil : rest
            }
        }
        self.init(next, trailerFields: trailerFields)
    }

    func nextChunk() async throws -> [UInt8]? {
        do {
            while true {
                let (isAtEnd, isCancelled) = state.withLock { ($0.isAtEnd, $0.isCancelled) }
                guard !isCancelled, !Task.isCancelled else { throw HTTPClientError.cancelled }
                if isAtEnd { return nil }
                guard let chunk = try await next() else {
                    state.withLock { $0.isAtEnd = true }
                    return nil
                }
                if !chunk.isEmpty { return chunk }
            }
        } catch let error as HTTPClientError {
            throw error
        } catch is CancellationError {
            throw HTTPClientError.cancelled
        } catch {
            throw HTTPClientError(.other, "the content could not be made: \(type(of: error))", cause: error)
        }
    }

    func rest(upTo limit: Int) async throws -> [UInt8]? {
        var content: [UInt8] = []
        while let chunk = try await nextChunk() {
            guard content.count + chunk.count <= limit else {
                cancel()
                return nil
            }
            content += chunk
        }
        return content
    }

    var trailerFields: HTTPFields { state.withLock(\.isAtEnd) ? trailers : [:] }
    func cancel() { state.withLock { $0.isCancelled = true } }
    func discard() { cancel() }
    // It does not come by itself.
    func hold() {}
    func release() {}
}
