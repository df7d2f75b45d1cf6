/// Which way connections take.
package struct NetworkSettings: Sendable {
    /// Addresses of a host and port that are not asked for.
    package struct Addresses: Sendable {
        package var host: String
        package var port: UInt16
        package var addresses: [String]

        package init(host: String, port: UInt16, addresses: [String]) {
            self.host = host
            self.port = port
            self.addresses = addresses
        }
    }

    /// A host and port that stand for others; `nil` for any.
    package struct Detour: Sendable {
        package var host: String?
        package var port: UInt16?
        package var toHost: String
        package var toPort: UInt16

        package init(host: String?, port: UInt16?, toHost: String, toPort: UInt16) {
            self.host = host
            self.port = port
            self.toHost = toHost
            self.toPort = toPort
        }
    }

    package var addresses: [Addresses] = []
    package var detours: [Detour] = []
    /// The path of a socket to connect to instead.
    package var unixSocket: String?
    /// The address or interface that connections leave from.
    package var localAddress: String?
    /// The zone of IPv6 addresses of local scope, as the name of an interface. RFC 4007 §11.
    package var zone: String?
    /// A server for names. RFC 8484.
    package var nameServer: String?
    /// How long IPv6 goes before IPv4 begins, too. RFC 8305.
    package var happyEyeballsDelay: Duration?
    /// A file that remembers alternative services. RFC 7838.
    package var alternativeServices: String?

    package init() {}
}
