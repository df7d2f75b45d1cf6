import Foundation
import Retriever

/// Asks for a small thing, URL, again and again, COUNT times, with cookies kept in FILE if there is one: a process whose allocations a test
/// counts, or that it kills.
@main struct RequestLoop {
    static func main() async throws {
        let (url, count) = (CommandLine.arguments[1], Int(CommandLine.arguments[2]) ?? 0)
        var configuration = HTTPClient.Configuration()
        if let file = CommandLine.arguments.dropFirst(3).first { configuration.cookieJar = try CookieJar(file: file) }
        let client = HTTPClient(configuration: configuration)
        for _ in 0..<count {
            guard try await client.get(url).collected().status == 200 else { exit(1) }
        }
    }
}
