/// Why a server cannot listen.
package struct ServerError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure; an open set.
    package struct Code: Hashable, Sendable {
        let name: String
        /// Another program listens there.
        package static let addressInUse = Self(name: "addressInUse")
        /// The host is unknown, or is not this machine's, or may not be used.
        package static let addressUnavailable = Self(name: "addressUnavailable")
        /// The system refused threads or descriptors.
        package static let outOfResources = Self(name: "outOfResources")
    }

    /// What kind of failure.
    package var code: Code
    /// A sentence for the person who started the server.
    package var message: String
    /// The sentence.
    package var description: String { message }
}
