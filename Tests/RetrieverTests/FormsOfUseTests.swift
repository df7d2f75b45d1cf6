import Foundation
import Retriever
import TestSupport
import Testing

@Suite("Callback and blocking forms")
struct FormsOfUseTests {
    @Test("A callback comes on the main actor, once") func callbackOnMainActor() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let text = await withCheckedContinuation { (continuation: CheckedContinuation<String, Never>) in
            HTTPClient.shared.retrieve(server.url, method: .post, parameters: ["name": "Martin", "age": "29"]) { result in
                MainActor.assertIsolated()
                continuation.resume(returning: (try? result.get().text) ?? "")
            }
        }
        #expect(text.hasPrefix("POST /"))
        #expect(text.hasSuffix("\r\n\r\nname=Martin&age=29"))
    }

    private final class Queue: TaskExecutor {
        let queue = DispatchQueue(label: "chosen")
        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    @Test("A callback comes on the executor of choice") func callbackOnExecutor() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let executor = Queue()
        let status = await withCheckedContinuation { continuation in
            HTTPClient.shared.retrieve(server.url, on: executor) { result in
                dispatchPrecondition(condition: .onQueue(executor.queue))
                continuation.resume(returning: try? result.get().status)
            }
        }
        #expect(status == 200)
    }

    @Test("A token cancels, and the callback hears of it") func tokenCancels() async throws {
        let server = try RawServer { $0.waitForClose() }
        defer { server.stop() }
        let code = await withCheckedContinuation { continuation in
            let token = HTTPClient.shared.retrieve(server.url) { result in
                if case .failure(let error) = result { continuation.resume(returning: error.code) }
            }
            token.cancel()
        }
        #expect(code == .cancelled)
    }

    /// Runs `body` on a thread that belongs to no task.
    private func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
        }
    }

    @Test("The blocking form puts parameters where the method has them") func blocking() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let url = server.url + "/p?a=1"
        let got = try await onThread { try Data(retrieving: url, parameters: ["b": "x y"]) }
        #expect(String(decoding: got, as: UTF8.self).hasPrefix("GET /p?a=1&b=x%20y HTTP/1.1"))
        #expect(String(decoding: got, as: UTF8.self).contains("Cache-Control: no-cache"))
        let posted = try await onThread { try Data(retrieving: url, method: .post, parameters: ["b": "x y"]) }
        #expect(String(decoding: posted, as: UTF8.self).hasSuffix("\r\n\r\nb=x+y"))
    }

    @Test("The blocking form throws") func blockingErrors() async throws {
        let server = try RawServer.answering("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        defer { server.stop() }
        await expectError(.status) { try await onThread { try Data(retrieving: server.url) } }
        let port = try Loopback.unusedPort()
        await expectError(.cannotConnect) { try await onThread { try Data(retrieving: "http://127.0.0.1:\(port)/") } }
    }

    @Test("The blocking form refuses a thread that tasks share") func blockingInATask() async {
        await #expect(processExitsWith: .failure) { _ = try Data(retrieving: "http://127.0.0.1:1/") }
    }

    @Test("A response field with a line break cannot be set") func fieldsRefuseLineBreaks() async {
        await #expect(processExitsWith: .failure) {
            var fields = HTTPFields()
            fields[.accept] = "a\r\nX-Injected: 1"
        }
    }
}
