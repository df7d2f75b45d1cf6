internal import CCurl

// libcurl's callbacks. They only find the transfer they belong to; what they do is in `ActiveTransfer`.

func writeContent(_ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?) -> Int {
    guard let transfer = unsafe ActiveTransfer.from(context) else { return 0 }
    return unsafe transfer.receive(content: UnsafeRawBufferPointer(start: bytes, count: size * count))
}

func writeHeaderLine(_ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?) -> Int
{
    guard let transfer = unsafe ActiveTransfer.from(context) else { return 0 }
    return unsafe transfer.receive(headerLine: UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}

func readContent(_ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?) -> Int {
    guard let transfer = unsafe ActiveTransfer.from(context) else { return ccurl_readfunc_abort }
    return unsafe transfer.send(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
}

func seekContent(_ context: UnsafeMutableRawPointer?, _ offset: curl_off_t, _ origin: CInt) -> CInt {
    let moved = unsafe ActiveTransfer.from(context)?.seek(to: Int(offset)) ?? false
    return moved && origin == SEEK_SET ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
}

func beforeRequest(
    _ context: UnsafeMutableRawPointer?, _ remoteAddress: UnsafeMutablePointer<CChar>?,
    _ localAddress: UnsafeMutablePointer<CChar>?, _ remotePort: CInt, _ localPort: CInt
) -> CInt {
    let mayGo = unsafe ActiveTransfer.from(context)?.maySendRequest() ?? false
    return mayGo ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}

func makeTrailers(
    _ lines: UnsafeMutablePointer<UnsafeMutablePointer<curl_slist>?>?, _ context: UnsafeMutableRawPointer?
) -> CInt {
    guard let lines = unsafe lines, let transfer = unsafe ActiveTransfer.from(context) else { return CURL_TRAILERFUNC_ABORT }
    unsafe lines.pointee = transfer.trailerLines()
    return CURL_TRAILERFUNC_OK
}
