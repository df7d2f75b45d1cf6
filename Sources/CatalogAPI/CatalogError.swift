public import Retriever

/// Why the catalogue service could not do what it was asked for.
public struct CatalogError: Error, Sendable, CustomStringConvertible {
    /// What happened, as words for the reader.
    public var message: String
    /// The status that the service answered; `nil` when it did not answer.
    public var status: Int?
    /// The parameter that is at fault, when the service named one.
    public var field: String?
    /// The failure underneath, when the service could not be asked.
    public var cause: HTTPClientError?

    init(message: String, status: Int? = nil, field: String? = nil) {
        self.message = message
        self.status = status
        self.field = field
    }

    init(_ error: HTTPClientError) {
        self.init(message: error.message, status: error.status?.code)
        cause = error
    }

    /// Whether the service asks for credentials, or for others.
    public var needsCredentials: Bool { status == 401 }
    /// Whether the service does not know the voter token, such as one of a database that was replaced.
    public var refusesVoter: Bool { status == 400 && field == "voter" }
    /// The message.
    public var description: String { message }
}
