import Digests
import Foundation
import Retriever
import Synchronization
import TestSupport

/// A server of one file that has ranges and validators, and does to its answers what a test wants.
final class ContentServer: Sendable {
    /// What happens to an answer's content.
    enum Fault: Sendable {
        /// The connection is closed after so many bytes.
        case cut(Int)
        /// The connection is reset after so many bytes.
        case reset(Int)
        /// Nothing comes after so many bytes, until the client closes.
        case stall(Int)
    }

    /// A request as it came, with its place among all.
    struct Asked: Sendable {
        let number: Int
        let request: ServedConnection.Request
        var range: String? { request.values("Range").first }
    }

    struct Behaviour: Sendable {
        var content: [UInt8]
        var eTag: String? = "\"v1\""
        /// Sent with a `Date` so much later that it is strong.
        var lastModified: String?
        var hasRanges = true
        var ignoresPreconditions = false
        /// Other fields of each answer, with their line ends.
        var fields = ""
        var usesChunks = false
    }

    let behaviour: Mutex<Behaviour>
    private let asked = Mutex<[Asked]>([])
    private let allowance = Mutex<Int?>(nil)
    private let server: RawServer

    var url: String { server.url + "/files/data.bin" }
    /// All requests so far.
    var requests: [Asked] { asked.withLock { $0 } }

    /// - Parameters:
    ///   - answer: Answers a request itself when it returns true.
    ///   - fault: What happens to the content of so many bytes that answers a request.
    init(
        _ content: [UInt8], _ change: (inout Behaviour) -> Void = { _ in },
        answer: @escaping @Sendable (ServedConnection, Asked) -> Bool = { _, _ in false },
        fault: @escaping @Sendable (Asked, Int) -> Fault? = { _, _ in nil }
    ) throws {
        var behaviour = Behaviour(content: content)
        change(&behaviour)
        self.behaviour = Mutex(behaviour)
        let box = WeakBox<ContentServer>()
        server = try RawServer { connection in
            while let request = connection.readRequest() {
                guard let self = box.value else { return }
                let asked = self.asked.withLock { all in
                    all.append(Asked(number: all.count, request: request))
                    return all[all.count - 1]
                }
                if answer(connection, asked) { continue }
                guard self.serve(connection, asked, fault) else { return }
            }
        }
        box.set(self)
    }

    deinit { server.stop() }

    /// From now on each answer stops after so many bytes.
    ///
    /// - Returns: Ends that.
    func stallsAll(after count: Int) -> () -> Void {
        allowance.withLock { $0 = count }
        return { self.allowance.withLock { $0 = nil } }
    }

    private func serve(_ connection: ServedConnection, _ asked: Asked, _ fault: (Asked, Int) -> Fault?) -> Bool {
        let behaviour = behaviour.withLock { $0 }
        let size = behaviour.content.count
        var positions = 0..<size
        var head = "HTTP/1.1 200 OK\r\n"
        var fields = behaviour.fields
        if let tag = behaviour.eTag { fields += "ETag: \(tag)\r\n" }
        if let date = behaviour.lastModified {
            fields += "Last-Modified: \(date)\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT\r\n"
        }
        let condition = asked.request.values("If-Range").first
        let applies =
            condition == nil || behaviour.ignoresPreconditions || condition == behaviour.eTag
            || condition == behaviour.lastModified
        if behaviour.hasRanges, applies, let range = asked.range.flatMap({ ByteRange.parse(field: $0)?.first }) {
            guard let satisfied = range.positions(in: size) else {
                connection.write(
                    "HTTP/1.1 416 Range Not Satisfiable\r\nContent-Range: bytes */\(size)\r\nContent-Length: 0\r\n\r\n")
                return true
            }
            positions = satisfied
            head =
                "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes \(positions.lowerBound)-\(positions.upperBound - 1)/\(size)\r\n"
        }
        let content = behaviour.content[positions]
        if behaviour.usesChunks {
            fields += "Transfer-Encoding: chunked\r\n"
        } else {
            fields += "Content-Length: \(content.count)\r\n"
        }
        connection.write(head + fields + "\r\n")
        switch allowance.withLock({ $0 }).map({ .stall($0) }) ?? fault(asked, content.count) {
        case nil where behaviour.usesChunks:
            connection.write(Array("\(String(content.count, radix: 16))\r\n".utf8) + content + Array("\r\n0\r\n\r\n".utf8))
            return true
        case nil:
            return connection.write(Array(content))
        case .cut(let count):
            connection.write(Array(content.prefix(count)))
            return false
        case .reset(let count):
            connection.write(Array(content.prefix(count)))
            connection.reset()
            return false
        case .stall(let count):
            connection.write(Array(content.prefix(count)))
            connection.waitForClose()
            return false
        }
    }
}

/// A weak reference for closures that are made before their object.
private final class WeakBox<Object: AnyObject & Sendable>: Sendable {
    private struct Reference { weak var object: Object? }
    private let reference = Mutex(Reference())
    var value: Object? { reference.withLock { $0.object } }
    func set(_ object: Object) { reference.withLock { $0.object = object } }
}

/// Numbers that look random and are the same in each run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// So many bytes.
    static func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var generator = SeededGenerator(seed)
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    }
}

/// Options that never wait long.
func quick(_ change: (inout DownloadOptions) -> Void = { _ in }) -> DownloadOptions {
    var options = DownloadOptions()
    options.retries.initialDelay = .milliseconds(1)
    options.minimumSegmentSize = 1
    change(&options)
    return options
}

func contents(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map(Array.init) }
func fileNames(beside path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: URL(filePath: path).deletingLastPathComponent().path).sorted()
}
func fileNames(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
}
func digest(_ bytes: [UInt8]) -> SHA256Digest? { SHA256Digest(bytes: SHA256.digest(of: bytes)) }

/// Downloads, and answers all that was told meanwhile.
func events(_ download: Download) async throws -> [DownloadEvent] {
    var events: [DownloadEvent] = []
    for try await event in download { events.append(event) }
    return events
}

extension [DownloadEvent] {
    var file: DownloadedFile? { lazy.compactMap { if case .finished(let file) = $0 { file } else { nil } }.first }
    var restarts: [DownloadPlan.RestartReason] { compactMap { if case .restarted(let reason) = $0 { reason } else { nil } } }
    var resumes: [Int] { compactMap { if case .resumed(let offset) = $0 { offset } else { nil } } }
    var interruptions: Int { reduce(0) { if case .interrupted = $1 { $0 + 1 } else { $0 } } }
    var segments: [(Int, String?)] {
        compactMap { if case .segmented(let count, let reason) = $0 { (count, reason) } else { nil } }
    }
    var starts: [(Int?, String)] { compactMap { if case .started(let size, let name) = $0 { (size, name) } else { nil } } }
    var progress: [(Int, Int?)] {
        compactMap { if case .progress(let received, let expected, _) = $0 { (received, expected) } else { nil } }
    }
    var droppedMirrors: [String] { compactMap { if case .mirrorDropped(_, let reason) = $0 { reason } else { nil } } }
}
