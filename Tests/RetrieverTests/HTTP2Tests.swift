import Foundation
import Retriever
import TestSupport
import Testing

@Suite("HTTP/2")
struct HTTP2Tests {
    private let server: FaultyHTTP2Server
    private let client: HTTPClient
    private var url: String { "https://localhost:\(server.port)" }

    init() async throws {
        let authority = try await TestAuthority()
        server = try await FaultyHTTP2Server(authority.issue("server", for: "DNS:localhost"))
        var configuration = HTTPClient.Configuration()
        configuration.authoritiesFile = authority.file
        client = HTTPClient(configuration: configuration)
    }

    private func count(_ path: String) async throws -> String { try await client.get(url + "/count?" + path).text() }

    @Test("Requests at once share a connection, also when some want to receive more at once") func multiplexing() async throws {
        let numbers = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<100 {
                var options = RequestOptions()
                if number.isMultiple(of: 3) { options.receiveBufferSize = 128 * 1024 }
                group.addTask { [options] in try await client.get(url + "/ok", options: options).text() }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(numbers.count == 1)
    }

    @Test(
        "A request that the server says it did not process is repeated, whatever its method",
        arguments: ["/refuse-once", "/away-once"], [HTTPRequest.Method.get, .post])
    func unprocessed(path: String, method: HTTPRequest.Method) async throws {
        #expect(try await client.get(url + "/ok").status == 200)  // so that the connection is one used again
        let content = method == .post ? RequestContent.text("content") : nil
        let response = try await client.send(method, to: url + path, content: content)
        #expect(response.status == 200)
        _ = try await response.text()
        #expect(try await count(path) == "2")
    }

    @Test("Requests beside one that the server did not process are not lost") func goawayAmongOthers() async throws {
        try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
            for number in 0..<50 {
                let path = number == 25 ? "/away-once" : "/ok"
                group.addTask {
                    let response = try await client.get(url + path)
                    _ = try await response.text()
                    return response.status
                }
            }
            for try await status in group { #expect(status == 200) }
        }
    }

    @Test("A request that may be repeated is, once, to learn why it fails") func reasonOfRepeatable() async throws {
        #expect(try await client.get(url + "/ok").status == 200)
        let error = await expectError(.connectionLost) { try await client.get(url + "/away").text() }
        #expect(error?.message.contains("ENHANCE_YOUR_CALM") == true, "\(error?.message ?? "")")
        #expect(try await count("/away") == "2")
    }

    @Test("A request that is refused again and again fails, and says why") func refusedForGood() async throws {
        let error = await expectError(.connectionLost) { try await client.get(url + "/refuse").text() }
        #expect(error?.message.contains("localhost:\(server.port)") == true)
        #expect(error?.message.contains("REFUSED_STREAM") == true, "\(error?.message ?? "")")
        #expect(try await client.get(url + "/ok").status == 200)
    }

    @Test(
        "A request that may have been processed is not repeated; its error gives the reason",
        arguments: [("/fail", "INTERNAL_ERROR"), ("/fail-late", "INTERNAL_ERROR"), ("/away", "ENHANCE_YOUR_CALM")])
    func processed(path: String, reason: String) async throws {
        #expect(try await client.get(url + "/ok").status == 200)
        let error = await expectError(.connectionLost) {
            try await client.post(url + path, content: .text("content")).text()
        }
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
        #expect(try await count(path) == "1")
    }
}
