/// Unicode in letters, digits and hyphens, without the prefix that labels of domains have. RFC 3492.
enum Punycode {
    private static let base = 36
    private static let smallest: UInt32 = 0x80  // the first code point that is not ASCII

    /// How differences are written with fewer digits the larger the ones before were.
    private struct Bias {
        private var value = 72
        private var isFirst = true

        func threshold(_ digit: Int) -> Int { min(max(base * digit - value, 1), 26) }

        mutating func adapt(_ delta: Int, count: Int) {
            var delta = isFirst ? delta / 700 : delta / 2
            isFirst = false
            delta += delta / count
            var k = 0
            while delta > (base - 1) * 26 / 2 {
                delta /= base - 1
                k += base
            }
            value = k + base * delta / (delta + 38)
        }
    }

    /// The text in punycode, which is in lower case.
    static func encode(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var output = text.filter(\.isASCII)
        var done = output.count
        if done > 0 { output.append("-") }
        var bias = Bias()
        var (next, delta) = (smallest, 0)
        while let scalar = text.lazy.filter({ $0.value >= next }).min() {
            delta += Int(scalar.value - next) * (done + 1)  // both fit: a text has at most 2^32 scalars
            next = scalar.value
            for other in text {
                if other.value < next { delta += 1 }
                guard other.value == next else { continue }
                var (rest, place) = (delta, 1)
                while rest >= bias.threshold(place) {
                    let threshold = bias.threshold(place)
                    output.append(digit(threshold + (rest - threshold) % (base - threshold)))
                    rest = (rest - threshold) / (base - threshold)
                    place += 1
                }
                output.append(digit(rest))
                bias.adapt(delta, count: done + 1)
                delta = 0
                done += 1
            }
            delta += 1
            next += 1
        }
        return output
    }

    /// What punycode in lower case stands for; `nil` when it is none.
    static func decode(_ text: Substring.UnicodeScalarView) -> [Unicode.Scalar]? {
        guard text.allSatisfy(\.isASCII) else { return nil }
        let hyphen = text.lastIndex(of: "-")
        var output = Array(hyphen.map { text[..<$0] } ?? text[..<text.startIndex])
        var rest = hyphen.map { text[text.index(after: $0)...] } ?? text
        var bias = Bias()
        var (next, index) = (Int(smallest), 0)
        while !rest.isEmpty {
            let before = index
            var (weight, place) = (1, 1)
            while true {
                guard let digit = rest.popFirst().flatMap(value) else { return nil }
                let (product, overflow) = digit.multipliedReportingOverflow(by: weight)
                guard !overflow, product <= limit - index else { return nil }
                index += product
                guard digit >= bias.threshold(place) else { break }
                let (larger, isTooLarge) = weight.multipliedReportingOverflow(by: base - bias.threshold(place))
                guard !isTooLarge else { return nil }
                weight = larger
                place += 1
            }
            bias.adapt(index - before, count: output.count + 1)
            next += index / (output.count + 1)
            index %= output.count + 1
            guard next >= smallest, next <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(next)) else { return nil }
            output.insert(scalar, at: index)
            index += 1
        }
        return output
    }

    private static let limit = Int(Int32.max)

    private static func digit(_ value: Int) -> Unicode.Scalar {
        Unicode.Scalar(UInt8(value < 26 ? value + 0x61 : value - 26 + 0x30))
    }

    private static func value(_ digit: Unicode.Scalar) -> Int? {
        switch digit {
        case "a"..."z": Int(digit.value) - 0x61
        case "0"..."9": Int(digit.value) - 0x30 + 26
        default: nil
        }
    }
}
