internal import Synchronization

/// Remembers that something which can be used only once was.
final class SingleUse: Sendable {
    private let isUsed = Atomic(false)

    /// Whether there was a use.
    var hasBegun: Bool { isUsed.load(ordering: .relaxed) }

    /// Whether this is the first use.
    func begin() -> Bool { !isUsed.exchange(true, ordering: .relaxed) }
}
