import Foundation
import FoundationNetworking
import Measuring

/// A download through a delegate, the only way to URLSession's content as it arrives on Linux.
///
/// `@unchecked Sendable`: the session calls its delegate on one queue, one call at a time, and nobody else touches the state
/// after `run` has started the task.
final class StreamedDownload: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let file: FileHandle?
    private var count = 0
    private var failure: (any Error)?
    private var end: CheckedContinuation<Int, any Error>?

    init(to path: String?) throws {
        file = try path.map { path in
            guard FileManager.default.createFile(atPath: path, contents: nil) else {
                throw MeasuringError("cannot write \(path)")
            }
            return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        }
    }

    /// Downloads, and answers the number of bytes.
    func run(_ url: URL) async throws -> Int {
        let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        return try await withCheckedThrowingContinuation { continuation in
            end = continuation
            session.dataTask(with: url).resume()
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        count += data.count
        do { try file?.write(contentsOf: data) } catch { failure = error }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error = error ?? failure { end?.resume(throwing: error) } else { end?.resume(returning: count) }
        end = nil
    }
}
