import Foundation
import Retriever

/// Downloads a file as a process of its own, which tests kill or limit: URL FILE [segments=N] [limit=BYTES].
@main struct DownloadProgram {
    static func main() async {
        var options = DownloadOptions()
        options.checkpointInterval = .milliseconds(20)
        options.minimumSegmentSize = 1
        options.retries = .never
        for word in CommandLine.arguments.dropFirst(3) {
            let number = word.split(separator: "=").last.flatMap { Int($0) } ?? 0
            if word.hasPrefix("segments=") { options.segments = number }
            if word.hasPrefix("limit=") { limitFileSize(number) }
        }
        do {
            let download = HTTPClient().download(CommandLine.arguments[1], to: .file(CommandLine.arguments[2]), options: options)
            for try await event in download {
                if case .resumed(let offset) = event { print("resumed \(offset)") }
                if case .finished(let file) = event { print("finished \(file.size) \(file.receivedBytes)") }
            }
        } catch {
            print("\((error as? HTTPClientError)?.code.description ?? ""): \(error)")
            exit(1)
        }
    }

    /// Writing beyond the limit fails then, as on a disk that is full.
    private static func limitFileSize(_ bytes: Int) {
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }
}
