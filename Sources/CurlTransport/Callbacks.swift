internal import CCurl
internal import Glibc

// libcurl's callbacks. They only find the transfer they belong to; what they do is in `ActiveTransfer`.

func writeContent(_ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?) -> Int {
    guard let transfer = unsafe EasyHandle.transfer(context) else { return 0 }
    return unsafe transfer.receive(content: UnsafeRawBufferPointer(start: bytes, count: size * count))
}

func writeHeaderLine(_ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?) -> Int
{
    guard let transfer = unsafe EasyHandle.transfer(context) else { return 0 }
    return unsafe transfer.receive(headerLine: UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}

func readContent(_ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?) -> Int {
    guard let transfer = unsafe EasyHandle.transfer(context) else { return ccurl_readfunc_abort }
    return unsafe transfer.send(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
}

func seekContent(_ context: UnsafeMutableRawPointer?, _ offset: curl_off_t, _ origin: CInt) -> CInt {
    let moved = unsafe EasyHandle.transfer(context)?.seek(to: Int(offset)) ?? false
    return moved && origin == SEEK_SET ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
}

func beforeRequest(
    _ context: UnsafeMutableRawPointer?, _ remoteAddress: UnsafeMutablePointer<CChar>?,
    _ localAddress: UnsafeMutablePointer<CChar>?, _ remotePort: CInt, _ localPort: CInt
) -> CInt {
    guard let transfer = unsafe EasyHandle.transfer(context), let localAddress = unsafe localAddress,
        let remoteAddress = unsafe remoteAddress
    else { return CURL_PREREQFUNC_ABORT }
    guard transfer.mayBegin() else { return CURL_PREREQFUNC_ABORT }
    // Most requests need no texts made for them.
    guard transfer.needsConnectionName else { return CURL_PREREQFUNC_OK }
    let connection = unsafe ConnectionName(
        localAddress: String(cString: localAddress), localPort: localPort, remoteAddress: String(cString: remoteAddress),
        remotePort: remotePort)
    return transfer.maySendRequest(on: connection) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}

func closeSocket(_ context: UnsafeMutableRawPointer?, _ descriptor: curl_socket_t) -> CInt {
    if let context = unsafe context {
        unsafe Unmanaged<UnreadBytes>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.take(from: descriptor) }
    }
    return close(descriptor)
}

func beginResolving(
    _ resolver: UnsafeMutableRawPointer?, _ reserved: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?
) -> CInt {
    unsafe EasyHandle.transfer(context)?.beginResolving()
    return 0
}

func writeLogLine(
    _ handle: UnsafeMutableRawPointer?, _ kind: curl_infotype, _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> CInt {
    // Everything else is what is sent and received.
    guard kind == CURLINFO_TEXT else { return 0 }
    unsafe EasyHandle.transfer(context)?.receive(logLine: UnsafeRawBufferPointer(start: bytes, count: count))
    return 0
}

func makeTrailers(
    _ lines: UnsafeMutablePointer<UnsafeMutablePointer<curl_slist>?>?, _ context: UnsafeMutableRawPointer?
) -> CInt {
    guard let lines = unsafe lines, let transfer = unsafe EasyHandle.transfer(context) else { return CURL_TRAILERFUNC_ABORT }
    unsafe lines.pointee = transfer.trailerLines()
    return CURL_TRAILERFUNC_OK
}
