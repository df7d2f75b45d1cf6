import FoundationEssentials
import HTTPSemantics

/// The names of the members of a JSON object, each as often as it stands there. A decoder keeps only one of several with the same
/// name, but which one is meant is anybody's guess (RFC 8259 §4).
enum JSONMemberNames {
    /// The names in `text`, which a decoder has found to be a JSON object.
    static func all(in text: [UInt8]) -> [String] {
        var names: [String] = []
        var depth = 0
        var lastString: Range<Int>?
        var position = 0
        while position < text.count {
            let byte = text[position]
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                let end = endOfString(in: text, from: position)
                lastString = position..<end
                position = end - 1
            case UInt8(ascii: ":"):
                if depth == 1, let lastString { names.append(unescaped(text[lastString])) }
            default: break
            }
            position += 1
        }
        return names
    }

    /// The position after the closing quote of the string that starts at `start`.
    private static func endOfString(in text: [UInt8], from start: Int) -> Int {
        var position = start + 1
        while position < text.count, text[position] != UInt8(ascii: "\"") {
            position += text[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(position + 1, text.count)
    }

    private static func unescaped(_ quoted: ArraySlice<UInt8>) -> String {
        guard quoted.contains(UInt8(ascii: "\\")) else { return String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self) }
        return (try? JSONDecoder().decode(String.self, from: Data(quoted))) ?? ""
    }
}
