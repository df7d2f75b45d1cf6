public import FoundationEssentials

extension JSON.Decoder {
    /// How bytes are written.
    public struct DataDecodingStrategy: Sendable {
        let decode: @Sendable (any Decoder) throws -> Data

        /// As `Data` decodes itself: in an array of numbers.
        public static let deferredToData = Self { try Data(from: $0) }
        /// In Base64. RFC 4648 §4.
        public static let base64 = Self { try data($0) { Data(base64Encoded: $0) } }
        /// In Base64 for URLs, with or without padding. RFC 4648 §5.
        public static let base64URL = Self { try data($0) { Data(base64URLEncoded: $0) } }

        /// However a function reads them.
        ///
        /// - Parameter decode: Decodes bytes.
        public static func custom(_ decode: @escaping @Sendable (any Decoder) throws -> Data) -> Self { Self(decode: decode) }

        private static func data(_ decoder: any Decoder, _ parse: (String) -> Data?) throws -> Data {
            guard let data = parse(try String(from: decoder)) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "the string is not in Base64"))
            }
            return data
        }
    }
}

extension Data {
    fileprivate init?(base64URLEncoded text: String) {
        guard !text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) else { return nil }
        let digits = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        let padding = digits.contains(UInt8(ascii: "=")) ? 0 : (4 - digits.count % 4) % 4
        self.init(base64Encoded: Data(digits + Array(repeating: UInt8(ascii: "="), count: padding)))
    }
}
