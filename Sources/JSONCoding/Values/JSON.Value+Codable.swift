extension JSON.Value: Codable {
    /// Decodes a value of any shape. Through ``JSON/Decoder`` nothing is lost; other decoders give numbers as `Int`, `UInt64` or
    /// `Double`, and members in any order.
    public init(from decoder: any Decoder) throws {
        if let value = decoder as? ValueDecoder {
            self = value.document.value(value.index)
        } else if let members = try? decoder.container(keyedBy: PathKey.self) {
            self = .object(JSON.Object(try members.allKeys.map { ($0.stringValue, try members.decode(Self.self, forKey: $0)) }))
        } else if var elements = try? decoder.unkeyedContainer() {
            var array: [Self] = []
            while !elements.isAtEnd { array.append(try elements.decode(Self.self)) }
            self = .array(array)
        } else {
            self = try Self(scalar: decoder.singleValueContainer())
        }
    }

    private init(scalar container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else {
            self = .number(try JSON.Number(scalar: container))
        }
    }

    /// Encodes the value. Through ``JSON/Encoder`` nothing is lost; for other encoders see ``JSON/Number``.
    public func encode(to encoder: any Encoder) throws {
        if let encoder = encoder as? ValueEncoder { return encoder.encode(self) }
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let bool): try bool.encode(to: encoder)
        case .number(let number): try number.encode(to: encoder)
        case .string(let string): try string.encode(to: encoder)
        case .array(let array): try array.encode(to: encoder)
        case .object(let object):
            var container = encoder.container(keyedBy: PathKey.self)
            for member in object { try container.encode(member.value, forKey: PathKey(stringValue: member.name)) }
        }
    }
}

extension JSON.Number: Codable {
    /// Decodes a number: through ``JSON/Decoder`` as it is written, through others as `Int`, `UInt64` or `Double`.
    public init(from decoder: any Decoder) throws {
        if let value = decoder as? ValueDecoder {
            self = try value.document.exactNumber(value.index)
        } else {
            try self.init(scalar: decoder.singleValueContainer())
        }
    }

    fileprivate init(scalar container: any SingleValueDecodingContainer) throws {
        if let integer = try? container.decode(Int.self) {
            self.init(integer)
        } else if let integer = try? container.decode(UInt64.self) {
            self.init(integer)
        } else if let number = JSON.Number(try container.decode(Double.self)) {
            self = number
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "the number is not finite")
        }
    }

    /// Encodes the number: through ``JSON/Encoder`` as it is written, through others as `Int`, `UInt64` or the nearest `Double`.
    public func encode(to encoder: any Encoder) throws {
        if let encoder = encoder as? ValueEncoder { return encoder.encode(self) }
        var container = encoder.singleValueContainer()
        if let integer = integer() {
            try container.encode(integer)
        } else if let integer = integer(as: UInt64.self) {
            try container.encode(integer)
        } else {
            try container.encode(double)
        }
    }
}
