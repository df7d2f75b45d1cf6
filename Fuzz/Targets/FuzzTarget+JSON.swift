import JSONCoding

extension FuzzTarget {
    /// A document: parsed, written and parsed again, and its elements as they arrive.
    static let json = FuzzTarget(name: "json") { bytes in
        let lenient = JSON.ParsingOptions(duplicateKeys: .first, loneSurrogates: .replaced)
        let value = try? JSON.Value(parsing: bytes, options: lenient)
        if let value {
            for formatting in [JSON.OutputFormatting(), .prettyPrinted, [.withoutEscapingSlashes, .escapingControls]] {
                let written = value.serialized(formatting)
                try promise((try? JSON.Value(parsing: written)) == value, "other than before when written: \(text(written))")
            }
            try promise(
                (try? JSON.Decoder().decode(JSON.Value.self, from: value.serialized())) == value, "decoded as another value")
        }
        if let strict = try? JSON.Value(parsing: bytes) { try promise(strict == value, "other values by other options") }

        let elements = elements(of: [bytes], lenient)
        let parts = bytes.map { [$0] }
        try promise(elements == Self.elements(of: parts, lenient), "other elements when they arrive in parts")
        if let array = value?.array {
            try promise(elements.map { $0 == array } == true, "other elements than those of the array")
        }
        if elements != nil { try promise(value?.array != nil, "elements of what is no array") }
        _ = Self.elements(of: parts, lenient, at: ["a", "b"])
    }

    /// The elements of a document that arrives in these parts; `nil` when it is refused.
    private static func elements(of parts: [[UInt8]], _ options: JSON.ParsingOptions, at path: [String] = []) -> [JSON.Value]? {
        var splitter = ElementSplitter(path: path, limit: 1 << 20, options: options)
        var decoder = JSON.Decoder()
        decoder.parsing = options
        var elements: [JSON.Value] = []
        do {
            for part in parts {
                splitter.append(part)
                while let element = try splitter.next(JSON.Value.self, decoder) { elements.append(element) }
            }
            splitter.end()
            while let element = try splitter.next(JSON.Value.self, decoder) { elements.append(element) }
            return elements
        } catch {
            return nil
        }
    }
}
