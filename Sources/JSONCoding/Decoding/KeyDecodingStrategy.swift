extension JSON.Decoder {
    /// How members find their keys.
    public struct KeyDecodingStrategy: Sendable {
        let conversion: KeyConversion

        /// The keys are the names.
        public static let useDefaultKeys = Self(conversion: .none)

        /// `first_name` is the key `firstName`. Underscores at both ends stay. The keys of a dictionary are left as they are.
        public static let convertFromSnakeCase = Self(conversion: .name { $0.convertedFromSnakeCase })

        /// Whatever a function makes of names. The keys of a dictionary are left as they are.
        ///
        /// - Parameter convert: Makes the key of a member from the path to it, the last of which is its name.
        public static func custom(_ convert: @escaping @Sendable (_ path: [any CodingKey]) -> any CodingKey) -> Self {
            Self(conversion: .path(convert))
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
        guard !options.keyDecodingStrategy.conversion.isNone else { return nil }
        return Dictionary(names(object).map { (convertedName($0, of: object), $0 + 1) }) { first, _ in first }
    }

    private func convertedName(_ member: Int, of object: Int) -> String {
        let name = text(member)
        if let known = convertedNames[name] { return known }
        let conversion = options.keyDecodingStrategy.conversion
        let converted = conversion.convert(name, of: PathKey(stringValue: name), in: path(to: object))
        if case .name = conversion { convertedNames[name] = converted }
        return converted
    }
}
