/// The proxy of a transfer.
package struct ProxyRoute: Hashable, Sendable {
    package enum Kind: String, Sendable {
        case http, https
        /// SOCKS5 that resolves host names. RFC 1928.
        case socks5 = "socks5h"
    }

    package enum Authentication: Sendable { case basic, digest, ntlm, negotiate, any }

    package var kind: Kind
    /// In canonical form, IPv6 in brackets.
    package var host: String
    package var port: UInt16
    package var user: String?
    package var password: String?
    package var authentication = Authentication.basic
    /// Whether it is asked for a tunnel also where it could carry requests on by itself.
    package var alwaysTunnels = false

    package init(kind: Kind, host: String, port: UInt16) {
        self.kind = kind
        self.host = host
        self.port = port
    }

    package var authority: String { "\(host):\(port)" }

    /// Whether a request may be answered by a 407 that libcurl answers itself, on the same connection.
    var negotiates: Bool { kind != .socks5 && user != nil && authentication != .basic }
}
