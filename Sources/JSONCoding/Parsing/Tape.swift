/// A value, or the name of a member, in a parsed document. A document is a tape of them, in the order of the text: a container is
/// followed by what it holds, an object by name, value, name, value.
struct TapeEntry {
    enum Kind: UInt8 {
        case null, yes, no, integer, number, string, array, object
        /// The name of a member.
        case key
        /// The name of a member that another of the same name stands in for.
        case droppedKey
    }

    var kind: Kind
    /// Whether a string or name has escapes.
    var isEscaped = false
    /// The first byte: of a string or name, the one after its quote.
    var start: UInt32
    /// The bytes of a string, name or number; how many elements or members there are.
    var length: UInt32 = 0
    /// The entry after the value, all it holds included.
    var next: UInt32

    var bytes: Range<Int> { Int(start)..<Int(start) + Int(length) }
}
