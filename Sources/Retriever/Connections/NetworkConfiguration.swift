internal import CurlTransport
public import HTTPSemantics

/// Which way a client's connections take.
public struct NetworkConfiguration: Sendable {
    /// The addresses of a host, known without asking a name server.
    public struct KnownHost: Hashable, Sendable {
        /// The host's name.
        public var host: String
        /// The port that the addresses are for.
        public var port: UInt16
        /// Addresses of IPv4 or IPv6, tried in this order.
        public var addresses: [String]

        /// A known host.
        public init(host: String, port: UInt16, addresses: [String]) {
            self.host = host
            self.port = port
            self.addresses = addresses
        }
    }

    /// A host and port that are connected to instead of others. The request, and what TLS proves, stay about the others.
    public struct Detour: Hashable, Sendable {
        /// The host that is asked for; `nil` for any.
        public var host: String?
        /// The port that is asked for; `nil` for any.
        public var port: UInt16?
        /// The host that is connected to; an address of IPv6 in brackets.
        public var toHost: String
        /// The port that is connected to.
        public var toPort: UInt16

        /// A detour.
        public init(host: String? = nil, port: UInt16? = nil, toHost: String, toPort: UInt16) {
            self.host = host
            self.port = port
            self.toHost = toHost
            self.toPort = toPort
        }
    }

    /// Addresses that no name server is asked for.
    public var knownHosts: [KnownHost] = []
    /// Hosts and ports that are connected to instead of those asked for; the first that fits counts.
    public var detours: [Detour] = []
    /// The path of a Unix socket that all connections go to; at most 107 bytes.
    public var unixSocket: String?
    /// The address, or the name of the network interface, that connections leave from.
    public var localAddress: String?
    /// The zone of link-local addresses of IPv6, such as "eth0": a URL has no place for it. RFC 4007 §11.
    public var zone: String?
    /// A name server to ask over https instead of the system's. RFC 8484.
    public var dnsOverHTTPS: WebURL?
    /// How long connecting over IPv6 goes on before IPv4 is tried beside it; `nil` for libcurl's 200 ms. RFC 8305.
    public var happyEyeballsDelay: Duration?
    /// A file in which alternative services of https servers (`Alt-Svc`, RFC 7838) are remembered and looked up; `nil` uses none.
    /// Read and written by libcurl as connections come and go.
    public var alternativeServicesFile: String?

    /// The defaults.
    public init() {}

    var settings: NetworkSettings {
        var settings = NetworkSettings()
        settings.addresses = knownHosts.map { .init(host: $0.host, port: $0.port, addresses: $0.addresses) }
        settings.detours = detours.map { .init(host: $0.host, port: $0.port, toHost: $0.toHost, toPort: $0.toPort) }
        settings.unixSocket = unixSocket
        settings.localAddress = localAddress
        settings.zone = zone
        settings.nameServer = dnsOverHTTPS?.href
        settings.happyEyeballsDelay = happyEyeballsDelay
        settings.alternativeServices = alternativeServicesFile
        return settings
    }
}
