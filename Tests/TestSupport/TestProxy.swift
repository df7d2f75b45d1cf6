import Foundation
import Glibc
import Synchronization

/// A proxy that remembers what it was asked. Wherever it is to connect to, it connects to this machine: names need not exist.
package final class TestProxy: Sendable {
    private let asked = Mutex<[String]>([])
    private let server: Mutex<RawServer?>

    /// What it was asked: heads of requests to an HTTP proxy, "host:port" and "user:password" to SOCKS.
    package var requests: [String] { asked.withLock { $0 } }
    package var port: UInt16 { server.withLock { $0?.port ?? 0 } }

    private init() { server = Mutex(nil) }

    package func stop() { server.withLock { $0?.stop() } }

    /// A proxy of HTTP, which answers requests for http targets itself, with the request as it came.
    ///
    /// - Parameters:
    ///   - challenge: Of a `Proxy-Authenticate` field; requests without `Proxy-Authorization` of this scheme get a 407.
    ///   - refusal: The status of its answer to every request, which has `fields`.
    package static func http(challenge: String? = nil, refusal: String? = nil, fields: String = "") throws -> TestProxy {
        let proxy = TestProxy()
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                proxy.asked.withLock { $0.append(request.head) }
                if let refusal {
                    connection.respond(refusal, fields: fields, body: "no")
                } else if let challenge, let scheme = challenge.split(separator: " ").first,
                    request.values("Proxy-Authorization").first?.hasPrefix(scheme) != true
                {
                    connection.respond(
                        "407 Proxy Authentication Required", fields: "Proxy-Authenticate: \(challenge)\r\n", body: "who?")
                } else if request.line.hasPrefix("CONNECT ") {
                    let authority = request.line.split(separator: " ")[1]
                    guard let port = authority.split(separator: ":").last.flatMap({ UInt16($0) }) else { return }
                    connection.write("HTTP/1.1 200 Connected\r\n\r\n")
                    return connection.relay(to: port)
                } else {
                    connection.respond(body: request.head + "\r\n\r\n" + String(decoding: request.body, as: UTF8.self))
                }
            }
        }
        proxy.server.withLock { $0 = server }
        return proxy
    }

    /// A proxy of SOCKS5 (RFC 1928), which asks for a password (RFC 1929) when there is one.
    package static func socks(password: String? = nil) throws -> TestProxy {
        let proxy = TestProxy()
        let server = try RawServer { connection in
            guard let greeting = connection.readExactly(2), connection.readExactly(Int(greeting[1])) != nil else { return }
            connection.write([5, password == nil ? 0 : 2])
            if let password {
                guard let length = connection.readExactly(2), let user = connection.readExactly(Int(length[1])),
                    let size = connection.readExactly(1), let given = connection.readExactly(Int(size[0]))
                else { return }
                proxy.asked.withLock {
                    $0.append(String(decoding: user, as: UTF8.self) + ":" + String(decoding: given, as: UTF8.self))
                }
                let isRight = given == Array(password.utf8)
                connection.write([1, isRight ? 0 : 1])
                guard isRight else { return }
            }
            guard let head = connection.readExactly(4) else { return }
            let host: String
            switch head[3] {
            case 1: host = connection.readExactly(4)?.map(String.init).joined(separator: ".") ?? ""
            case 3:
                guard let length = connection.readExactly(1), let name = connection.readExactly(Int(length[0])) else { return }
                host = String(decoding: name, as: UTF8.self)
            default: host = connection.readExactly(16)?.map(String.init).joined(separator: ":") ?? ""
            }
            guard let port = connection.readExactly(2).map({ UInt16($0[0]) << 8 | UInt16($0[1]) }) else { return }
            proxy.asked.withLock { $0.append("\(host):\(port)") }
            connection.write([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
            connection.relay(to: port)
        }
        proxy.server.withLock { $0 = server }
        return proxy
    }
}

extension ServedConnection {
    /// Carries bytes between the client and a port of this machine until one of them closes, or the client has got `limit` bytes.
    package func relay(to port: UInt16, upTo limit: Int = .max) {
        guard let other = try? Loopback.openConnection(to: port) else { return }
        let done = Barrier(2)
        Thread.detachNewThread {
            while let bytes = self.read(65536) {
                var rest = bytes[...]
                while !rest.isEmpty {
                    let sent = rest.withUnsafeBytes { Glibc.send(other, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                    guard sent > 0 else { break }
                    rest = rest.dropFirst(sent)
                }
            }
            shutdown(other, Int32(SHUT_RDWR))
            done.arrive()
        }
        var buffer = [UInt8](repeating: 0, count: 65536)
        var rest = limit
        while rest > 0 {
            let count = recv(other, &buffer, min(rest, buffer.count), 0)
            rest -= count
            guard count > 0, write(Array(buffer.prefix(count))) else { break }
        }
        // Closing with something unread would reset the connection, and the client might lose what it has got.
        if rest > 0 { close() } else { endSending() }
        done.arrive()
        Glibc.close(other)
    }
}

extension Loopback {
    /// A socket that is connected to a port of 127.0.0.1.
    static func openConnection(to port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        address.sin_port = port.bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, size) == 0 }
        }
        guard connected else {
            Glibc.close(descriptor)
            throw SocketError()
        }
        return descriptor
    }
}
