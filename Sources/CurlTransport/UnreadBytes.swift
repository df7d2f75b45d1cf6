internal import CCurl
internal import Glibc

/// What servers had sent on connections that libcurl has closed without reading it. Lives on the loop's thread.
///
/// A server may answer a request before it has taken all content, and close at once, which resets the connection. When that happens
/// between libcurl's last look at the socket and its next send, libcurl 7.88 gives up with the answer in the socket.
final class UnreadBytes {
    /// By the port of our end; `nil` when connections with the same one were closed, and nobody can say whose bytes they were.
    private var bytes: [Int: [UInt8]?] = [:]
    /// More is no short answer to a request that is refused.
    private static let limit = 64 * 1024

    /// Takes what is left in a connection that is about to be closed.
    func take(from descriptor: CInt) {
        let port = Int(ccurl_local_port(descriptor))
        let rest = unsafe [UInt8](unsafeUninitializedCapacity: Self.limit) { buffer, count in
            count = unsafe max(0, recv(descriptor, buffer.baseAddress, buffer.count, CInt(MSG_DONTWAIT)))
        }
        bytes[port] = .some(bytes[port] == nil ? rest : nil)
    }

    /// What was left in the connection from a port.
    func bytes(ofPort port: Int) -> [UInt8]? { port == 0 ? nil : bytes[port] ?? nil }

    /// Forgets everything: what is said of ports holds for a turn of the loop only.
    func forget() { if !bytes.isEmpty { bytes.removeAll(keepingCapacity: true) } }
}
