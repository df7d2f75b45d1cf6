import Foundation
import Retriever

/// Asks for URL/0, URL/1 and so on through a cache, as a process of its own, which tests kill or limit: FOLDER URL COUNT [LIMIT].
@main struct CacheProgram {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst().map(\.self)
        if words.count > 3, let limit = Int(words[3]) { limitFileSize(limit) }
        var configuration = HTTPClient.Configuration()
        let cache: HTTPCache
        do { cache = try HTTPCache(folder: words[0]) } catch {
            print(error)
            exit(2)
        }
        configuration.cache = cache
        let client = HTTPClient(configuration: configuration)
        for number in 0..<(Int(words[2]) ?? 0) {
            let response = try await client.get("\(words[1])/\(number)").collected()
            guard response.status == 200, response.text.hasPrefix("/\(number) ") else { exit(1) }
        }
        await cache.flush()
        print(cache.statistics.failures > 0 ? "some not stored" : "all stored")
    }

    /// Writing beyond the limit fails then, as on a disk that is full.
    private static func limitFileSize(_ bytes: Int) {
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }
}
