import Synchronization

/// Jokes that were read lately, one for each remainder of the identifier, so that a catalogue of ordinary size is told from memory
/// and one of millions takes no more memory than that. A stored joke never changes, so nothing here grows stale.
final class JokeCache: Sendable {
    private static let size = 1 << 14
    private let slots = Mutex([StoredJoke?](repeating: nil, count: JokeCache.size))

    /// The joke with an identifier, when it is remembered.
    subscript(id: Int) -> StoredJoke? {
        slots.withLock { slots in
            guard let joke = slots[id & (Self.size - 1)], joke.id == id else { return nil }
            return joke
        }
    }

    /// Remembers a joke in the place of another.
    func insert(_ joke: StoredJoke) { slots.withLock { $0[joke.id & (Self.size - 1)] = joke } }
}

/// A quick generator of even distribution, seeded by the system. Which joke comes next is no secret, and the system's own generator
/// costs a system call. Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    /// A generator with a seed; without one, no two are alike.
    init(seed: UInt64 = .random(in: .min ... .max)) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
