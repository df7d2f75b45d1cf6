/// Why the service refused a request; sent as `application/problem+json`. RFC 9457.
public struct Problem: Codable, Hashable, Sendable {
    /// The status code again.
    public var status: Int
    /// The reason phrase of the status.
    public var title: String
    /// What to do differently, as a sentence.
    public var detail: String
    /// The parameter that is at fault, when it is one.
    public var field: String?

    /// A problem.
    public init(status: Int, title: String, detail: String, field: String? = nil) {
        self.status = status
        self.title = title
        self.detail = detail
        self.field = field
    }
}
