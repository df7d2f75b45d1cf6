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

    /// How a space is written.
    public enum SpaceStyle: Hashable, Sendable {
        /// `+`, as the web's forms have it
        case plus
        /// `%20`, which is a space everywhere
        case percent20
    }

    /// The parameters as `application/x-www-form-urlencoded`: `name=Ada+Lovelace&note=a%26b`. WHATWG URL standard §5.2.
    public var urlEncoded: String { urlEncoded(spaces: .plus) }

    /// The parameters as `application/x-www-form-urlencoded`. WHATWG URL standard §5.2.
    public func urlEncoded(spaces: SpaceStyle) -> String {
        let set = PercentEncodeSet.form
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parameters.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 16 })
        func append(_ text: String) {
            for byte in text.utf8 {
                if byte == 0x20, spaces == .plus { bytes.append(UInt8(ascii: "+")) } else { bytes.append(byte, encoding: set) }
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

    /// Adds a parameter after all others.
    public mutating func append(name: String, value: String) { parameters.append(Parameter(name: name, value: value)) }

    /// The value of the first parameter with this name, or `nil`. Names are compared byte by byte.
    ///
    /// A value set takes the place of the first parameter with this name, and all others with it go; without one it is added after
    /// all others. `nil` removes all of the name.
    public subscript(name: String) -> String? {
        get { parameters.first { $0.has(name) }?.value }
        set {
            let place = parameters.firstIndex { $0.has(name) } ?? parameters.endIndex
            removeAll(named: name)
            if let newValue { parameters.insert(Parameter(name: name, value: newValue), at: place) }
        }
    }

    /// The values of all parameters with this name, in their order.
    public subscript(values name: String) -> [String] { parameters.lazy.filter { $0.has(name) }.map(\.value) }

    /// Whether there is a parameter with this name and, when it is given, this value.
    public func contains(name: String, value: String? = nil) -> Bool { parameters.contains { $0.has(name, value) } }

    /// Removes all parameters with this name and, when it is given, this value.
    public mutating func removeAll(named name: String, value: String? = nil) { parameters.removeAll { $0.has(name, value) } }

    /// Orders the parameters by their names' UTF-16 code units, so that the same ones in another order make the same query; those
    /// of one name keep their order. WHATWG URL standard §6.2 "sort".
    public mutating func sortByName() { parameters.sort { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) } }
}

extension FormParameters.Parameter {
    fileprivate func has(_ name: String, _ value: String? = nil) -> Bool {
        // Strings are equal when they look alike; bytes are what a server compares.
        self.name.utf8.elementsEqual(name.utf8) && value.map { self.value.utf8.elementsEqual($0.utf8) } ?? true
    }
}

extension FormParameters: ExpressibleByDictionaryLiteral {
    /// Parameters written in code, in the order they stand there: `["name": "Ada", "age": "29"]`.
    public init(dictionaryLiteral elements: (String, String)...) {
        parameters = elements.map { Parameter(name: $0.0, value: $0.1) }
    }
}
