/// The grammar of JSON, RFC 8259: the text goes out as it was written, so only its validity matters here, and exactly.
enum JSONSyntax {
    static func isValid(_ text: String) -> Bool {
        var scan = Scan(rest: Array(text.utf8)[...])
        return scan.value(depth: 0) && scan.rest.isEmpty
    }

    private struct Scan {
        var rest: ArraySlice<UInt8>
        /// Nesting uses the stack, so there is an end to it.
        private static let depthLimit = 512

        mutating func value(depth: Int) -> Bool {
            guard depth < Self.depthLimit else { return false }
            skipSpace()
            defer { skipSpace() }
            switch rest.first {
            case UInt8(ascii: "{"): return list(end: "}") { $0.member(depth: depth + 1) }
            case UInt8(ascii: "["): return list(end: "]") { $0.value(depth: depth + 1) }
            case UInt8(ascii: "\""): return string()
            case UInt8(ascii: "t"): return word("true")
            case UInt8(ascii: "f"): return word("false")
            case UInt8(ascii: "n"): return word("null")
            default: return number()
            }
        }

        private mutating func list(end: Unicode.Scalar, _ element: (inout Scan) -> Bool) -> Bool {
            rest.removeFirst()
            skipSpace()
            if take(end) { return true }
            repeat {
                guard element(&self) else { return false }
            } while take(",")
            return take(end)
        }

        private mutating func member(depth: Int) -> Bool {
            skipSpace()
            guard rest.first == UInt8(ascii: "\""), string() else { return false }
            skipSpace()
            return take(":") && value(depth: depth)
        }

        private mutating func string() -> Bool {
            rest.removeFirst()
            while let byte = rest.popFirst() {
                switch byte {
                case UInt8(ascii: "\""): return true
                case 0..<0x20: return false
                case UInt8(ascii: "\\"):
                    guard let escaped = rest.popFirst() else { return false }
                    if escaped == UInt8(ascii: "u") {
                        guard rest.prefix(4).count == 4, rest.prefix(4).allSatisfy(isHexadecimal) else { return false }
                        rest = rest.dropFirst(4)
                    } else if !"\"\\/bfnrt".utf8.contains(escaped) {
                        return false
                    }
                default: break
                }
            }
            return false
        }

        private mutating func number() -> Bool {
            _ = take("-")
            if !take("0") { guard digits() else { return false } }
            if take(".") { guard digits() else { return false } }
            if take("e") || take("E") {
                if !take("+") { _ = take("-") }
                guard digits() else { return false }
            }
            return true
        }

        private mutating func digits() -> Bool {
            let count = rest.prefix { 0x30...0x39 ~= $0 }.count
            rest = rest.dropFirst(count)
            return count > 0
        }

        private func isHexadecimal(_ byte: UInt8) -> Bool {
            0x30...0x39 ~= byte || 0x41...0x46 ~= byte || 0x61...0x66 ~= byte
        }

        private mutating func word(_ word: String) -> Bool {
            guard rest.starts(with: word.utf8) else { return false }
            rest = rest.dropFirst(word.utf8.count)
            return true
        }

        private mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest = rest.dropFirst()
            return true
        }

        private mutating func skipSpace() {
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        }
    }
}
