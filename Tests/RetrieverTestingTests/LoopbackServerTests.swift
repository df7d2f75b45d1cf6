import Foundation
import RetrieverTesting
import Synchronization
import TestSupport
import Testing

@Suite("Loopback server")
struct LoopbackServerTests {
    private let client = HTTPClient()

    @Test("One closure answers all requests, and sees them whole") func closure() async throws {
        let server = try LoopbackServer { request in
            .text("\(request.method) \(request.url.href) \(request.headerFields[.accept] ?? "") \(request.text)")
        }
        let response = try await client.post(
            server.url + "/a%20b/ü?x=1&y", content: .text("content"), headerFields: [.accept: "text/plain"])
        #expect(try await response.text() == "POST \(server.url)/a%20b/%C3%BC?x=1&y text/plain content")
        #expect(try await client.send(HTTPRequest.Method("BREW")!, to: server.url).text() == "BREW \(server.url)/ */* ")
        #expect(server.requests.count == 2)
        await server.stop()
    }

    @Test("Fields of one name come each for itself, in both directions") func fields() async throws {
        let server = try LoopbackServer { request in
            var fields = HTTPFields()
            fields[values: .setCookie] = request.headerFields[values: .cookie]
            return .status(200, headerFields: fields)
        }
        var fields = HTTPFields()
        fields[values: .cookie] = ["a=1", "b=2"]
        #expect(try await client.get(server.url, headerFields: fields).headerFields[values: .setCookie] == ["a=1", "b=2"])
    }

    @Test("Rules answer, and what they are not for gets 500 and is told") func rules() async throws {
        let server = try LoopbackServer()
        server.script.on(.get("/jokes/*"), .text("Ha"), .status(204))
        #expect(try await client.get(server.url + "/jokes/1").text() == "Ha")
        #expect(try await client.get(server.url + "/jokes/2").status == 204)
        let response = try await client.get(server.url + "/jokes/3")
        #expect(response.status == 500)
        #expect(try await response.text().hasPrefix("unexpected: GET \(server.url)/jokes/3\n"))
        #expect(throws: ScriptError.self) { try server.script.verify() }
    }

    @Test("A handler that fails is a 500 with the reason") func failingHandler() async throws {
        struct Mistake: Error {}
        let server = try LoopbackServer { _ in throw Mistake() }
        let response = try await client.get(server.url)
        #expect(response.status == 500)
        #expect(try await response.text().contains("Mistake"))
    }

    @Test("Content is streamed as it is made", arguments: [true, false]) func streaming(isLengthKnown: Bool) async throws {
        let gate = Gate()
        let answer = isLengthKnown ? ScriptedAnswer.text("abcdef") : .chunks([Array("abc".utf8), Array("def".utf8)])
        let server = try LoopbackServer { _ in answer.held(at: gate, after: 3) }
        let response = try await client.get(server.url)
        #expect(response.headerFields[.contentLength] == (isLengthKnown ? "6" : nil))
        let body = response.body.makeAsyncIterator()
        #expect(try await body.next() == Array("abc".utf8))
        gate.release()
        #expect(try await body.next() == Array("def".utf8))
        #expect(try await body.next() == nil)
        await server.stop()
    }

    @Test("Much content arrives whole") func muchContent() async throws {
        let server = try LoopbackServer { _ in
            .stream {
                let made = Mutex(0)
                return {
                    let number = made.withLock { made in
                        made += 1
                        return made
                    }
                    return number <= 1000 ? [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 50_000) : nil
                }
            }
        }
        let response = try await client.get(server.url)
        let body = response.body.makeAsyncIterator()
        var count = try await body.next()?.count ?? 0
        while let chunk = try await body.next() { count += chunk.count }
        #expect(count == 50_000_000)
        await server.stop()
    }

    /// Opens a gate when nobody holds it any more.
    private final class Token: Sendable {
        let gate: Gate
        init(_ gate: Gate) { self.gate = gate }
        deinit { gate.release() }
    }

    @Test("A client that goes away ends the making of content") func clientGoesAway() async throws {
        let ended = Gate()
        let server = try LoopbackServer { _ in
            .stream {
                let token = Token(ended)
                return { withExtendedLifetime(token) { [UInt8](repeating: 1, count: 100_000) } }
            }
        }
        let response = try await client.get(server.url)
        _ = try await response.body.makeAsyncIterator().next()
        response.cancel()
        try await ended.pass()
        await server.stop()
    }

    @Test(
        "Connections break where it is scripted",
        arguments: [
            ScriptedAnswer.fails(.connectionLost), ScriptedAnswer.text("abcdef").breakingOff(after: 3),
            ScriptedAnswer.chunks([[1], [2]]).breakingOff(after: 1),
        ])
    func breaking(answer: ScriptedAnswer) async throws {
        let server = try LoopbackServer { _ in answer }
        let error = await #expect(throws: HTTPClientError.self) { try await client.get(server.url).text() }
        #expect(error?.code == .connectionLost)
        await server.stop()
    }

    @Test("HEAD, 204 and 304 have no content, and keep the connection") func withoutContent() async throws {
        let server = try LoopbackServer { request in
            request.url.path == "/304" ? .status(304) : request.url.path == "/204" ? .status(204) : .text("four")
        }
        for _ in 0..<2 {
            let head = try await client.head(server.url)
            #expect(head.headerFields[.contentLength] == "4")
            #expect(try await head.text() == "")
            #expect(try await client.get(server.url + "/204").text() == "")
            #expect(try await client.get(server.url + "/304").status == 304)
            #expect(try await client.get(server.url).text() == "four")
        }
        await server.stop()
    }

    @Test("Downloads resume and come in segments", arguments: [1, 4]) func downloads(segments: Int) async throws {
        let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let server = try LoopbackServer()
        let resource = ScriptedAnswer.resource(content)
        server.script.on(.get("/data"), resource.breakingOff(after: 50_000), resource, times: .any)
        let path = try TemporaryFolder().file("x")
        var options = DownloadOptions()
        options.retries.initialDelay = .milliseconds(1)
        options.minimumSegmentSize = 1
        options.segments = segments
        _ = try await client.download(server.url + "/data", to: .file(path), options: options).finished()
        #expect(FileManager.default.contents(atPath: path).map(Array.init) == content)
        #expect(server.requests.dropFirst().allSatisfy { $0.headerFields.contains(.range) })
        await server.stop()
    }

    @Test("Stopping ends what waits, and closes the port") func stopping() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            request.url.path == "/head" ? .status(200).held(at: gate) : .text("abc").held(at: gate, after: 1)
        }
        let client = client
        let url = server.url
        let head = Task { try await client.get(url + "/head") }
        let body = try await client.get(url + "/body").body.makeAsyncIterator()
        #expect(try await body.next() == Array("a".utf8))
        try await gate.arrivals(2)
        await server.stop()
        await #expect(throws: HTTPClientError.self) { try await head.value }
        await #expect(throws: HTTPClientError.self) { try await body.next() }
        let error = await #expect(throws: HTTPClientError.self) { try await client.get(url) }
        #expect(error?.code == .cannotConnect)
        await server.stop()
    }

    @Test("A server that nobody holds stops") func released() async throws {
        var server: LoopbackServer? = try LoopbackServer { _ in .neverAnswers }
        let url = try #require(server?.url)
        let script = try #require(server?.script)
        let client = client
        let request = Task { try await client.get(url) }
        while script.requests.isEmpty { await Task.yield() }
        server = nil
        await #expect(throws: HTTPClientError.self) { try await request.value }
    }
}
