/// A set of ASCII characters as bits: asking it costs a shift, which parsers do for every byte.
struct ASCIISet: Sendable {
    private let low: UInt64  // bit n: byte n
    private let high: UInt64  // bit n: byte 64 + n

    /// The characters of `text`, all of them ASCII.
    init(_ text: String) { self = Self(low: 0, high: 0).adding(text) }

    private init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    func adding(_ characters: String) -> Self {
        characters.utf8.reduce(self) { set, byte in
            byte < 64
                ? Self(low: set.low | 1 << UInt64(byte), high: set.high)
                : Self(low: set.low, high: set.high | 1 << UInt64(byte & 63))
        }
    }

    /// Whether the set holds `byte`; it holds none outside ASCII.
    func contains(_ byte: UInt8) -> Bool {
        (byte < 64 ? low : byte < 128 ? high : 0) >> UInt64(byte & 63) & 1 == 1
    }

    /// C0 controls and DEL.
    static let controls = Self(low: 0xFFFF_FFFF, high: 1 << 63)
}

extension Span<UInt8> {
    /// The first place from `start` on, and before `end`, where a byte of `set` stands; `end` when there is none.
    func firstIndex(from start: Int, to end: Int, in set: ASCIISet) -> Int {
        var index = start
        while index < end, !set.contains(self[index]) { index += 1 }
        return index
    }

    /// The byte at a place, or `nil` behind the end.
    func byte(_ index: Int) -> UInt8? { index < count ? self[index] : nil }
}

extension [UInt8] {
    /// Appends the bytes of a part of `span`.
    mutating func append(_ span: Span<UInt8>, _ range: Range<Int>) {
        unsafe span.extracting(range).withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
