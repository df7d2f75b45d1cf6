import Foundation
import FoundationNetworking
import Measuring

/// The peer that people come from: Foundation's URLSession on Linux.
@main struct URLSessionBench {
    static func main() async throws {
        let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = try arguments.number("concurrency", default: 1)
        let session = URLSession(configuration: configuration)
        guard let url = URL(string: try arguments.text("url")) else { throw UsageError(description: "--url is no URL") }
        let round = Round(concurrency: try arguments.number("concurrency", default: 1)) {
            let (data, response) = try await session.data(from: url)
            guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw UsageError(description: "status") }
            return Answer(bytes: data.count)
        }
        let result = await round.line(
            requests: try arguments.number("requests"), warmup: try arguments.number("warmup", default: 0), decodes: false)
        print(result.line)
    }
}
