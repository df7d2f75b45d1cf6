import FoundationEssentials
import Glibc
import Measuring
import Retriever

extension RetrieverBench {
    /// Makes up what a server would answer.
    private struct Origin: Interceptor {
        let content = Array(
            #"{"id":7,"name":"Ada Lovelace","note":"She wrote the first program.","tags":["a","b"],"isNew":false}"#.utf8)

        func intercept(_ call: InterceptedRequest, next: Next) async throws -> HTTPClientResponse {
            let fields: HTTPFields = [
                .cacheControl: "max-age=86400", .contentType: "application/json", .contentLength: "\(content.count)",
                .eTag: "\"5f3a\"", .server: "nginx",
            ]
            let head = HTTPResponse(status: 200, headerFields: fields)
            return HTTPClientResponse(head: head, url: call.request.url, body: ResponseBody(content))
        }
    }

    /// `cached`: stores `--entries` responses, then asks for a thousand of them again and again, one at a time on one core. With `--out`
    /// they are kept in a folder only, whose name begins so, and read from it each time.
    static func cached(_ arguments: Arguments) async throws {
        let entries = try arguments.number("entries", default: 1000)
        let count = try arguments.number("requests")
        let folder = arguments["out"].map { "\($0)-\(getpid())" }
        defer { if let folder { try? FileManager.default.removeItem(atPath: folder) } }
        var options = HTTPCache.Options()
        if folder != nil { options.memoryCapacity = 0 }
        let cache =
            try folder.map { try HTTPCache(folder: $0, diskCapacity: 100 << 30, options: options) } ?? HTTPCache()
        var configuration = HTTPClient.Configuration()
        configuration.cache = cache
        configuration.attemptInterceptors = [Origin()]
        let client = HTTPClient(configuration: configuration)
        let urls = try (0..<min(entries, 1000)).map { try url($0 * (entries / min(entries, 1000))) }
        for number in 0..<entries {
            _ = try await client.get(url(number)).collected()
            // What is written faster than the disk takes it is not stored.
            if number % 10_000 == 9_999 { await cache.flush() }
        }
        await cache.flush()
        let (before, clock) = (cache.statistics.hits, ContinuousClock())
        let start = clock.now
        var bytes = 0
        for number in 0..<count { bytes = try await client.get(urls[number % urls.count]).collected().content.count }
        let seconds = Double((clock.now - start).nanoseconds) / 1e9
        guard cache.statistics.hits - before == count else {
            throw MeasuringError("\(cache.statistics.hits - before) of \(count) from the cache")
        }
        let memory = try OwnProcess.residentMemory()
        print(#"{"seconds":\#(seconds),"requests":\#(count),"errors":0,"bytes":\#(bytes),"residentKiB":\#(memory)}"#)
    }

    private static func url(_ number: Int) throws -> WebURL { try WebURL("http://example.com/api/items/\(number)?view=short") }
}
