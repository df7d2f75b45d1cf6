/// A key, as far as this program tells keys apart.
package enum Key: Sendable, Hashable {
    case character(Character)
    case enter, escape, backspace, up, down, left, right, pageUp, pageDown, home, end
    /// Ctrl-L: draw everything anew.
    case redraw
}

/// Turns the bytes that a terminal sends into keys. ECMA-48 §5.4.
package struct KeyDecoder {
    private var pending: [UInt8] = []
    private static let escapeByte: UInt8 = 0x1B
    private static let sequenceLimit = 32

    package init() {}

    /// The keys in `bytes`, which one read brought. A character or sequence may come in parts; only an escape byte at the very end
    /// is the Escape key, since terminals send their sequences in one piece.
    package mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
        pending += bytes
        var keys: [Key] = []
        while let first = pending.first {
            if first == Self.escapeByte {
                guard let length = sequenceLength() else { break }
                if let key = Self.key(sequence: pending.prefix(length).dropFirst()) { keys.append(key) }
                pending.removeFirst(length)
            } else if first < 0xC2 || first > 0xF4 {  // ASCII, or what starts no character
                pending.removeFirst()
                if let key = Self.key(ascii: first) { keys.append(key) }
            } else {
                let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
                guard pending.count >= length else { break }
                let text = String(decoding: pending.prefix(length), as: UTF8.self)
                pending.removeFirst(length)
                if let character = text.first, character != "\u{FFFD}" { keys.append(.character(character)) }
            }
        }
        return keys
    }

    /// How long the sequence at the start is; `nil` while it is not complete.
    private func sequenceLength() -> Int? {
        guard pending.count > 1 else { return 1 }
        switch pending[1] {
        case UInt8(ascii: "["):
            // Parameters and intermediates up to a final byte.
            if let end = pending.dropFirst(2).firstIndex(where: { 0x40...0x7E ~= $0 }) { return end + 1 }
            return pending.count > Self.sequenceLimit ? pending.count : nil
        case UInt8(ascii: "O"): return pending.count > 2 ? 3 : nil
        case Self.escapeByte: return 1
        default: return 2
        }
    }

    private static func key(sequence: ArraySlice<UInt8>) -> Key? {
        guard let introducer = sequence.first else { return .escape }
        guard introducer == UInt8(ascii: "[") || introducer == UInt8(ascii: "O") else { return nil }
        switch String(decoding: sequence.dropFirst(), as: UTF8.self) {
        case "A": return .up
        case "B": return .down
        case "C": return .right
        case "D": return .left
        case "H", "1~", "7~": return .home
        case "F", "4~", "8~": return .end
        case "5~": return .pageUp
        case "6~": return .pageDown
        default: return nil
        }
    }

    private static func key(ascii byte: UInt8) -> Key? {
        switch byte {
        case 0x0C: .redraw
        case 0x0A, 0x0D: .enter
        case 0x08, 0x7F: .backspace
        case 0x20...0x7E: .character(Character(Unicode.Scalar(byte)))
        default: nil
        }
    }
}
