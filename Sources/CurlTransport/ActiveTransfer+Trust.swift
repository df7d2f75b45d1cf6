internal import CCurl
internal import HTTPSemantics

/// What is decided between the TLS handshake and the request.
extension ActiveTransfer {
    /// Whether it matters which connection the request has been given.
    var needsConnectionName: Bool { settings.httpVersion == .http2 || settings.tls.judge != nil }

    /// Whether the request may leave on the connection that it has been given, which `connection` identifies.
    func maySendRequest(on connection: ConnectionName) -> Bool {
        if settings.httpVersion == .http2, let name = handle.negotiatedProtocol, name != "h2" { return end(with: wrongVersion) }
        guard isSecure, let judge = settings.tls.judge else { return true }
        // libcurl keeps a connection that carries several exchanges although one of them was refused: the verdict is remembered,
        // and whoever is given the connection next meets it.
        if handle.info(CURLINFO_NUM_CONNECTS) > 0 {
            let certificates = handle.serverCertificates
            let isTrusted = !certificates.isEmpty && judge(transfer.request.request.url.host ?? "", certificates)
            connections.remember(connection, isTrusted: isTrusted)
        }
        return connections.isTrusted(connection) || end(with: distrusted)
    }

    private var distrusted: TransferError {
        TransferError(
            code: .tls, phase: .tlsHandshake,
            message: "no secure connection to \(host): "
                + "the client's own check does not trust the server's certificate")
    }
}

/// Which connection of a pool it is: no two that are open at the same time have the same ends.
struct ConnectionName: Hashable {
    let localAddress: String
    let localPort: CInt
    let remoteAddress: String
    let remotePort: CInt
}

extension EasyHandle {
    /// The certificates that the server has shown in the handshake of the handle's last new connection: DER, its own first.
    var serverCertificates: [[UInt8]] {
        var value: UnsafeMutableRawPointer?
        guard unsafe ccurl_getinfo_pointer(raw, CURLINFO_CERTINFO, &value) == CURLE_OK,
            let info = unsafe value?.assumingMemoryBound(to: curl_certinfo.self), let lists = unsafe info.pointee.certinfo
        else { return [] }
        return (0..<Int(unsafe info.pointee.num_of_certs)).compactMap { index in
            var entry = unsafe lists[index]
            while let current = unsafe entry {
                // Entries are "name:value"; one of them is the certificate itself.
                let text = unsafe String(cString: current.pointee.data)
                if text.hasPrefix("Cert:") { return PEMDocument.der(text.dropFirst(5)) }
                unsafe entry = unsafe current.pointee.next
            }
            return nil
        }
    }
}
