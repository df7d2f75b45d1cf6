import Foundation
import FoundationNetworking
import Measuring

/// The peer that people come from: Foundation's URLSession on Linux.
///
/// It can neither be given an authorities file nor made to insist on HTTP/2.
@main struct URLSessionBench {
    private struct Item: Decodable { var id: Int, name: String }

    static func main() async {
        await program("urlsession-bench") {
            let arguments = try Arguments(
                Array(CommandLine.arguments.dropFirst()), options: ["url", "requests", "concurrency", "warmup", "out"],
                flags: ["decode", "form"])
            guard let url = URL(string: try arguments.text("url")) else { throw MeasuringError("--url is no URL") }
            switch arguments.command {
            case "get": try await get(url, arguments)
            case "download": try await download(url, to: arguments["out"])
            default: throw UsageError("commands: get, download")
            }
        }
    }

    private static func get(_ url: URL, _ arguments: Arguments) async throws {
        let concurrency = try arguments.number("concurrency", default: 1)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = concurrency
        let session = URLSession(configuration: configuration)
        let decodes = arguments.has("decode")
        let posts = arguments.has("form")
        let round = Round(concurrency: concurrency) {
            let (data, response) = try await session.data(for: posts ? formRequest(url) : URLRequest(url: url))
            guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw MeasuringError("the status is not 200") }
            return Answer(bytes: data.count, id: decodes ? try JSONDecoder().decode(Item.self, from: data).id : 0)
        }
        try await round.print(
            requests: arguments.number("requests"), warmup: arguments.number("warmup", default: 0), decodes: decodes)
    }

    /// Foundation has no encoder for forms; this is what people write.
    private static func formRequest(_ url: URL) throws -> URLRequest {
        let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
        let fields = [("name", "Ada Lovelace"), ("note", "a&b=c ü")].map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")"
        }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(fields.joined(separator: "&").utf8)
        return request
    }

    private static func download(_ url: URL, to path: String?) async throws {
        let clock = ContinuousClock()
        let start = clock.now
        let count = try await StreamedDownload(to: path).run(url)
        let seconds = Double((clock.now - start).nanoseconds) / 1e9
        print(#"{"seconds":\#(seconds),"requests":1,"errors":0,"bytes":\#(count)}"#)
    }
}
