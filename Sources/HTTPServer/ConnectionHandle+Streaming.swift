import CMicroHTTPD

/// What the library has of streamed content: retained by the response, released by `releaseContent`, and nowhere else.
private final class ContentReader {
    let content: StreamedContent
    let connection: ConnectionHandle
    let daemon: Daemon

    init(_ content: StreamedContent, _ connection: ConnectionHandle, _ daemon: Daemon) {
        self.content = content
        self.connection = connection
        self.daemon = daemon
    }

    deinit { content.close() }

    /// Called on the connection's server thread.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let step = unsafe content.read(into: buffer) { [daemon, connection] in
            guard daemon.suspend(connection) else { return nil }
            return { daemon.resume(connection) }
        }
        switch step {
        case .send(let count): return count
        case .rest: return 0
        case .finish: return Int(cmhd_end_of_content)
        case .fail:
            // The library closes a connection that has just been woken only when something else happens to it.
            connection.peer?.cut()
            return Int(cmhd_failed_content)
        }
    }
}

extension ConnectionHandle {
    /// A response that copies its content.
    func copied(_ content: [UInt8]) -> OpaquePointer? {
        unsafe content.withUnsafeBytes { unsafe cmhd_response($0.baseAddress, $0.count) }
    }

    /// A response whose content comes later.
    func streamed(_ content: StreamedContent, _ daemon: Daemon) -> OpaquePointer? {
        let reader = unsafe Unmanaged.passRetained(ContentReader(content, self, daemon))
        let response = unsafe cmhd_streamed_response(
            content.length.map { Int64($0) } ?? -1, reader.toOpaque(), readContent, releaseContent)
        if unsafe response == nil { unsafe reader.release() }
        return unsafe response
    }
}

private nonisolated func readContent(
    reader: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?, size: Int
) -> Int {
    guard let reader = unsafe reader, let buffer = unsafe buffer else { return Int(cmhd_failed_content) }
    let target = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size)
    return unsafe Unmanaged<ContentReader>.fromOpaque(reader).takeUnretainedValue().read(into: target)
}

private nonisolated func releaseContent(reader: UnsafeMutableRawPointer?) {
    guard let reader = unsafe reader else { return }
    unsafe Unmanaged<ContentReader>.fromOpaque(reader).release()
}
