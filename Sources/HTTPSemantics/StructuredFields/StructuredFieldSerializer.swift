internal import struct FoundationEssentials.Data

/// Writes a structured field. RFC 9651 §4.1.
struct StructuredFieldSerializer {
    private(set) var text = ""

    private func error(_ code: StructuredFieldError.Code) -> StructuredFieldError {
        StructuredFieldError(code: code, position: nil)
    }

    /// RFC 9651 §4.1.1.
    mutating func write(_ list: StructuredField.List) throws(StructuredFieldError) {
        for (index, member) in list.members.enumerated() {
            if index > 0 { text += ", " }
            try write(member)
        }
    }

    /// RFC 9651 §4.1.2.
    mutating func write(_ dictionary: StructuredField.Dictionary) throws(StructuredFieldError) {
        for (index, element) in dictionary.enumerated() {
            if index > 0 { text += ", " }
            try write(key: element.key)
            if let item = element.value.item, item.bareItem == true {
                try write(item.parameters)
            } else {
                text += "="
                try write(element.value)
            }
        }
    }

    private mutating func write(_ member: StructuredField.Member) throws(StructuredFieldError) {
        switch member {
        case .item(let item): try write(item)
        case .innerList(let list): try write(list)
        }
    }

    /// RFC 9651 §4.1.1.1.
    private mutating func write(_ list: StructuredField.InnerList) throws(StructuredFieldError) {
        text += "("
        for (index, item) in list.items.enumerated() {
            if index > 0 { text += " " }
            try write(item)
        }
        text += ")"
        try write(list.parameters)
    }

    /// RFC 9651 §4.1.3.
    mutating func write(_ item: StructuredField.Item) throws(StructuredFieldError) {
        try write(item.bareItem)
        try write(item.parameters)
    }

    /// RFC 9651 §4.1.1.2.
    private mutating func write(_ parameters: StructuredField.Parameters) throws(StructuredFieldError) {
        for element in parameters {
            text += ";"
            try write(key: element.key)
            guard element.value != true else { continue }
            text += "="
            try write(element.value)
        }
    }

    private mutating func write(key: String) throws(StructuredFieldError) {
        guard key.utf8.first?.beginsKey == true, key.utf8.allSatisfy(\.isKeyCharacter) else { throw error(.invalidKey) }
        text += key
    }

    /// RFC 9651 §4.1.3.1.
    private mutating func write(_ item: StructuredField.BareItem) throws(StructuredFieldError) {
        switch item {
        case .integer(let integer): try write(integer)
        case .decimal(let number): try write(number)
        case .string(let string): try write(string: string)
        case .token(let token):
            guard token.utf8.first?.beginsToken == true, token.utf8.allSatisfy(\.isStructuredTokenCharacter) else {
                throw error(.invalidToken)
            }
            text += token
        case .byteSequence(let bytes): text += ":\(Data(bytes).base64EncodedString()):"
        case .boolean(let boolean): text += boolean ? "?1" : "?0"
        case .date(let date):
            text += "@"
            try write(date.secondsSinceEpoch)
        case .displayString(let string): write(displayString: string)
        }
    }

    /// RFC 9651 §4.1.4.
    private mutating func write(_ integer: Int) throws(StructuredFieldError) {
        guard -999_999_999_999_999...999_999_999_999_999 ~= integer else { throw error(.invalidNumber) }
        text += "\(integer)"
    }

    /// RFC 9651 §4.1.5: three digits behind the point, half a digit rounded to the even one.
    private mutating func write(_ number: Double) throws(StructuredFieldError) {
        let thousandths = (number.magnitude * 1000).rounded(.toNearestOrEven)
        guard thousandths < 1e15 else { throw error(.invalidNumber) }  // not a number isn't, either
        let (whole, fraction) = Int(thousandths).quotientAndRemainder(dividingBy: 1000)
        var digits = "\(1000 + fraction)".dropFirst()
        while digits.count > 1, digits.last == "0" { digits.removeLast() }
        text += "\(number.sign == .minus ? "-" : "")\(whole).\(digits)"
    }

    /// RFC 9651 §4.1.6.
    private mutating func write(string: String) throws(StructuredFieldError) {
        guard string.utf8.allSatisfy(\.isPrintableASCII) else { throw error(.invalidString) }
        text += "\""
        for scalar in string.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        text += "\""
    }

    /// RFC 9651 §4.1.11.
    private mutating func write(displayString: String) {
        text += "%\""
        for byte in displayString.utf8 {
            if byte.isPrintableASCII, byte != UInt8(ascii: "%"), byte != UInt8(ascii: "\"") {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += byte < 16 ? "%0" : "%"
                text += String(byte, radix: 16)
            }
        }
        text += "\""
    }
}
