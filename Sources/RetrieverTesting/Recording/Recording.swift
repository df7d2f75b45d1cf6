internal import Files
internal import FoundationEssentials
public import Retriever
internal import Synchronization

/// Records what servers answer in a folder, and answers from it.
///
///     var configuration = HTTPClient.Configuration()
///     configuration.attemptInterceptors.append(Recording(in: "Fixtures/jokes"))
///
/// Each exchange is a text file to be read, changed and compared: request line, fields, an empty line and the content, then the response.
/// Content that is no text is beside it, in a file of its own. Names come from the request, so that recording again changes only what
/// the server answers otherwise. A request is answered by the recording with its method, URL, content and `Range`; when it is made several
/// times, by the first, the second and so on.
///
/// Secrets are left out by rules, in URLs, fields and texts; what differs only there is the same request. Responses are received whole
/// before they go on, and failures are not recorded. Files of requests that are made no more stay until somebody deletes them.
public final class Recording: Interceptor {
    /// Whether servers are asked.
    public enum Mode: Sendable, Hashable {
        /// All requests go to servers, and the folder is written.
        case record
        /// No request goes to a server.
        case replay
        /// Requests that are recorded do not go to a server, others do and are recorded.
        case automatic
    }

    private let folder: String
    private let mode: Mode
    private let redaction: Redaction
    private let limit: Int
    private let counts = Mutex<[String: Int]>([:])
    private let queue = FileQueue()

    /// - Parameters:
    ///   - folder: Made when the first exchange is recorded.
    ///   - redaction: What is left out. Its ``Redaction/shownContent`` says of which types content is text; all other is recorded as it
    ///     is, secrets included.
    ///   - limit: The largest content that is recorded, in bytes.
    public init(
        in folder: String, _ mode: Mode = .automatic, redaction: Redaction = Recording.redaction, upTo limit: Int = 64 << 20
    ) {
        self.folder = folder
        self.mode = mode
        self.redaction = redaction
        self.limit = limit
    }

    /// The usual rules, with all that is text shown.
    public static var redaction: Redaction {
        var redaction = Redaction()
        redaction.shownContent = ["*/*"]
        return redaction
    }

    /// Answers from the folder, or asks `next` and records.
    ///
    /// - Throws: What `next` throws; ``HTTPClientError`` with code `file` whose cause is a ``RecordingError``.
    public func intercept(
        _ call: InterceptedRequest, next: (InterceptedRequest) async throws -> HTTPClientResponse
    ) async throws -> HTTPClientResponse {
        var call = call
        call.content = try await call.content?.inMemory(upTo: limit)
        var redaction = redaction
        redaction.fields.formUnion(call.options.sensitiveFields)
        let request = RecordedRequest(call, redaction: redaction)
        let number = nextNumber(of: request)
        let name = "\(request.name).\(number)"
        do throws(RecordingError) {
            if mode != .record, let response = try await replay(request, name, call) { return response }
        } catch {
            throw HTTPClientError(.file, error.description, cause: error)
        }
        let response = try await next(call)
        let content = try await response.collected(upTo: limit)
        do throws(RecordingError) {
            // What an earlier run has recorded of later times would be answered as if it belonged to this one.
            if mode == .record, number == 1 { try await removeLater(than: request) }
            try await record(request, name, content, redaction)
        } catch {
            throw HTTPClientError(.file, error.description, cause: error)
        }
        return response.with(body: ResponseBody(content.content, trailerFields: content.trailerFields))
    }

    private func nextNumber(of request: RecordedRequest) -> Int {
        counts.withLock { counts in
            counts[request.name, default: 0] += 1
            return counts[request.name, default: 1]
        }
    }

    // MARK: - Replaying

    private func replay(
        _ request: RecordedRequest, _ name: String, _ call: InterceptedRequest
    ) async throws(RecordingError) -> HTTPClientResponse? {
        let path = "\(folder)/\(name).http"
        guard let bytes = try await read(path) else {
            guard mode == .replay else { return nil }
            throw RecordingError(
                .missing, path,
                "there is no recording of \(request.exchange.method) \(request.exchange.url); run once with mode .automatic or .record, and with the server"
            )
        }
        let exchange = try RecordedExchange(bytes, path: path)
        guard exchange.method == request.exchange.method, exchange.url == request.exchange.url else {
            throw RecordingError(.damaged, path, line: 1, "the file's name is that of another request")
        }
        let content: [UInt8]
        switch exchange.responseContent {
        case .text(let text): content = text
        case .file(let name):
            guard let bytes = try await read("\(folder)/\(name)") else {
                throw RecordingError(.damaged, path, "the file \(name) with the response's content is missing")
            }
            content = bytes
        }
        return HTTPClientResponse(
            head: HTTPResponse(status: exchange.status, headerFields: exchange.responseFields), url: call.request.url,
            body: ResponseBody(content, trailerFields: exchange.trailerFields))
    }

    private func read(_ path: String) async throws(RecordingError) -> [UInt8]? {
        try await queue.run { () throws(RecordingError) in
            guard FileSystem.kind(of: path) != .nothing else { return nil }
            guard let data = FileManager.default.contents(atPath: path) else {
                throw RecordingError(.file, path, "the file cannot be read")
            }
            return Array(data)
        }
    }

    // MARK: - Recording

    private func record(
        _ request: RecordedRequest, _ name: String, _ response: CollectedResponse, _ redaction: Redaction
    ) async throws(RecordingError) {
        var files: [(name: String, bytes: [UInt8])] = []
        func place(_ content: RecordedContent, _ suffix: String) -> RecordedExchange.Content {
            guard !content.isText else { return .text(content.bytes) }
            files.append(("\(name).\(suffix)", content.bytes))
            return .file("\(name).\(suffix)")
        }
        let content = RecordedContent(
            response.content, contentType: response.headerFields[values: .contentType].first, redaction: redaction)
        var exchange = request.exchange
        exchange.requestContent = place(request.content, "request.bin")
        exchange.status = response.status
        exchange.responseFields = redaction.recorded(response.headerFields, of: response.url)
        if content.bytes.count != response.content.count, exchange.responseFields.contains(.contentLength) {
            exchange.responseFields[.contentLength] = "\(content.bytes.count)"
        }
        exchange.responseContent = place(content, "response.bin")
        exchange.trailerFields = redaction.recorded(response.trailerFields, of: response.url)
        // The file that names the others comes last.
        try await write(files + [("\(name).http", exchange.bytes)])
    }

    private func removeLater(than request: RecordedRequest) async throws(RecordingError) {
        try await queue.run { [folder] () throws(RecordingError) in
            var number = 2
            while true {
                let path = "\(folder)/\(request.name).\(number)"
                guard FileSystem.kind(of: path + ".http") != .nothing else { return }
                do throws(FileError) {
                    for suffix in [".http", ".request.bin", ".response.bin"] { try FileSystem.remove(path + suffix) }
                } catch {
                    throw RecordingError(.file, path, error.reason)
                }
                number += 1
            }
        }
    }

    private func write(_ files: [(name: String, bytes: [UInt8])]) async throws(RecordingError) {
        try await queue.run { [folder] () throws(RecordingError) in
            do {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            } catch {
                throw RecordingError(.file, folder, "the folder cannot be made")
            }
            for file in files {
                let path = "\(folder)/\(file.name)"
                do throws(FileError) {
                    try FileSystem.writeAtomically(file.bytes, to: path)
                } catch {
                    throw RecordingError(.file, path, error.reason)
                }
            }
        }
    }
}
