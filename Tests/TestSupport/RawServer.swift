import Foundation
import Glibc
import Synchronization

/// A loopback server that says exactly what a test wants, byte for byte: the peer for everything a well-behaved server never does.
///
/// Every connection gets a thread that runs the test's handler. The port is picked by the system; `stop()` closes everything.
package final class RawServer: Sendable {
    package let port: UInt16
    private let listener: Int32
    /// Whether `listener` still means the server's own socket.
    private let isListening = Mutex(true)
    private let connections = Mutex<[Int32]>([])
    private let accepted = Atomic(0)

    package var url: String { "http://127.0.0.1:\(port)" }
    /// How many connections were accepted so far.
    package var connectionCount: Int { accepted.load(ordering: .relaxed) }

    package init(backlog: Int32 = 1024, handler: @escaping @Sendable (ServedConnection) -> Void) throws {
        (listener, port) = try Loopback.listen(backlog: backlog)
        let listener = listener
        Thread.detachNewThread { [self] in
            while true {
                let descriptor = Loopback.accept(listener)
                guard descriptor >= 0 else {
                    // Here and not in stop(): the number may mean another socket as soon as it is closed.
                    isListening.withLock {
                        $0 = false
                        close(listener)
                    }
                    return
                }
                var on: Int32 = 1
                setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
                accepted.add(1, ordering: .relaxed)
                connections.withLock { $0.append(descriptor) }
                Thread.detachNewThread { [self] in
                    handler(ServedConnection(descriptor))
                    connections.withLock { $0.removeAll { $0 == descriptor } }
                    close(descriptor)
                }
            }
        }
    }

    package func stop() {
        isListening.withLock { if $0 { shutdown(listener, Int32(SHUT_RDWR)) } }
        connections.withLock { for descriptor in $0 { shutdown(descriptor, Int32(SHUT_RDWR)) } }
    }

    /// A server that answers every request on a connection with the same bytes.
    package static func answering(_ response: String) throws -> RawServer {
        try RawServer { connection in
            while connection.readRequest() != nil { connection.write(response) }
        }
    }

    /// A server that answers every request with 200 and the request as it came.
    package static func echo() throws -> RawServer {
        try RawServer { connection in
            while let request = connection.readRequest() {
                connection.respond(body: request.head + "\r\n\r\n" + String(decoding: request.body, as: UTF8.self))
            }
        }
    }
}

/// The server's end of one connection.
package struct ServedConnection: Sendable {
    let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    package struct Request: Sendable {
        /// Request line and field lines, without the empty line.
        package let head: String
        package let body: [UInt8]

        package init(head: String, body: [UInt8]) {
            self.head = head
            self.body = body
        }

        package var line: String { String(head.prefix { $0 != "\r\n" }) }

        /// The values of a field's lines.
        package func values(_ name: String) -> [String] {
            head.components(separatedBy: "\r\n").dropFirst().compactMap { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                guard parts.count == 2, parts[0].lowercased() == name.lowercased() else { return nil }
                return parts[1].trimmingCharacters(in: .whitespaces)
            }
        }
    }

    /// The next request, its body by `Content-Length`; `nil` when the client has closed.
    package func readRequest() -> Request? {
        var bytes: [UInt8] = []
        let end = Array("\r\n\r\n".utf8)
        while !bytes.suffix(4).elementsEqual(end) {
            guard let byte = read(1)?.first else { return nil }
            bytes.append(byte)
        }
        let head = Request(head: String(decoding: bytes.dropLast(4), as: UTF8.self), body: [])
        let length = head.values("Content-Length").first.flatMap { Int($0) } ?? 0
        var body: [UInt8] = []
        while body.count < length {
            guard let part = read(min(65536, length - body.count)) else { return nil }
            body += part
        }
        return Request(head: head.head, body: body)
    }

    /// Up to `count` bytes, or `nil` when the client has closed.
    package func read(_ count: Int) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: count)
        let received = recv(descriptor, &buffer, count, 0)
        return received > 0 ? Array(buffer.prefix(received)) : nil
    }

    /// Sends all of a text; false when the client is gone.
    @discardableResult
    package func write(_ text: String) -> Bool { write(Array(text.utf8)) }

    /// Sends all bytes; false when the client is gone.
    @discardableResult
    package func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    /// Answers 200 with a body and its length.
    package func respond(_ status: String = "200 OK", fields: String = "", body: String) {
        write("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)")
    }

    /// Ends the connection with a reset instead of an orderly close.
    package func reset() {
        var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    }

    /// Ends the connection in both directions; the server frees it when its handler is done.
    package func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Waits until the client closes, reading and dropping what it sends.
    package func waitForClose() { while read(65536) != nil {} }
}

/// Loopback sockets.
package enum Loopback {
    package struct SocketError: Error {}

    /// A listening socket on a free port of 127.0.0.1.
    package static func listen(backlog: Int32) throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let port = try bind(descriptor)
        guard Glibc.listen(descriptor, backlog) == 0 else { throw SocketError() }
        return (descriptor, port)
    }

    /// Held while a descriptor exists that a program started at that moment would inherit.
    static let inheritance = Mutex(())

    /// The next connection of a listening socket, closed in programs started meanwhile; negative when the socket was shut down.
    static func accept(_ listener: Int32) -> Int32 {
        var poll = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        while Glibc.poll(&poll, 1, -1) < 0, errno == EINTR {}
        return inheritance.withLock { _ in
            let descriptor = Glibc.accept(listener, nil, nil)
            if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
            return descriptor
        }
    }

    /// A socket that has begun to connect and does not wait for the outcome.
    package static func startConnecting(to port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SocketError() }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        address.sin_port = port.bigEndian
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return descriptor
    }

    /// A port of 127.0.0.1 on which nobody listens. It is kept for the tests, so that no other server is given it meanwhile; a program
    /// that sets SO_REUSEADDR, as servers do, may listen there.
    package static func unusedPort() throws -> UInt16 {
        var on: Int32 = 1
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        return try bind(descriptor)
    }

    /// Gives a socket a free port of 127.0.0.1.
    private static func bind(_ descriptor: Int32) throws -> UInt16 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                Glibc.bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
            }
        }
        guard bound else { throw SocketError() }
        return UInt16(bigEndian: address.sin_port)
    }
}

/// Lets threads go on when so many have arrived, however long that takes.
package final class Barrier: Sendable {
    private let condition = NSCondition()
    private let count: Int
    private let arrived = Mutex(0)

    package init(_ count: Int) { self.count = count }

    package func arrive() {
        condition.lock()
        defer { condition.unlock() }
        arrived.withLock { $0 += 1 }
        condition.broadcast()
        while arrived.withLock({ $0 }) < count { condition.wait() }
    }
}
