import Foundation
import Measuring
import Retriever

/// The library under measurement, used as its users would use it.
@main struct RetrieverBench {
    private struct Item: Decodable { var id: Int, name: String }

    static func main() async {
        await program("retriever-bench") {
            let arguments = try Arguments(
                Array(CommandLine.arguments.dropFirst()),
                options: ["url", "requests", "concurrency", "warmup", "cacert", "out", "segments"],
                flags: ["h2", "decode", "form"])
            switch arguments.command {
            case "version": print(RetrieverVersion.current)
            case "get": try await get(arguments)
            case "download": try await download(arguments)
            case "hold": try await hold(arguments)
            case "soak": try await soak(arguments)
            default: throw UsageError("commands: get, download, hold, soak, version")
            }
        }
    }

    static func client(_ arguments: Arguments) throws -> HTTPClient {
        guard !arguments.has("h2") else { throw UsageError("HTTP/2 cannot be insisted on") }
        var configuration = HTTPClient.Configuration()
        configuration.connectionsPerHost = try arguments.number("concurrency", default: 1)
        configuration.authoritiesFile = arguments["cacert"]
        return HTTPClient(configuration: configuration)
    }

    /// The requests that the arguments ask for.
    static func round(_ arguments: Arguments) throws -> Round {
        let client = try client(arguments)
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
        try await round(arguments).print(
            requests: arguments.number("requests"), warmup: arguments.number("warmup", default: 0),
            decodes: arguments.has("decode"))
    }

    private static func download(_ arguments: Arguments) async throws {
        guard try arguments.number("segments", default: 1) == 1 else { throw UsageError("there are no downloads in segments") }
        let clock = ContinuousClock()
        let start = clock.now
        var count = 0
        let file = try arguments["out"].map { path in
            guard FileManager.default.createFile(atPath: path, contents: nil) else {
                throw MeasuringError("cannot write \(path)")
            }
            return try FileHandle(forWritingTo: URL(filePath: path))
        }
        for try await chunk in try await client(arguments).get(arguments.text("url")).successful().body {
            count += chunk.count
            try file?.write(contentsOf: chunk)
        }
        try file?.close()
        let seconds = Double((clock.now - start).nanoseconds) / 1e9
        print(#"{"seconds":\#(seconds),"requests":1,"errors":0,"bytes":\#(count)}"#)
    }
}
