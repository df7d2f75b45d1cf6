import FoundationEssentials
import Glibc
import Measuring
import Retriever

/// The library under measurement, used as its users would use it.
@main struct RetrieverBench {
    private struct Item: Decodable { var id: Int, name: String }

    static func main() async {
        await program("retriever-bench") {
            let arguments = try Arguments(
                Array(CommandLine.arguments.dropFirst()),
                options: [
                    "url", "requests", "concurrency", "warmup", "cacert", "out", "segments", "loops", "document", "entries",
                ],
                flags: ["h2", "decode", "form", "pool", "cache", "foundation"])
            switch arguments.command {
            case "version": print(RetrieverVersion.current)
            case "get": try await get(arguments)
            case "download": try await download(arguments)
            case "hold": try await hold(arguments)
            case "soak": try await soak(arguments)
            case "addresses": try addresses(arguments)
            case "cached": try await cached(arguments)
            case "json": try await json(arguments)
            default: throw UsageError("commands: get, download, hold, soak, addresses, cached, json, version")
            }
        }
    }

    static func client(_ arguments: Arguments, concurrency: Int? = nil) throws -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        let concurrency = try concurrency ?? arguments.number("concurrency", default: 1)
        configuration.connectionsPerHost = concurrency
        configuration.httpVersion = arguments.has("h2") ? .http2 : .http1
        // The same bytes on the wire as the C program's: libcurl takes its time over each byte of a header section.
        configuration.headerFields = [:]
        configuration.options.decodesContent = false
        configuration.authoritiesFile = arguments["cacert"]
        configuration.cache = arguments.has("cache") ? HTTPCache() : nil
        // As many as there are processors, which is what a user with thousands of small requests takes.
        configuration.eventLoops = try arguments.number("loops", default: 64)
        return HTTPClient(configuration: configuration)
    }

    /// The requests that the arguments ask for.
    static func round(_ arguments: Arguments, _ client: HTTPClient) throws -> Round {
        let url = try WebURL(arguments.text("url"))
        let decodes = arguments.has("decode")
        let posts = arguments.has("form")
        return Round(concurrency: try arguments.number("concurrency", default: 1)) {
            let form: FormParameters = ["name": "Ada Lovelace", "note": "a&b=c ü"]
            let response = try await posts ? client.post(url, form: form) : client.get(url)
            guard response.status == 200 else { throw MeasuringError("status \(response.status)") }
            let collected = try await response.collected()
            return Answer(bytes: collected.content.count, id: decodes ? try collected.decoded(as: Item.self).id : 0)
        }
    }

    private static func get(_ arguments: Arguments) async throws {
        let client = try client(arguments)
        let measure = { @Sendable in
            try await round(arguments, client).print(
                requests: arguments.number("requests"), warmup: arguments.number("warmup", default: 0),
                decodes: arguments.has("decode"))
        }
        // The loops' threads run the tasks, unless the way to Swift's own threads is to be measured, too.
        if arguments.has("pool") { return try await measure() }
        try await withTaskExecutorPreference(client.executor) { try await measure() }
    }

    private static func download(_ arguments: Arguments) async throws {
        let clock = ContinuousClock()
        let start = clock.now
        let segments = try arguments.number("segments", default: 1)
        let path = arguments["out"] ?? (segments > 1 ? "/tmp/retriever-bench-\(getpid())" : nil)
        let count = if let path { try await save(arguments, to: path, segments: segments) } else { try await discard(arguments) }
        let seconds = Double((clock.now - start).nanoseconds) / 1e9
        if arguments["out"] == nil, let path { try FileManager.default.removeItem(atPath: path) }
        print(#"{"seconds":\#(seconds),"requests":1,"errors":0,"bytes":\#(count)}"#)
    }

    private static func discard(_ arguments: Arguments) async throws -> Int {
        let client = try client(arguments)
        return try await withTaskExecutorPreference(client.executor) {
            var count = 0
            for try await chunk in try await client.get(arguments.text("url")).successful().body { count += chunk.count }
            return count
        }
    }

    /// Does what the curl and aria2 commands do, so neither digest nor waiting for the disk.
    private static func save(_ arguments: Arguments, to path: String, segments: Int) async throws -> Int {
        var options = DownloadOptions()
        options.segments = segments
        options.existingFile = .replace
        options.resumes = false
        options.computesDigest = false
        options.isDurable = false
        let client = try client(arguments, concurrency: segments)
        // One connection is served where its bytes are written; with several the cores share the work.
        let download = try client.download(arguments.text("url"), to: .file(path), options: options)
        guard segments == 1 else { return try await download.finished().size }
        return try await withTaskExecutorPreference(client.executor) { try await download.finished().size }
    }
}
