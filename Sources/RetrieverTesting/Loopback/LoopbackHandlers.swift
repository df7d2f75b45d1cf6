internal import HTTPServer
internal import Retriever
internal import Synchronization

/// Answers a server's requests from a script, in tasks that end with the server.
final class LoopbackHandlers: Sendable {
    private struct State {
        var cancellations: [Int: @Sendable () -> Void] = [:]
        var lastNumber = 0
        var isStopped = false
    }

    private let script: ScriptedTransport
    private let state = Mutex(State())

    init(_ script: ScriptedTransport) { self.script = script }

    /// Ends all that runs and all that comes later.
    ///
    /// - Returns: Whether it is the first time.
    func cancelAll() -> Bool {
        let (cancellations, isFirst) = state.withLock { state in
            defer { state.isStopped = true }
            return (state.cancellations.values, !state.isStopped)
        }
        for cancel in cancellations { cancel() }
        return isFirst
    }

    /// The response; `nil` when the connection is to be closed instead.
    func answer(_ request: ServerRequest) async -> ServerResponse? {
        guard let received = ReceivedRequest(request) else { return ServerResponse(status: 400) }
        let task = Task { [script] in try await script.respond(to: received) }
        let number = add(task.cancel)
        defer { remove(number) }
        do {
            return streaming(try await task.value, to: received)
        } catch let error as HTTPClientError where !(error.cause is ScriptError) {
            return nil
        } catch {
            let text = (error as? HTTPClientError)?.message ?? "the handler failed: \(error)"
            return ServerResponse(
                status: 500, headerFields: [.contentType: "text/plain; charset=utf-8"], content: Array(text.utf8))
        }
    }

    /// The response, with its content written by a task of its own.
    private func streaming(_ response: HTTPClientResponse, to received: ReceivedRequest) -> ServerResponse {
        let own: Set<HTTPField.Name> = [.contentLength, .transferEncoding, .date, .init(unchecked: "Connection")]
        var result = ServerResponse(status: response.status, headerFields: response.headerFields)
        result.headerFields.removeAll { own.contains($0.name) }
        let hasContent = response.status.kind != .informational && response.status != 204 && response.status != 304
        guard hasContent else { return result }
        let length = response.headerFields[values: .contentLength].first.flatMap { Int(digits: $0) }
        let writing = Mutex<Task<Void, Never>?>(nil)
        let content = StreamedContent(length: length) { writing.withLock { $0.take() }?.cancel() }
        result.stream = content
        guard received.method != .head else {
            content.finish()
            return result
        }
        let task = Task {
            do {
                while let chunk = try await response.body.makeAsyncIterator().next() {
                    guard await content.write(chunk) else { return }
                }
                content.finish()
            } catch {
                content.fail()
            }
        }
        writing.withLock { $0 = task }
        let number = add(task.cancel)
        Task {
            await task.value
            remove(number)
        }
        return result
    }

    private func add(_ cancel: @escaping @Sendable () -> Void) -> Int {
        let (number, isStopped) = state.withLock { state in
            state.lastNumber += 1
            state.cancellations[state.lastNumber] = cancel
            return (state.lastNumber, state.isStopped)
        }
        if isStopped { cancel() }
        return number
    }

    private func remove(_ number: Int) { state.withLock { $0.cancellations[number] = nil } }
}

extension ReceivedRequest {
    /// A request as it came over the wire, its URL with the host that it names; `nil` when that makes no URL.
    fileprivate init?(_ request: ServerRequest) {
        let target = request.path + (request.rawQuery.isEmpty ? "" : "?" + request.rawQuery)
        // An asterisk (RFC 9110 §9.3.7) stands for the server itself.
        let path = target == "*" ? "/" : target
        guard let url = try? WebURL("http://\(request.headerFields[.host] ?? "127.0.0.1")\(path)") else { return nil }
        self.init(HTTPRequest(method: request.method, url: url, headerFields: request.headerFields), content: request.content)
    }
}
