/// Why the service cannot start or do what its operator asked: one sentence for the operator.
package struct ServiceError: Error, Sendable, CustomStringConvertible {
    /// The sentence.
    package var description: String

    /// An error with a sentence.
    package init(_ description: String) { self.description = description }
}
