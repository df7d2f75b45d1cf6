import Glibc

/// A socket that listens, with the port it got.
struct ListeningSocket {
    let descriptor: Int32
    let port: UInt16

    /// Listens on the first address of `host` that can be had.
    ///
    /// - Throws: `ServerError` with a sentence that names host and port.
    init(host: String, port: UInt16) throws(ServerError) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let failure = unsafe getaddrinfo(host, "\(port)", &hints, &list)
        guard failure == 0, let first = unsafe list else {
            let reason = unsafe String(cString: gai_strerror(failure))
            throw ServerError(code: .addressUnavailable, message: "Cannot listen on \(host): \(reason)")
        }
        defer { unsafe freeaddrinfo(first) }
        var lastError = EADDRNOTAVAIL
        var candidate: UnsafeMutablePointer<addrinfo>? = unsafe first
        while let address = unsafe candidate {
            if let descriptor = unsafe Self.listen(on: address.pointee) {
                self.descriptor = descriptor
                self.port = Self.boundPort(of: descriptor)
                return
            }
            lastError = errno
            unsafe candidate = address.pointee.ai_next
        }
        throw Self.error(lastError, host: host, port: port)
    }

    private static func listen(on address: addrinfo) -> Int32? {
        // Not blocking: both threads of the pool may be woken for one connection, and the second must not wait in accept.
        let type = unsafe address.ai_socktype | Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = unsafe socket(address.ai_family, type, address.ai_protocol)
        guard descriptor >= 0 else { return nil }
        var on: Int32 = 1
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        if unsafe bind(descriptor, address.ai_addr, address.ai_addrlen) == 0, Glibc.listen(descriptor, 1024) == 0 {
            return descriptor
        }
        let error = errno
        close(descriptor)
        errno = error
        return nil
    }

    private static func boundPort(of descriptor: Int32) -> UInt16 {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutableBytes(of: &address) { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            unsafe getsockname(descriptor, base.assumingMemoryBound(to: sockaddr.self), &size)
            // sin_port and sin6_port stand at the same place, in network order.
            return unsafe UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        }
    }

    private static func error(_ number: Int32, host: String, port: UInt16) -> ServerError {
        switch number {
        case EADDRINUSE:
            return ServerError(code: .addressInUse, message: "Cannot listen on \(host):\(port): the port is taken")
        default:
            let reason = unsafe String(cString: strerror(number))
            return ServerError(code: .addressUnavailable, message: "Cannot listen on \(host):\(port): \(reason)")
        }
    }
}
