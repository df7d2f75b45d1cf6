internal import Files
internal import HTTPSemantics
internal import Synchronization

/// Stored content, or a part of it, for one reader.
final class StoredContentSource: ContentSource {
    private struct State {
        var position: Int
        var isCancelled = false
    }

    private let state: Mutex<State>
    private let content: StoredContent
    private let end: Int
    private static let chunkSize = 128 * 1024
    /// Files are read apart from the threads that tasks share.
    private static let queue = FileQueue()

    init(_ content: StoredContent, _ positions: Range<Int>) {
        self.content = content
        state = Mutex(State(position: positions.lowerBound))
        end = positions.upperBound
    }

    func nextChunk() async throws -> [UInt8]? {
        switch content {
        case .bytes(let bytes): try take(.max).map { Array(bytes[$0]) }
        case .file(let file): try await read(file)
        }
    }

    func rest(upTo limit: Int) async throws -> [UInt8]? {
        guard end - state.withLock(\.position) <= limit else {
            cancel()
            return nil
        }
        if case .bytes(let bytes) = content {
            guard let positions = try take(.max) else { return [] }
            return positions.count == bytes.count ? bytes : Array(bytes[positions])
        }
        var result: [UInt8] = []
        while let chunk = try await nextChunk() { result += chunk }
        return result
    }

    /// The positions of the next bytes, which are the reader's from now on; `nil` at the end.
    private func take(_ count: Int) throws -> Range<Int>? {
        try state.withLock { state in
            guard !state.isCancelled else { throw HTTPClientError.cancelled }
            guard state.position < end else { return nil }
            let positions = state.position..<(end - state.position > count ? state.position + count : end)
            state.position = positions.upperBound
            return positions
        }
    }

    private func read(_ file: StoredFile) async throws -> [UInt8]? {
        guard let positions = try take(Self.chunkSize) else { return nil }
        do {
            return try await Self.queue.run { () throws(FileError) in
                try file.file.read(positions)
            }
        } catch {
            throw HTTPClientError(.other, "a stored response could not be read: \(error)", cause: error)
        }
    }

    var trailerFields: HTTPFields { [:] }
    func cancel() { state.withLock { $0.isCancelled = true } }
    func discard() { cancel() }
    // It does not come by itself.
    func hold() {}
    func release() {}
}

extension OpenFile {
    /// The bytes at some positions.
    ///
    /// - Throws: Also when the file ends before them.
    func read(_ positions: Range<Int>) throws(FileError) -> [UInt8] {
        var result: [UInt8] = []
        while result.count < positions.count {
            var buffer = [UInt8](repeating: 0, count: positions.count - result.count)
            let count = try read(into: &buffer, at: positions.lowerBound + result.count)
            guard count > 0 else { throw FileError("read", path, number: 0) }
            if count == positions.count { return buffer }
            result += buffer[..<count]
        }
        return result
    }
}
