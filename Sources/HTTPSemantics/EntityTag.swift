/// An opaque validator that tells one state of a representation from another. RFC 9110 §8.8.3.
public struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    /// Whether equal tags promise no more than equal meaning, so that parts must not be combined. RFC 9110 §8.8.1.
    public let isWeak: Bool
    /// What stands between the quotes.
    public let opaqueTag: String

    /// A tag, or `nil` when `opaqueTag` holds a quote, a space or a control character.
    public init?(opaqueTag: String, isWeak: Bool = false) {
        guard opaqueTag.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x22 && $0 != 0x7F }) else { return nil }
        self.opaqueTag = opaqueTag
        self.isWeak = isWeak
    }

    /// The tag that a field's value is, or `nil` when it is none: quotes are required, `W/` is case-sensitive.
    public init?(_ value: String) {
        var text = value.trimmingOptionalWhitespace
        let isWeak = text.hasPrefix("W/")
        if isWeak { text = text.dropFirst(2) }
        guard text.utf8.count >= 2, text.utf8.first == 0x22, text.utf8.last == 0x22 else { return nil }
        self.init(opaqueTag: String(text.dropFirst().dropLast()), isWeak: isWeak)
    }

    /// Whether both are strong and the same: the content is the same, byte for byte. RFC 9110 §8.8.3.2.
    public func stronglyMatches(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaqueTag == other.opaqueTag }

    /// Whether they are the same, weak or not: one can stand for the other. RFC 9110 §8.8.3.2.
    public func weaklyMatches(_ other: EntityTag) -> Bool { opaqueTag == other.opaqueTag }

    /// The tag as fields have it.
    public var description: String { (isWeak ? "W/" : "") + "\"\(opaqueTag)\"" }
}
