extension JSON.Decoder {
    /// How members find their keys.
    public struct KeyDecodingStrategy: Sendable {
        let convert: (@Sendable (_ path: [any CodingKey]) -> any CodingKey)?
        var isDefault: Bool { convert == nil }

        /// The keys are the names.
        public static let useDefaultKeys = Self(convert: nil)

        /// `first_name` is the key `firstName`. Underscores at both ends stay. The keys of a dictionary are left as they are.
        public static let convertFromSnakeCase = Self { path in
            PathKey(stringValue: path.last?.stringValue.convertedFromSnakeCase ?? "")
        }

        /// Whatever a function makes of names. The keys of a dictionary are left as they are.
        ///
        /// - Parameter convert: Makes the key of a member from the path to it, the last of which is its name.
        public static func custom(_ convert: @escaping @Sendable (_ path: [any CodingKey]) -> any CodingKey) -> Self {
            Self(convert: convert)
        }
    }
}

extension String {
    /// `first_name` as `firstName`; underscores at both ends stay.
    var convertedFromSnakeCase: String {
        let words = utf8.drop { $0 == UInt8(ascii: "_") }
        let lead = utf8.count - words.count
        let tail = words.reversed().prefix { $0 == UInt8(ascii: "_") }.count
        let parts = Substring(words.dropLast(tail)).split(separator: "_")
        guard let first = parts.first, parts.count > 1 else { return self }
        let name = first.lowercased() + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined()
        return String(repeating: "_", count: lead) + name + String(repeating: "_", count: tail)
    }
}

extension Document {
    /// Where the value of each member is, by the name that the strategy makes; `nil` when names count as they are.
    func membersByConvertedName(_ object: Int) -> [String: Int]? {
        guard let convert = options.keyDecodingStrategy.convert else { return nil }
        let path = path(to: object)
        let members = names(object).map { (convert(path + [PathKey(stringValue: text($0))]).stringValue, $0 + 1) }
        return Dictionary(members) { first, _ in first }
    }
}
