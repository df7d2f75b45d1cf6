/// Looks for the end of a value, which may come in a later part; whether it is well formed is left to the parser.
struct ItemScan {
    /// Everything before has been looked at.
    var searched: Int
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var isBare = false

    init(searched: Int) { self.searched = searched }

    /// Goes on to the end of the value or of the text.
    mutating func isComplete(
        _ text: [UInt8], hasEnded: Bool, depthLimit: Int, _ options: JSON.ParsingOptions
    ) throws(ParsingFault) -> Bool {
        while searched < text.count {
            if isInString {
                passInString(text)
                if !isInString, depth == 0 { return true }
                continue
            }
            let byte = text[searched]
            // A number or word ends before whatever is no part of it.
            if isBare, depth == 0, byte.endsBareWord { return true }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                guard depth < depthLimit else { throw ParsingFault(.tooDeep, options.tooDeep, at: searched) }
                depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: isBare = isBare || depth == 0
            }
            searched += 1
            if depth <= 0, !isInString, !isBare { return true }
        }
        return hasEnded
    }

    private mutating func passInString(_ text: [UInt8]) {
        if !isEscaped { text.span.skipPlainText(&searched) }
        guard searched < text.count else { return }
        if !isEscaped, text[searched] == UInt8(ascii: "\"") { isInString = false }
        isEscaped = !isEscaped && text[searched] == UInt8(ascii: "\\")
        searched += 1
    }
}

extension UInt8 {
    fileprivate var endsBareWord: Bool {
        switch self {
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
            UInt8(ascii: "\""):
            true
        default: isJSONSpace
        }
    }
}
