import CMicroHTTPD
import HTTPSemantics

// What the library calls, on its own threads. `owner` is the server, kept alive by the daemon. An exchange is retained by
// `openExchange` and released by `completeExchange`, a peer by the two halves of `watchConnection`, and nowhere else.

nonisolated func watchConnection(
    owner: UnsafeMutableRawPointer?, connection: OpaquePointer?, slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    opened: Int32
) {
    guard let owner = unsafe owner, let slot = unsafe slot, let connection = unsafe connection else { return }
    let server = unsafe Unmanaged<Server>.fromOpaque(owner).takeUnretainedValue()
    if opened != 0 {
        let peer = Peer(descriptor: unsafe cmhd_connection_socket(connection), tick: server.peers.tick)
        server.peers.add(peer)
        unsafe slot.pointee = Unmanaged.passRetained(peer).toOpaque()
    } else if let raw = unsafe slot.pointee {
        unsafe slot.pointee = nil
        server.peers.remove(unsafe Unmanaged<Peer>.fromOpaque(raw).takeRetainedValue())
    }
}

nonisolated func openExchange(
    owner: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let target = unsafe target, let connection = unsafe connection else { return nil }
    let peer = unsafe ConnectionHandle(raw: connection).peer
    let exchange = Exchange(target: RequestTarget(unsafe String(cString: target)), peer: peer)
    return unsafe Unmanaged.passRetained(exchange).toOpaque()
}

nonisolated func completeExchange(
    owner: UnsafeMutableRawPointer?, slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) {
    guard let owner = unsafe owner, let slot = unsafe slot, let raw = unsafe slot.pointee else { return }
    unsafe slot.pointee = nil
    let server = unsafe Unmanaged<Server>.fromOpaque(owner).takeUnretainedValue()
    server.complete(unsafe Unmanaged<Exchange>.fromOpaque(raw).takeRetainedValue())
}

nonisolated func handleExchange(
    owner: UnsafeMutableRawPointer?, connection: OpaquePointer?, method: UnsafePointer<CChar>?, bytes: UnsafePointer<CChar>?,
    size: UnsafeMutablePointer<Int>?, slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 {
    guard let owner = unsafe owner, let connection = unsafe connection, let method = unsafe method, let size = unsafe size,
        let raw = unsafe slot?.pointee
    else { return 0 }
    let server = unsafe Unmanaged<Server>.fromOpaque(owner).takeUnretainedValue()
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(raw).takeUnretainedValue()
    let handle = unsafe ConnectionHandle(raw: connection)
    guard exchange.plan != nil else { return server.begin(exchange, handle, method: unsafe String(cString: method)) ? 1 : 0 }
    guard unsafe size.pointee > 0, let bytes = unsafe bytes else { return server.finish(exchange, handle) ? 1 : 0 }
    let chunk = unsafe UnsafeRawBufferPointer(start: bytes, count: size.pointee)
    unsafe size.pointee = 0
    return unsafe chunk.withMemoryRebound(to: UInt8.self) { server.take(unsafe $0.span, for: exchange) } ? 1 : 0
}
