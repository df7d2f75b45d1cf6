internal import HTTPSemantics

/// Numbers with units, as people type them.
enum Quantity {
    /// A whole number, 0 or more.
    static func count(_ text: String) throws(UsageError) -> Int {
        guard text.utf8.allSatisfy(\.isASCIIDigit), let number = Int(text) else {
            throw UsageError("“\(text)” is no whole number")
        }
        return number
    }

    /// A time: seconds, or with a unit: 1.5, 200ms, 90s, 5m, 2h. More than 0.
    static func duration(_ text: String) throws(UsageError) -> Duration {
        let (number, unit) = parts(text)
        let factors = ["": 1.0, "s": 1, "ms": 0.001, "m": 60, "min": 60, "h": 3600]
        guard let number, let factor = factors[unit], number > 0, number * factor < 1e9 else {
            throw UsageError("“\(text)” is no time; write seconds, or 200ms, 5m, 2h", in: text, at: 0)
        }
        return .seconds(number * factor)
    }

    /// Bytes: a number, or with a unit of 1024: 64K, 1.5M, 2G. More than 0.
    static func bytes(_ text: String) throws(UsageError) -> Int {
        let (number, unit) = parts(text)
        let name = unit.lowercased().utf8.prefix { $0 != UInt8(ascii: "i") && $0 != UInt8(ascii: "b") && $0 != UInt8(ascii: "/") }
        let factors: [String: Double] = ["": 1, "k": 1024, "m": 1_048_576, "g": 1_073_741_824]
        guard let number, let factor = factors[String(Substring(name))], number * factor >= 1, number * factor < 1e18 else {
            throw UsageError("“\(text)” is no number of bytes; write 500, 64K, 1.5M or 2G", in: text, at: 0)
        }
        return Int(number * factor)
    }

    private static func parts(_ text: String) -> (number: Double?, unit: String) {
        let number = text.utf8.prefix { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
        return (Double(String(Substring(number))), String(text.dropFirst(number.count)))
    }
}
