/// Named parameters in the order they were given; a name may occur several times. The names and values are plain text;
/// encoding is done when they become a query or content.
public struct FormParameters: Hashable, Sendable, RandomAccessCollection {
    /// One parameter.
    public struct Parameter: Hashable, Sendable {
        /// The plain name.
        public var name: String
        /// The plain value.
        public var value: String
        /// A parameter.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    private var parameters: [Parameter] = []

    /// No parameters.
    public init() {}
    /// The parameters of a sequence, in its order.
    public init(_ parameters: some Sequence<Parameter>) { self.parameters = Array(parameters) }
    /// The entries of a dictionary, ordered by name so that the same dictionary always encodes alike.
    public init(_ dictionary: [String: String]) {
        parameters = dictionary.sorted { $0.key < $1.key }.map { Parameter(name: $0.key, value: $0.value) }
    }

    /// The parameters of a query or of `application/x-www-form-urlencoded` content, decoded. WHATWG URL standard §5.1.
    public init(urlEncoded text: some StringProtocol) {
        parameters = text.utf8.split(separator: UInt8(ascii: "&")).map { sequence in
            let halves = sequence.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let decoded = halves.map { half in
                String(decoding: half.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }, as: UTF8.self).percentDecoded()
            }
            return Parameter(name: decoded[0], value: decoded.count > 1 ? decoded[1] : "")
        }
    }

    /// The parameters as `application/x-www-form-urlencoded`: `name=Ada+Lovelace&note=a%26b`. WHATWG URL standard §5.2.
    public var urlEncoded: String {
        let set = PercentEncodeSet.form
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parameters.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 16 })
        func append(_ text: String) {
            for byte in text.utf8 {
                if byte == 0x20 { bytes.append(UInt8(ascii: "+")) } else { bytes.append(byte, encoding: set) }
            }
        }
        for parameter in parameters {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
            append(parameter.name)
            bytes.append(UInt8(ascii: "="))
            append(parameter.value)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The position of the first parameter.
    public var startIndex: Int { 0 }
    /// One past the position of the last parameter.
    public var endIndex: Int { parameters.count }
    /// The parameter at a position.
    public subscript(position: Int) -> Parameter { parameters[position] }

    /// The value of the first parameter with this name, or `nil`.
    public subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// Adds a parameter after all others.
    public mutating func append(name: String, value: String) { parameters.append(Parameter(name: name, value: value)) }
}

extension FormParameters: ExpressibleByDictionaryLiteral {
    /// Parameters written in code, in the order they stand there: `["name": "Ada", "age": "29"]`.
    public init(dictionaryLiteral elements: (String, String)...) {
        parameters = elements.map { Parameter(name: $0.0, value: $0.1) }
    }
}
