import Foundation
import Retriever
import TestSupport
import Testing

/// The examples of Documentation/caching.md.
@Suite("The guide to caching")
struct CacheGuideTests {
    @Test("Its examples do what it says") func examples() async throws {
        let origin = try RuledServer { _, _ in
            .respond("200 OK", fields: "Cache-Control: max-age=60\r\nETag: \"1\"\r\n", body: "news")
        }
        defer { origin.stop() }
        let server = origin.url
        let folder = try TemporaryFolder().file("cache")

        var configuration = HTTPClient.Configuration()
        configuration.cache = HTTPCache()  // in memory
        let client = HTTPClient(configuration: configuration)
        let first = try await client.get(server + "/news").collected()
        let second = try await client.get(server + "/news").collected()  // no request, if the server has said that this may be
        print(second.cacheStatus?.isHit ?? false)
        #expect(first.text == "news" && second.text == "news" && second.cacheStatus?.isHit == true)

        var options = HTTPCache.Options()
        options.memoryCapacity = 8 << 20
        let cache = try HTTPCache(folder: folder, diskCapacity: 500 << 20, options: options)
        configuration.cache = cache
        let patient = HTTPClient(configuration: configuration)
        _ = try await patient.get(server + "/news").collected()
        await cache.flush()  // what a program does not wait for is written a little later

        var request = RequestOptions()
        request.cachePolicy = .revalidate
        let checked = try await client.get(server + "/news", options: request).collected()
        #expect(checked.cacheStatus?.forwardReason == .request)

        cache.isOffline = true
        let saved = try await patient.get(server + "/news").collected()
        print(saved.cacheStatus?.detail ?? "fresh")  // "offline" when it is stale
        #expect(saved.text == "news")

        if let status = checked.cacheStatus {
            print(status.forwardReason?.rawValue ?? "", status.isStoredResponse, status.timeToLive ?? 0)
        }
        print(cache.statistics.hits, cache.statistics.misses, cache.statistics.failures)
        #expect(cache.statistics.hits == 1 && cache.statistics.misses == 1)
        try cache.remove(server + "/news")
        cache.removeAll()
        await #expect(throws: HTTPClientError.self) { try await patient.get(server + "/news") }

        var shared = HTTPCache.Options()
        shared.isShared = true
        if let field = HTTPField.Name("CDN-Cache-Control") { shared.targetedFields = [field] }
        configuration.cache = HTTPCache(options: shared)
        #expect(configuration.cache?.options.targetedFields.count == 1)
    }
}
