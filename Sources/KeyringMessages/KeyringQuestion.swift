/// What `retrieve` asks `retrieve-keyring` for: one object of JSON on its standard input.
package struct KeyringQuestion: Codable, Equatable, Sendable {
    /// What is to be done.
    package enum Action: String, Codable, Sendable {
        /// Find a password; answered with user and password, or with neither.
        case find
        /// Keep a password.
        case save
        /// Remove a password of a user.
        case remove
        /// Remove all that is kept for an origin, or of one user there; answered with their number.
        case forget
    }

    package var action: Action
    /// The origin of the server or proxy.
    package var scheme: String
    package var host: String
    package var port: UInt16?
    package var isProxy = false
    /// The name of the scheme of authentication, such as "basic".
    package var authentication = ""
    package var realm: String?
    package var user: String?
    package var password: String?

    package init(_ action: Action, scheme: String, host: String, port: UInt16?) {
        self.action = action
        self.scheme = scheme
        self.host = host
        self.port = port
    }
}

/// What `retrieve-keyring` answers: one object of JSON on its standard output.
package struct KeyringAnswer: Codable, Equatable, Sendable {
    package var user: String?
    package var password: String?
    /// How many entries were removed.
    package var removed: Int?
    /// Why nothing was done: a sentence that is safe to show.
    package var error: String?

    package init() {}
}
