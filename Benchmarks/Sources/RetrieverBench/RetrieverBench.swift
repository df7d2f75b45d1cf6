import Foundation
import Measuring
import Retriever

/// The library under measurement, used as its users would use it.
@main struct RetrieverBench {
    private struct Item: Decodable { var id: Int, name: String }

    static func main() async {
        do {
            let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
            switch arguments.command {
            case "version": print(RetrieverVersion.current)
            case "get": try await get(arguments)
            case "download": try await download(arguments)
            default: throw UsageError(description: "commands: get, download, version")
            }
        } catch let error as UsageError {
            fail(error, status: 64)
        } catch {
            fail(error, status: 1)
        }
    }

    private static func fail(_ error: any Error, status: Int32) -> Never {
        FileHandle.standardError.write(Data("retriever-bench: \(error)\n".utf8))
        exit(status)
    }

    private static func client(_ arguments: Arguments) throws -> HTTPClient {
        guard !arguments.has("h2") else { throw UsageError(description: "HTTP/2 cannot be insisted on yet") }
        var configuration = HTTPClient.Configuration()
        let concurrency = try arguments.number("concurrency", default: 1)
        configuration.connectionsPerHost = concurrency
        configuration.eventLoops = concurrency > 1 ? ProcessInfo.processInfo.activeProcessorCount : 1
        configuration.authoritiesFile = arguments["cacert"]
        return HTTPClient(configuration: configuration)
    }

    private static func get(_ arguments: Arguments) async throws {
        let client = try client(arguments)
        let url = try WebURL(arguments.text("url"))
        let decodes = arguments.has("decode")
        let posts = arguments.has("form")
        let round = Round(concurrency: try arguments.number("concurrency", default: 1)) {
            let form: FormParameters = ["name": "Ada Lovelace", "note": "a&b=c ü"]
            let response = try await posts ? client.post(url, form: form) : client.get(url)
            guard response.status == 200 else { throw UsageError(description: "status \(response.status)") }
            let collected = try await response.collected()
            return Answer(bytes: collected.content.count, id: decodes ? try collected.decoded(as: Item.self).id : 0)
        }
        let requests = try arguments.number("requests")
        let warmup = try arguments.number("warmup", default: 0)
        let measure = { @Sendable in await round.line(requests: requests, warmup: warmup, decodes: decodes) }
        // The loops' own threads run the requests' tasks, unless the hop to Swift's pool is to be measured.
        let result =
            arguments.has("pool") ? await measure() : await withTaskExecutorPreference(client.executor) { await measure() }
        print(result.line)
        if result.errors > 0 { throw HTTPFailure(description: "\(result.errors) requests failed: \(result.lastError)") }
    }

    private static func download(_ arguments: Arguments) async throws {
        guard try arguments.number("segments", default: 1) == 1 else {
            throw UsageError(description: "downloads in segments are not there yet")
        }
        let clock = ContinuousClock()
        let start = clock.now
        var count = 0
        let file = try arguments["out"].map { path in
            guard FileManager.default.createFile(atPath: path, contents: nil) else {
                throw HTTPFailure(description: "cannot write \(path)")
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

struct HTTPFailure: Error, CustomStringConvertible { let description: String }
