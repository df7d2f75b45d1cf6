extension Cookie: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, value, isLatin1, domain, isHostOnly, path, expires, isSecure, isHTTPOnly, sameSite, creationTime,
            lastAccessTime
    }

    /// A cookie that was written down.
    ///
    /// - Throws: ``CookieRefusal`` when it is none that a jar would have; else what the decoder throws.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            name: values.decode(String.self, forKey: .name), value: values.decode(String.self, forKey: .value),
            isLatin1: values.decodeIfPresent(Bool.self, forKey: .isLatin1) ?? false,
            domain: values.decode(String.self, forKey: .domain), isHostOnly: values.decode(Bool.self, forKey: .isHostOnly),
            path: values.decode(String.self, forKey: .path),
            expires: values.decodeIfPresent(HTTPDate.self, forKey: .expires),
            isSecure: values.decode(Bool.self, forKey: .isSecure), isHTTPOnly: values.decode(Bool.self, forKey: .isHTTPOnly),
            sameSite: values.decodeIfPresent(SameSite.self, forKey: .sameSite) ?? .default)
        creationTime = try values.decodeIfPresent(HTTPDate.self, forKey: .creationTime)
        lastAccessTime = try values.decodeIfPresent(HTTPDate.self, forKey: .lastAccessTime)
    }

    /// Writes everything down, the value included.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        try values.encode(value, forKey: .value)
        if isLatin1 { try values.encode(true, forKey: .isLatin1) }
        try values.encode(domain, forKey: .domain)
        try values.encode(isHostOnly, forKey: .isHostOnly)
        try values.encode(path, forKey: .path)
        try values.encodeIfPresent(expires, forKey: .expires)
        try values.encode(isSecure, forKey: .isSecure)
        try values.encode(isHTTPOnly, forKey: .isHTTPOnly)
        try values.encode(sameSite, forKey: .sameSite)
        try values.encodeIfPresent(creationTime, forKey: .creationTime)
        try values.encodeIfPresent(lastAccessTime, forKey: .lastAccessTime)
    }
}

extension HTTPDate: Codable {
    /// An instant from its seconds since 1970.
    public init(from decoder: any Decoder) throws {
        self.init(secondsSinceEpoch: try decoder.singleValueContainer().decode(Int.self))
    }

    /// Writes the seconds since 1970.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(secondsSinceEpoch)
    }
}
