/// What a document may be, so that a small one from a stranger takes no great amount of memory.
public struct XMLLimits: Hashable, Sendable {
    /// How many elements may be within each other, 1 to 256.
    public var depth = 200
    /// How many attributes an element may have.
    public var attributes = 256
    /// How many bytes the document may have, in UTF-8; `nil` for any number.
    public var size: Int?
    /// How many bytes a tag, a comment or a processing instruction may have, give or take 4096.
    public var tokenSize = 1 << 20
    /// How many bytes the document's own entities and default attributes may add to it.
    public var entityExpansion = 1 << 20

    /// The defaults.
    public init() {}
}
