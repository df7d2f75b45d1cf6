package import HTTPSemantics

/// How the connections of a pool are made and kept.
package struct ConnectionSettings: Sendable {
    /// Transfers to one origin that may run at once on HTTP/1.1, where each needs a connection of its own.
    package var connectionsPerHost = 6
    /// Transfers that may run at once in all; `nil` for any number.
    package var totalConnections: Int?
    /// How long a connection that nobody uses stays open.
    package var idleLifetime: Duration = .seconds(90)
    /// How old a connection may be when it is used again; `nil` for any age.
    package var maximumAge: Duration?
    /// How many loops, each with a thread of its own, the transfers may spread over.
    package var eventLoops = 1
    package var httpVersion = HTTPVersionPolicy.automatic
    package var tls = TLSSettings()
    package var network = NetworkSettings()

    package init() {}
}
