import Foundation
import Retriever

/// Asks for a small thing, URL, again and again, COUNT times: a process whose allocations a test counts.
@main struct RequestLoop {
    static func main() async throws {
        let (url, count) = (CommandLine.arguments[1], Int(CommandLine.arguments[2]) ?? 0)
        let client = HTTPClient()
        for _ in 0..<count {
            guard try await client.get(url).collected().status == 200 else { exit(1) }
        }
    }
}
