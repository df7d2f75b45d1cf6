internal import CurlTransport
internal import Dispatch
internal import Glibc

/// A regular file that content comes from. Waiting for a disk happens on a queue's threads, never on one that tasks share, nor on
/// the one that moves the bytes of all requests.
final class ContentFile: Sendable {
    private static let queue = DispatchQueue(label: "retriever.content", attributes: .concurrent)
    private static let chunkSize = 256 * 1024

    private let path: String
    private let descriptor: CInt
    /// How many bytes it had when it was opened.
    private let length: Int

    /// - Throws: `ContentError`.
    private init(path: String) throws(ContentError) {
        // A pipe or a device would wait for somebody else here.
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.error("cannot be opened", path) }
        var status = stat()
        self.path = path
        length = unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw ContentError("\(path) is no regular file; what comes out of pipes and devices can be sent as a stream")
        }
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    }

    deinit { close(descriptor) }

    /// The content of the file as it is now; later reading expects it unchanged.
    ///
    /// - Throws: `ContentError` when it cannot be read.
    static func stream(path: String) async throws -> ContentStream {
        let length = try await onQueue { () throws(ContentError) in try ContentFile(path: path).length }
        return ContentStream(length: length) {
            var file: ContentFile?
            var offset = 0
            return {
                let open = if let file { file } else { try await opened(path: path, length: length) }
                file = open
                guard offset < length else { return nil }
                let at = offset
                let chunk = try await onQueue { () throws(ContentError) in try open.read(at: at) }
                offset += chunk.count
                return chunk
            }
        }
    }

    private static func opened(path: String, length: Int) async throws -> ContentFile {
        let file = try await onQueue { () throws(ContentError) in try ContentFile(path: path) }
        guard file.length == length else {
            throw ContentError("\(path) had \(length) bytes when the request began, and now has \(file.length)")
        }
        return file
    }

    private func read(at offset: Int) throws(ContentError) -> [UInt8] {
        let size = min(Self.chunkSize, length - offset)
        var failure: CInt = 0
        let chunk = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            var result = 0
            repeat {
                result = unsafe pread(descriptor, buffer.baseAddress, size, off_t(offset))
            } while result < 0 && errno == EINTR
            failure = result < 0 ? errno : 0
            count = max(0, result)
        }
        guard failure == 0 else { throw Self.error("cannot be read", path, failure) }
        guard !chunk.isEmpty else { throw ContentError("\(path) has become shorter: it ends after \(offset) of \(length) bytes") }
        return chunk
    }

    private static func error(_ what: String, _ path: String, _ number: CInt = errno) -> ContentError {
        ContentError("\(path) \(what): \(unsafe String(cString: strerror(number)).lowercased())")
    }

    private static func onQueue<Value: Sendable>(
        _ body: @escaping @Sendable () throws(ContentError) -> Value
    ) async throws(ContentError) -> Value {
        let result: Result<Value, ContentError> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result { () throws(ContentError) in try body() }) }
        }
        return try result.get()
    }
}
