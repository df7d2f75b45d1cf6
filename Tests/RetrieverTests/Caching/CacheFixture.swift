import Foundation
import RetrieverTesting
import Synchronization

@testable import Retriever

/// A client with a cache whose clock a test moves, and a server that is a script.
final class CacheFixture: Sendable {
    static let url = "http://example.com/a"
    let transport = ScriptedTransport()
    let cache: HTTPCache
    let client: HTTPClient
    private let time: SharedTime

    /// Seconds since 1970 that a test moves.
    final class SharedTime: Sendable {
        private let now = Atomic(1_750_075_200)
        var seconds: Int {
            get { now.load(ordering: .relaxed) }
            set { now.store(newValue, ordering: .relaxed) }
        }
        var date: String { HTTPDate(secondsSinceEpoch: seconds).description }
    }

    init(
        folder: String? = nil, diskCapacity: Int = 100 << 20, time: SharedTime = SharedTime(),
        _ change: (inout HTTPCache.Options) -> Void = { _ in }, configure: (inout HTTPClient.Configuration) -> Void = { _ in }
    ) throws {
        var options = HTTPCache.Options()
        change(&options)
        self.time = time
        let clock: @Sendable () -> Int = { time.seconds }
        let disk = try folder.map { try DiskStore(folder: $0, capacity: diskCapacity, rules: options.rules, clock: clock) }
        cache = HTTPCache(options: options, disk: disk, clock: clock)
        var configuration = HTTPClient.Configuration()
        configuration.cache = cache
        configure(&configuration)
        client = HTTPClient(scripted: transport, configuration: configuration)
    }

    func wait(_ seconds: Int) { time.seconds += seconds }

    var date: String { time.date }

    /// How many requests have come to the server.
    var requestCount: Int { transport.requests.count }

    func answer(_ answers: ScriptedAnswer...) {
        for answer in answers { transport.on(.any, answer, times: .exactly(1)) }
    }

    /// The content, and what the cache did.
    @discardableResult func get(
        _ fields: HTTPFields = [:], method: HTTPRequest.Method = .get, url: String = CacheFixture.url,
        policy: CachePolicy = .standard,
        content: RequestContent? = nil, change: (inout RequestOptions) -> Void = { _ in }
    ) async throws -> CollectedResponse {
        var options = RequestOptions()
        options.cachePolicy = policy
        change(&options)
        let request = HTTPRequest(method: method, url: try WebURL(url), headerFields: fields)
        return try await client.perform(request, content: content, options: options).collected()
    }
}

extension ScriptedAnswer {
    /// An answer that may be stored, as its directives say.
    static func cacheable(
        _ text: String = "a", _ control: String = "max-age=60", status: HTTPResponse.Status = 200, _ fields: HTTPFields = [:]
    ) -> ScriptedAnswer {
        .text(text, status: status, headerFields: HTTPFields(Array([.cacheControl: control] as HTTPFields) + Array(fields)))
    }

    static func notModified(_ fields: HTTPFields = [:]) -> ScriptedAnswer { .status(304, headerFields: fields) }
}
