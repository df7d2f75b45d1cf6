/// Bytes as JSON has them in the suite of structured fields. RFC 4648 §6.
enum Base32 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        regroup(bytes.map(Int.init), from: 8, to: 5, keepsRest: true) { text.append(digits[$0]) }
        let padding = (8 - text.count % 8) % 8
        return String(decoding: text + Array(repeating: UInt8(ascii: "="), count: padding), as: UTF8.self)
    }

    static func decode(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        regroup(text.utf8.compactMap(digits.firstIndex), from: 5, to: 8, keepsRest: false) { bytes.append(UInt8($0)) }
        return bytes
    }

    /// Hands the bits of groups of one size over in groups of another; what is left at the end is filled up with zeros, or dropped.
    private static func regroup(_ groups: [Int], from size: Int, to newSize: Int, keepsRest: Bool, _ body: (Int) -> Void) {
        var (bits, count) = (0, 0)
        for group in groups {
            bits = (bits << size | group) & 0xFFFF
            count += size
            while count >= newSize {
                count -= newSize
                body(bits >> count & (1 << newSize - 1))
            }
        }
        if keepsRest, count > 0 { body(bits << (newSize - count) & (1 << newSize - 1)) }
    }
}
