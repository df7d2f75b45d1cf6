/// Names of parameters and members whose values are secret, compared as people write them: `access_token`, `accessToken`,
/// `Access-Token` and `user[access_token]` are one.
struct SecretNames {
    private let names: Set<String>

    init(_ names: Set<String>) { self.names = Set(names.map { Self.plain($0.utf8) }) }

    /// Whether a name, or a part of one that is made of several, is among them.
    func contains(_ name: some Collection<UInt8>) -> Bool {
        names.contains(Self.plain(name))
            || name.split(whereSeparator: { "[].:/?".utf8.contains($0) }).contains { names.contains(Self.plain($0)) }
    }

    private static func plain(_ name: some Sequence<UInt8>) -> String {
        let ignored: [UInt8] = [UInt8(ascii: "-"), UInt8(ascii: "_")]
        return String(decoding: name.filter { !ignored.contains($0) }.map(\.asciiLowercased), as: UTF8.self)
    }
}
