import Foundation
import Synchronization
import TestSupport

/// A server of files that has ranges, entity tags and dates, and can stop in the middle of them.
final class FileServer: Sendable {
    private let server: RawServer
    private let allowance: Allowance
    let url: String
    let port: UInt16

    /// How many bytes of content an answer has before nothing more comes.
    private final class Allowance: Sendable {
        let count = Mutex<Int?>(nil)
        let heads = Mutex<[String]>([])
    }

    /// All requests so far.
    var requests: [String] { allowance.heads.withLock { $0 } }

    /// - Parameters:
    ///   - files: By their paths; a path that begins with "/status/" answers with the status that follows.
    ///   - fields: Fields of each answer, with their line ends.
    ///   - count: How many bytes of content an answer has before nothing more comes, or the connection is closed.
    init(_ files: [String: [UInt8]], fields: String = "", stallsAfter count: Int? = nil, closes: Bool = false) throws {
        let allowance = Allowance()
        allowance.count.withLock { $0 = count }
        self.allowance = allowance
        server = try RawServer { connection in
            while let request = connection.readRequest() {
                allowance.heads.withLock { $0.append(request.head) }
                let words = request.line.split(separator: " ")
                let path = String(words[1])
                guard let content = files[path] else {
                    let status = path.hasPrefix("/status/") ? path.dropFirst(8).prefix(3) : "404"
                    connection.write("HTTP/1.1 \(status) X\r\nContent-Length: 0\r\nLocation: /elsewhere\r\n\r\n")
                    continue
                }
                let range = request.values("Range").first?.dropFirst("bytes=".count).split(separator: "-").compactMap { Int($0) }
                let first = range?.first ?? 0
                let end = range.map { $0.count > 1 ? $0[1] + 1 : content.count } ?? content.count
                var head = range == nil ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 206 Partial Content\r\n"
                if range != nil { head += "Content-Range: bytes \(first)-\(end - 1)/\(content.count)\r\n" }
                connection.write(head + "ETag: \"1\"\r\nContent-Length: \(end - first)\r\n" + fields + "\r\n")
                guard words[0] != "HEAD" else { continue }
                guard let count = allowance.count.withLock({ $0 }), count < end - first else {
                    connection.write(Array(content[first..<end]))
                    continue
                }
                connection.write(Array(content[first..<end].prefix(count)))
                if !closes { connection.waitForClose() }
                return
            }
        }
        url = server.url
        port = server.port
    }

    deinit { server.stop() }

    /// From now on answers are whole.
    func release() { allowance.count.withLock { $0 = nil } }

    /// So many bytes that look random.
    static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8 ^ $0 >> 16) } }
}
