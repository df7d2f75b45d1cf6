internal import CCurl
internal import Glibc
internal import HTTPSemantics

/// What a pool's settings mean to libcurl.
extension EasyHandle {
    func apply(_ version: HTTPVersionPolicy) throws(TransferError) {
        try set(CURLOPT_HTTP_VERSION, version.curlValue())
        if version == .http2PriorKnowledge, !Library.reusesPriorKnowledge {
            try set(CURLOPT_FRESH_CONNECT, 1)
            try set(CURLOPT_FORBID_REUSE, 1)
        }
    }

    // MARK: - TLS

    func apply(_ tls: TLSSettings) throws(TransferError) {
        if let maximum = tls.maximumVersion, maximum.rawValue < tls.minimumVersion.rawValue {
            throw .badConfiguration("the highest version of TLS is below the lowest")
        }
        let versions = tls.minimumVersion.curlMinimum | (tls.maximumVersion?.curlMaximum ?? 0)
        for (verifyPeer, verifyHost, version) in [
            (CURLOPT_SSL_VERIFYPEER, CURLOPT_SSL_VERIFYHOST, CURLOPT_SSLVERSION),
            (CURLOPT_PROXY_SSL_VERIFYPEER, CURLOPT_PROXY_SSL_VERIFYHOST, CURLOPT_PROXY_SSLVERSION),
        ] {
            try set(verifyPeer, tls.verifies ? 1 : 0)
            try set(verifyHost, tls.verifies ? 2 : 0)
            try set(version, versions)
        }
        if tls.requiresStapledStatus { try set(CURLOPT_SSL_VERIFYSTATUS, 1) }
        if tls.judge != nil { try set(CURLOPT_CERTINFO, 1) }
        if !tls.pins.isEmpty {
            try set(CURLOPT_PINNEDPUBLICKEY, tls.pins.map { "sha256//\($0)" }.joined(separator: ";"))
        }
        try apply(tls.authorities)
        if let identity = tls.identity { try apply(identity) }
    }

    private func apply(_ authorities: TLSSettings.Authorities) throws(TransferError) {
        let targets = [
            (CURLOPT_CAINFO, CURLOPT_CAPATH, CURLOPT_CAINFO_BLOB),
            (CURLOPT_PROXY_CAINFO, CURLOPT_PROXY_CAPATH, CURLOPT_PROXY_CAINFO_BLOB),
        ]
        for (file, folder, blob) in targets {
            // The other of file and folder is set to none, or the system's authorities would be trusted, too.
            switch authorities {
            case .system: continue
            case .pem(.file(let path)):
                try set(file, Self.readable(path))
                try set(folder, nil)
            case .pem(.bytes(let bytes)):
                try set(blob, bytes)
                try set(folder, nil)
            case .folder(let path):
                try set(file, nil)
                try set(folder, Self.readable(path))
            }
        }
    }

    private func apply(_ identity: TLSSettings.Identity) throws(TransferError) {
        switch identity.certificate {
        case .file(let path): try set(CURLOPT_SSLCERT, Self.readable(path))
        case .bytes(let bytes): try set(CURLOPT_SSLCERT_BLOB, bytes)
        }
        switch identity.key {
        case .file(let path): try set(CURLOPT_SSLKEY, Self.readable(path))
        case .bytes(let bytes): try set(CURLOPT_SSLKEY_BLOB, bytes)
        }
        // Without any passphrase OpenSSL would ask for one on the terminal.
        try set(CURLOPT_KEYPASSWD, identity.passphrase ?? "")
    }

    /// The path, when it can be read; OpenSSL takes a folder that is not there for an empty one.
    private static func readable(_ path: String) throws(TransferError) -> String {
        guard unsafe access(path, R_OK) == 0 else {
            throw .badConfiguration(unsafe "\(path) cannot be read: " + String(cString: strerror(errno)).lowercased())
        }
        return path
    }

    // MARK: - Network

    func apply(_ network: NetworkSettings) throws(TransferError) {
        for host in network.addresses.map(\.host) + network.detours.flatMap({ [$0.host ?? "", $0.toHost] }) {
            guard !host.utf8.contains(where: { $0 <= 0x20 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "*") }) else {
                throw .badConfiguration("\"\(host)\" is not a host")
            }
        }
        try set(
            CURLOPT_RESOLVE,
            network.addresses.map { "\($0.host):\($0.port):\($0.addresses.joined(separator: ","))" })
        try set(
            CURLOPT_CONNECT_TO,
            network.detours.map { "\($0.host ?? ""):\($0.port.map(String.init) ?? ""):\($0.toHost):\($0.toPort)" })
        if let path = network.unixSocket {
            try Library.require(.unixSockets)
            guard path.utf8.count < 108 else { throw .badConfiguration("the path of the socket is longer than 107 bytes") }
            try set(CURLOPT_UNIX_SOCKET_PATH, path)
        }
        try set(CURLOPT_INTERFACE, network.localAddress)
        if let zone = network.zone {
            let index = unsafe if_nametoindex(zone)
            guard index != 0 else { throw .badConfiguration("there is no network interface \(zone)") }
            try set(CURLOPT_ADDRESS_SCOPE, Int(index))
        }
        try set(CURLOPT_DOH_URL, network.nameServer)
        if let delay = network.happyEyeballsDelay { try set(CURLOPT_HAPPY_EYEBALLS_TIMEOUT_MS, delay.milliseconds) }
        if let file = network.alternativeServices {
            try Library.require(.alternativeServices)
            let versions = CURLALTSVC_H1 | CURLALTSVC_H2 | CURLALTSVC_H3
            try set(CURLOPT_ALTSVC_CTRL, Int(versions))
            try set(CURLOPT_ALTSVC, file)
        }
    }

    // MARK: - Proxy

    func set(_ proxy: ProxyRoute?) throws(TransferError) {
        if proxy?.kind == .https { try Library.require(.httpsProxy) }
        if proxy?.authentication == .ntlm { try Library.require(.ntlm) }
        if proxy?.authentication == .negotiate { try Library.require(.negotiate) }
        try set(CURLOPT_PROXY, proxy.map { "\($0.kind.rawValue)://\($0.authority)" } ?? "")
        try set(CURLOPT_PROXYUSERNAME, proxy?.user)
        try set(CURLOPT_PROXYPASSWORD, proxy?.password)
        try set(CURLOPT_PROXYAUTH, proxy?.authentication.curlValue ?? ccurl_auth_basic)
        try set(CURLOPT_SOCKS5_AUTH, ccurl_auth_basic)
    }
}

extension TLSSettings.Version {
    fileprivate var curlMinimum: Int {
        switch self {
        case .tls12: CURL_SSLVERSION_TLSv1_2
        case .tls13: CURL_SSLVERSION_TLSv1_3
        }
    }
    fileprivate var curlMaximum: Int {
        switch self {
        case .tls12: CURL_SSLVERSION_MAX_TLSv1_2
        case .tls13: CURL_SSLVERSION_MAX_TLSv1_3
        }
    }
}

extension ProxyRoute.Authentication {
    fileprivate var curlValue: Int {
        switch self {
        case .basic: ccurl_auth_basic
        case .digest: ccurl_auth_digest
        case .ntlm: ccurl_auth_ntlm
        case .negotiate: ccurl_auth_negotiate
        case .any: ccurl_auth_basic | ccurl_auth_digest | ccurl_auth_ntlm | ccurl_auth_negotiate
        }
    }
}

extension TransferError {
    /// The client's configuration cannot be carried out.
    static func badConfiguration(_ reason: String) -> TransferError {
        TransferError(code: .badConfiguration, phase: nil, message: "the client's configuration cannot be used: \(reason)")
    }
}
