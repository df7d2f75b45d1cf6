/// Words on the command line that mean nothing, and what to write instead.
package struct UsageError: Error, Equatable, CustomStringConvertible {
    /// A sentence.
    package let description: String
    init(_ description: String) { self.description = description }
}
