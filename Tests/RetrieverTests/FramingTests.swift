import Retriever
import Synchronization
import TestSupport
import Testing

@Suite("Where a response's content ends")
struct FramingTests {
    private func response(_ bytes: String, method: HTTPRequest.Method = .get) async throws -> CollectedResponse {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write(bytes)
        }
        defer { server.stop() }
        return try await HTTPClient().send(method, to: server.url).collected()
    }

    @Test(
        "Without content, whatever the fields say", arguments: ["204 No Content", "304 Not Modified", "205 Reset Content"],
        ["", "Content-Length: 0\r\n", "Content-Length: 5\r\n"])
    func noContent(status: String, fields: String) async throws {
        let server = try RawServer { connection in
            while connection.readRequest() != nil {
                connection.write("HTTP/1.1 \(status)\r\n\(fields)\r\n")
                // 304 tells how long the content would be; the others have no business to, but some bring it.
                if status.hasPrefix("205"), fields.contains("5") { connection.write("hello") }
            }
        }
        defer { server.stop() }
        let client = HTTPClient()
        for _ in 0..<3 {
            let response = try await client.get(server.url).collected()
            #expect("\(response.status)" == status)
            #expect(response.content.isEmpty)
        }
    }

    @Test(
        "HEAD has no content, whatever the fields say",
        arguments: ["Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", ""])
    func head(fields: String) async throws {
        let server = try RawServer.answering("HTTP/1.1 200 OK\r\n\(fields)\r\n")
        defer { server.stop() }
        let client = HTTPClient()
        for _ in 0..<3 { #expect(try await client.head(server.url).collected().content.isEmpty) }
    }

    @Test("Chunks count, not a length beside them, and the connection is not used again", arguments: [true, false])
    func lengthBesideChunks(lengthFirst: Bool) async throws {
        let server = try RawServer { connection in
            while connection.readRequest() != nil {
                let lines = ["Content-Length: 3\r\n", "Transfer-Encoding: chunked\r\n"]
                connection.write("HTTP/1.1 200 OK\r\n" + (lengthFirst ? lines : lines.reversed()).joined() + "\r\n")
                connection.write("5\r\nhello\r\n0\r\n\r\n")
            }
        }
        defer { server.stop() }
        let client = HTTPClient()
        for round in 1...3 {
            #expect(try await client.get(server.url).text() == "hello")
            #expect(server.connectionCount == round)
        }
    }

    @Test("A connection without that fault is used again by the same client") func reuseAfterwards() async throws {
        let isFirst = Atomic(true)
        let server = try RawServer { connection in
            while connection.readRequest() != nil {
                let fault = isFirst.exchange(false, ordering: .relaxed) ? "Content-Length: 3\r\n" : ""
                connection.write("HTTP/1.1 200 OK\r\n\(fault)Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n")
            }
        }
        defer { server.stop() }
        let client = HTTPClient()
        for _ in 0..<4 { #expect(try await client.get(server.url).text() == "a") }
        #expect(server.connectionCount == 2)
    }

    @Test(
        "Lengths that contradict each other, or are none, are an error",
        arguments: [
            "Content-Length: 3\r\nContent-Length: 4", "Content-Length: 3, 4", "Content-Length: -3", "Content-Length: x",
            "Content-Length: 3x", "Content-Length:", "Content-Length: 99999999999999999999", "Content-Length: 0x3",
        ])
    func contradictoryLengths(fields: String) async throws {
        await expectError(.badResponse) { try await response("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\nabcd") }
    }

    @Test("The same length twice is one length", arguments: ["Content-Length: 3\r\nContent-Length: 3", "Content-Length: 3, 3"])
    func repeatedLengths(fields: String) async throws {
        #expect(try await response("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\nabc").text == "abc")
    }

    @Test(
        "Content that breaks off is an error that says how much came",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", "after 3 of 10 bytes"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n", "after 0 of 10 bytes"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 6442450944\r\n\r\nabcd", "after 4 of 6442450944 bytes"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n5\r\nde", "bytes of the content"),
        ])
    func shortContent(bytes: String, named: String) async throws {
        let error = await expectError(.connectionLost) { try await response(bytes) }
        #expect(error?.message.contains(named) == true, "\(error?.message ?? "")")
    }

    @Test("What came before a break can be read") func prefixOfShortContent() async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
        }
        defer { server.stop() }
        var received: [UInt8] = []
        await expectError(.connectionLost) {
            for try await chunk in try await HTTPClient().get(server.url).body { received += chunk }
        }
        #expect(received == Array("abc".utf8))
    }

    @Test("HTTP/1.0 content ends with the connection, HTTP/0.9 is refused") func oldVersions() async throws {
        #expect(try await response("HTTP/1.0 200 OK\r\n\r\nuntil close").text == "until close")
        #expect(try await response("HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nuntil close").text == "until")
        await expectError(.badResponse) { try await response("<html>no head at all</html>\r\n") }
    }

    @Test("Content of more than 4 GiB arrives", .timeLimit(.minutes(2))) func hugeContent() async throws {
        let size = 4 << 30 + 1 << 24
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
            let part = [UInt8](repeating: 0, count: 1 << 24)
            for _ in 0..<size / part.count where !connection.write(part) { return }
        }
        defer { server.stop() }
        let received = try await HTTPClient().get(server.url).body.reduce(0) { $0 + $1.count }
        #expect(received == size)
    }

    @Test("A length of more than 4 GiB is what it is") func longContent() async throws {
        let response = try await response("HTTP/1.1 200 OK\r\nContent-Length: 6442450944\r\n\r\n", method: .head)
        #expect(response.headerFields[.contentLength] == "6442450944")
    }
}
