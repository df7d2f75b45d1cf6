/// What a strategy does between the keys of types and the names of members.
enum KeyConversion: Sendable {
    case none
    /// A name says all.
    case name(@Sendable (String) -> String)
    /// The path to the member counts, too.
    case path(@Sendable (_ path: [any CodingKey]) -> any CodingKey)

    var isNone: Bool { if case .none = self { true } else { false } }

    /// What becomes of a name or key.
    ///
    /// - Parameter path: What leads to the object; it is asked for only where it counts.
    func convert(_ name: String, of key: @autoclosure () -> any CodingKey, in path: @autoclosure () -> [any CodingKey]) -> String
    {
        switch self {
        case .none: name
        case .name(let convert): convert(name)
        case .path(let convert): convert(path() + [key()]).stringValue
        }
    }
}
