import Foundation
import Retriever
import TestSupport
import Testing

@Suite("Content over HTTP/2")
struct HTTP2ContentTests {
    private static let server = Result { try HTTP2Server() }

    private func client() throws -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.authoritiesFile = try Self.server.get().certificateFile
        return HTTPClient(configuration: configuration)
    }

    @Test(
        "A known length is told, an unknown one is not; nothing is chunked", arguments: [0, 1, 65_535, 65_536, 65_537, 3_000_000])
    func framing(count: Int) async throws {
        let url = try Self.server.get().url + "/count"
        let bytes = [UInt8](repeating: 7, count: count)
        let known = RequestContent.stream(AsyncStream(bytes: bytes), length: count)
        #expect(try await client().post(url, content: RequestContent(bytes)).text() == "content-length \(count)")
        #expect(try await client().post(url, content: known).text() == "content-length \(count)")
        #expect(try await client().post(url, content: .stream(AsyncStream(bytes: bytes))).text() == "\(count)")
        var options = RequestOptions()
        options.continueTimeout = .seconds(60)
        #expect(try await client().post(url, content: .stream(AsyncStream(bytes: bytes)), options: options).text() == "\(count)")
    }

    @Test("The response is read while content is still going out") func fullDuplex() async throws {
        let (chunks, source) = AsyncStream.makeStream(of: [UInt8].self)
        source.yield([0])
        let response = try await client().post(Self.server.get().url + "/echo", content: .stream(chunks))
        #expect(response.status == 200)
        var received = 0
        for try await chunk in response.body {
            for byte in chunk {
                #expect(Int(byte) == received % 256)
                received += 1
                // The next byte is made out of the answer to the one before.
                if received < 300 { source.yield([UInt8(received % 256)]) } else { source.finish() }
            }
        }
        #expect(received == 300)
    }

    @Test("Much content there and back, at once") func largeEcho() async throws {
        let bytes = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 >> 8 &+ $0) }
        let client = try client()
        let url = try Self.server.get().url + "/echo"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let response = try await client.post(url, content: .stream(AsyncStream(bytes: bytes)))
                    #expect(try await response.collected().content == bytes)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("A refusal before the content has gone out is the response") func earlyResponse() async throws {
        let client = try client()
        let url = try Self.server.get().url
        let bytes = [UInt8](repeating: 7, count: 20 << 20)
        let response = try await client.post(url + "/refuse", content: .stream(AsyncStream(bytes: bytes))).collected()
        #expect(response.status == 413 && response.text == "too much")
        #expect(try await client.get(url + "/hints").text() == "ok")
    }

    @Test("A request with trailers goes over HTTP/1.1, and HTTP/2 is spoken again afterwards") func trailersAvoidHTTP2()
        async throws
    {
        let (certificate, key) = try makeSelfSignedCertificate()
        let server = try Nginx(
            server: "ssl_certificate cert.pem; ssl_certificate_key key.pem; location / { return 200 $server_protocol; }",
            listenOptions: "ssl http2", files: ["cert.pem": certificate, "key.pem": key])
        var configuration = HTTPClient.Configuration()
        configuration.authoritiesFile = try TemporaryFolder().write(String(decoding: certificate, as: UTF8.self), to: "cert.pem")
        let client = HTTPClient(configuration: configuration)
        let url = "https://127.0.0.1:\(server.port)/"
        let content = RequestContent.text("a").followed(by: [.eTag]) { [.eTag: "x"] }
        #expect(try await client.get(url).text() == "HTTP/2.0")
        #expect(try await client.post(url, content: content).text() == "HTTP/1.1")
        #expect(try await client.get(url).text() == "HTTP/2.0")
    }

    @Test("Interim responses and trailers") func fieldsAroundContent() async throws {
        let told = Record<HTTPResponse>()
        var options = RequestOptions()
        options.onInformationalResponse = { told.append($0) }
        let url = try Self.server.get().url
        #expect(try await client().get(url + "/hints", options: options).text() == "ok")
        #expect(told.all.map(\.status) == [103])
        let response = try await client().get(url + "/trailers").collected()
        #expect(response.text == "content")
        #expect(try response.trailerFields[#require(HTTPField.Name("X-Checksum"))] == "abc")
    }
}
