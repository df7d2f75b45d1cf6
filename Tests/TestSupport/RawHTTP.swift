import Dispatch
import Glibc

/// An HTTP/1.1 connection for tests: sends exactly the bytes it is told to.
///
/// Reading blocks a thread of the connection's own queue, never one of the concurrency pool, which the server's handlers need.
/// Invariant behind `@unchecked`: `received` is touched on `queue` only.
@safe package final class RawConnection: @unchecked Sendable {
    private let queue = DispatchQueue(label: "retriever.test.connection")
    private let descriptor: Int32
    private var received: [UInt8] = []

    /// Connects to a port of this machine. Reading gives up after `timeout` seconds.
    package init(port: UInt16, timeout: Int = 30) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw RawHTTPError("no socket") }
        var limit = timeval(tv_sec: timeout, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            close(descriptor)
            throw RawHTTPError("cannot connect to port \(port)")
        }
    }

    deinit { close(descriptor) }

    /// Sends bytes.
    ///
    /// - Returns: Whether all were taken; no when the other end has closed.
    @discardableResult package func send(_ bytes: some Sequence<UInt8>) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends text.
    @discardableResult package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Says that nothing more will be sent.
    package func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Waits up to `milliseconds` for the other end to close; what it sends meanwhile is kept.
    package func isClosed(within milliseconds: Int32) async -> Bool {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.waitForClose(milliseconds)) }
        }
    }

    private func waitForClose(_ milliseconds: Int32) -> Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe Glibc.poll(&poll, 1, milliseconds) > 0 else { return false }
        return !receive()
    }

    /// Reads one response.
    ///
    /// - Parameter isHead: Whether it answers HEAD, so that no content follows.
    package func response(isHead: Bool = false) async throws -> RawResponse {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.readResponse(isHead: isHead) }) }
        }
    }

    private func readResponse(isHead: Bool) throws -> RawResponse {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let range = received.firstRange(of: end) {
                var response = RawResponse(head: String(decoding: received[..<range.lowerBound], as: UTF8.self))
                received.removeSubrange(..<range.upperBound)
                let isEmpty = isHead || response.status == 204 || response.status == 304 || response.status < 200
                let size = isEmpty ? 0 : response["content-length"].flatMap { Int($0) } ?? 0
                while received.count < size {
                    guard receive() else { throw RawHTTPError("content cut at \(received.count) of \(size)") }
                }
                response.content = Array(received[..<size])
                received.removeSubrange(..<size)
                return response
            }
            guard receive() else { throw RawHTTPError("closed before a response: \(String(decoding: received, as: UTF8.self))") }
        }
    }

    private func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        received += buffer[..<count]
        return true
    }
}

/// A response as it came over the wire.
package struct RawResponse: Sendable {
    /// The status code; 0 when there is none.
    package let status: Int
    /// The header lines, names in lower case.
    package let fields: [(name: String, value: String)]
    /// The content.
    package var content: [UInt8] = []

    init(head: String) {
        let lines = head.split(separator: "\r\n")
        status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        fields = lines.dropFirst().map { line in
            let halves = line.split(separator: ":", maxSplits: 1)
            return (halves[0].lowercased(), halves.count > 1 ? String(halves[1].drop { $0 == " " }) : "")
        }
    }

    /// The value of the first line with a name in lower case.
    package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }
    /// The content as text.
    package var text: String { String(decoding: content, as: UTF8.self) }
}

/// What went wrong on the wire.
package struct RawHTTPError: Error, CustomStringConvertible {
    /// A sentence.
    package let description: String
    init(_ description: String) { self.description = description }
}

/// Makes one request on a connection of its own.
package func rawRequest(
    _ port: UInt16, _ method: String, _ target: String, _ fields: [String] = [], content: String? = nil
) async throws -> RawResponse {
    let connection = try RawConnection(port: port)
    var lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"] + fields
    if let content { lines.append("Content-Length: \(content.utf8.count)") }
    connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (content ?? ""))
    return try await connection.response(isHead: method == "HEAD")
}

/// Gets a target on a connection of its own.
package func rawRequest(_ port: UInt16, _ target: String) async throws -> RawResponse {
    try await rawRequest(port, "GET", target)
}

/// Sends a form by POST.
package func rawForm(_ port: UInt16, _ target: String, _ form: String, _ fields: [String] = []) async throws -> RawResponse {
    try await rawRequest(port, "POST", target, fields + ["Content-Type: application/x-www-form-urlencoded"], content: form)
}
