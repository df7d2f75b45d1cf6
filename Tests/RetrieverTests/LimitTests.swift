import Foundation
import Retriever
import TestSupport
import Testing

@Suite("Limits against hostile servers")
struct LimitTests {
    private func text(_ response: String, _ change: (inout ResponseLimits) -> Void = { _ in }) async throws -> String {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write(response)
            connection.waitForClose()
        }
        defer { server.stop() }
        return try await text(from: server, change)
    }

    private func text(from server: RawServer, _ change: (inout ResponseLimits) -> Void = { _ in }) async throws -> String {
        var options = RequestOptions()
        change(&options.limits)
        return try await HTTPClient().get(server.url, options: options).text()
    }

    private func fields(_ count: Int) -> String {
        "HTTP/1.1 200 OK\r\n" + String(repeating: "X-Y: z\r\n", count: count - 1) + "Content-Length: 2\r\n\r\nok"
    }

    @Test("Fields are counted") func fieldCount() async throws {
        #expect(try await text(fields(1000)) == "ok")
        let error = await expectError(.limitExceeded) { try await text(fields(1001)) }
        #expect(error?.message.contains("1000") == true && error?.message.contains("limits.fieldCount") == true)
        #expect(error?.message.contains("127.0.0.1") == true)
        #expect(try await text(fields(1001)) { $0.fieldCount = 1001 } == "ok")
    }

    @Test("Fields are measured") func headerBytes() async throws {
        let line = "X-Y: " + String(repeating: "z", count: 50_000) + "\r\n"
        let head = "HTTP/1.1 200 OK\r\n\(String(repeating: line, count: 5))Content-Length: 2\r\n\r\n"
        #expect(try await text(head + "ok") == "ok")
        await expectError(.limitExceeded) { try await text(head + "ok") { $0.headerBytes = head.utf8.count - 1 } }
        #expect(try await text(head + "ok") { $0.headerBytes = head.utf8.count } == "ok")
    }

    @Test("A head that never ends is cut off", arguments: ["X-Y: z\r\n", "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n"])
    func endlessHead(part: String) async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write(part.hasPrefix("HTTP") ? "" : "HTTP/1.1 200 OK\r\n")
            while connection.write(part) {}
        }
        defer { server.stop() }
        await expectError(.limitExceeded) { try await text(from: server) }
    }

    @Test("Interim responses are counted") func interimResponses() async throws {
        let interim = "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n"
        let final = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        #expect(try await text(String(repeating: interim, count: 32) + final) == "ok")
        let error = await expectError(.limitExceeded) { try await text(String(repeating: interim, count: 33) + final) }
        #expect(error?.message.contains("limits.interimResponses") == true)
    }

    @Test("Trailers are fields, too") func trailers() async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n")
            while connection.write("X-Y: z\r\n") {}
        }
        defer { server.stop() }
        await expectError(.limitExceeded) { try await text(from: server) }
    }

    @Test("Content that explodes when decoded is cut off, also for a reader of parts") func decompressionBomb() async throws {
        let folder = try TemporaryFolder()
        let bomb = try await gzip(zeros: 24 << 20, in: folder)
        let server = try RawServer { connection in
            while connection.readRequest() != nil {
                connection.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n")
                connection.write(bomb)
            }
        }
        defer { server.stop() }
        let response = try await HTTPClient().get(server.url)
        var size = 0
        let error = await expectError(.limitExceeded) { for try await chunk in response.body { size += chunk.count } }
        #expect(error?.message.contains("limits.decodingRatio") == true)
        #expect(size < 16 << 20)
        // Whoever knows what comes may have it.
        var options = RequestOptions()
        options.limits.decodingRatio = 2000
        #expect(try await HTTPClient().get(server.url, options: options).collected(upTo: 24 << 20).content.count == 24 << 20)
        options.limits.contentBytes = 1 << 20
        let limited = await expectError(.limitExceeded) { try await HTTPClient().get(server.url, options: options).collected() }
        #expect(limited?.message.contains("limits.contentBytes") == true)
    }

    private func gzip(zeros count: Int, in folder: TemporaryFolder) async throws -> [UInt8] {
        let file = folder.file("zeros")
        try Data().write(to: URL(filePath: file))
        try FileHandle(forWritingTo: URL(filePath: file)).truncate(atOffset: UInt64(count))
        let outcome = try await Program.run("/usr/bin/gzip", [file])
        #expect(outcome.status == 0)
        return Array(try Data(contentsOf: URL(filePath: file + ".gz")))
    }

    @Test("Content that is not encoded has no ratio; content that ends at its limit is fine") func plainContent() async throws {
        let size = 2 << 20
        let server = try RawServer { connection in
            while connection.readRequest() != nil {
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
                connection.write([UInt8](repeating: 0, count: size))
            }
        }
        defer { server.stop() }
        var options = RequestOptions()
        options.limits.decodingRatio = 1
        options.limits.contentBytes = size
        #expect(try await HTTPClient().get(server.url, options: options).collected().content.count == size)
    }
}
