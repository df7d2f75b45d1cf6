import Foundation
import RetrieverTesting
import TestSupport
import Testing

@Suite("Scripted transport: downloads")
struct ScriptedDownloadTests {
    private let transport = ScriptedTransport()
    private let url = "https://example.com/files/data.bin"
    private let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

    private func contents(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map(Array.init) }

    private func options(_ change: (inout DownloadOptions) -> Void = { _ in }) -> DownloadOptions {
        var options = DownloadOptions()
        options.retries.initialDelay = .milliseconds(1)
        options.minimumSegmentSize = 1
        change(&options)
        return options
    }

    @Test("A file is downloaded under its name") func whole() async throws {
        let folder = try TemporaryFolder()
        let source = folder.file("source")
        try Data(content).write(to: URL(filePath: source))
        transport.on(.get("/files/data.bin"), .file(source))
        let target = try TemporaryFolder()
        let file = try await HTTPClient(scripted: transport).download(url, to: .folder(target.path)).finished()
        #expect(file.path == target.file("data.bin"))
        #expect(contents(file.path) == content)
        try transport.verify()
    }

    @Test("A download that breaks off goes on where it was") func resumed() async throws {
        let resource = ScriptedAnswer.resource(content)
        transport.on(.get("/files/data.bin"), resource.breakingOff(after: 100_000), resource)
        let path = try TemporaryFolder().file("x")
        _ = try await HTTPClient(scripted: transport).download(url, to: .file(path), options: options()).finished()
        #expect(contents(path) == content)
        #expect(transport.requests.last?.headerFields[.range]?.hasPrefix("bytes=100000-") == true)
        #expect(transport.requests.last?.headerFields.contains(.ifRange) == true)
        try transport.verify()
    }

    @Test("A download comes in segments") func segments() async throws {
        // None ends before all have begun: a request that is quick would do the others' work.
        let gate = Gate()
        transport.on(.get("/files/data.bin"), .resource(content).inChunks(of: 1000).held(at: gate, after: 1000))
        let path = try TemporaryFolder().file("x")
        async let file = HTTPClient(scripted: transport)
            .download(url, to: .file(path), options: options { $0.segments = 4 }).finished()
        try await gate.arrivals(4)
        gate.release()
        _ = try await file
        #expect(contents(path) == content)
        #expect(transport.requests.count { $0.headerFields.contains(.range) } >= 3)
    }

    @Test("A changed file starts over") func changed() async throws {
        transport.on(
            .get("/files/data.bin"), .resource(Array(repeating: 7, count: 200_000), eTag: "\"v1\"").breakingOff(after: 50_000),
            .resource(content, eTag: "\"v2\""))
        let path = try TemporaryFolder().file("x")
        _ = try await HTTPClient(scripted: transport).download(url, to: .file(path), options: options()).finished()
        #expect(contents(path) == content)
    }

    @Test("A file that is missing fails the request and names it") func missing() async throws {
        transport.on(.any, .file("/nowhere/source"))
        let error = await #expect(throws: HTTPClientError.self) { try await HTTPClient(scripted: transport).get(url) }
        #expect(error?.code == .file)
        #expect(error?.message.contains("/nowhere/source") == true)
    }

    @Test(
        "Ranges and validators, RFC 9110 §13 and §14",
        arguments: [
            ([:], 200, "0123456789", nil),
            ([.range: "bytes=2-4"], 206, "234", "bytes 2-4/10"),
            ([.range: "bytes=7-"], 206, "789", "bytes 7-9/10"),
            ([.range: "bytes=-2"], 206, "89", "bytes 8-9/10"),
            ([.range: "bytes=10-"], 416, "", "bytes */10"),
            ([.range: "bytes=0-1, 3-4"], 200, "0123456789", nil),
            ([.range: "lines=0-1"], 200, "0123456789", nil),
            ([.range: "bytes=2-4", .ifRange: "\"v1\""], 206, "234", "bytes 2-4/10"),
            ([.range: "bytes=2-4", .ifRange: "\"v0\""], 200, "0123456789", nil),
            ([.range: "bytes=2-4", .ifRange: "W/\"v1\""], 200, "0123456789", nil),
            ([HTTPField.Name("If-None-Match")!: "\"v0\", \"v1\""], 304, "", nil),
            ([HTTPField.Name("If-None-Match")!: "\"v0\""], 200, "0123456789", nil),
        ] as [(HTTPFields, HTTPResponse.Status, String, String?)])
    func ranges(fields: HTTPFields, status: HTTPResponse.Status, text: String, range: String?) async throws {
        transport.on(.any, .resource(Array("0123456789".utf8), eTag: "\"v1\""))
        let response = try await HTTPClient(scripted: transport).get(url, headerFields: fields)
        #expect(response.status == status)
        #expect(try await response.text() == text)
        #expect(response.headerFields[.contentRange] == range)
        #expect(response.headerFields[.eTag] == "\"v1\"")
    }
}
