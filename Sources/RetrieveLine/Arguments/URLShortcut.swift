/// Addresses as people type them.
enum URLShortcut {
    /// The whole address: `:8080/x` is `http://localhost:8080/x`, `:/x` is `http://localhost/x`, and without a scheme it is http.
    static func expand(_ address: String) -> String {
        if address.hasPrefix("://") { return "http" + address }
        if hasScheme(address) { return address }
        guard address.hasPrefix(":"), !address.hasPrefix("::") else { return "http://" + address }
        let rest = address.dropFirst()
        // Only a port may follow the colon; anything else is what stands after the host.
        return rest.first?.isNumber == true ? "http://localhost:" + rest : "http://localhost" + rest
    }

    /// An address without what stands before the “@” of its host, which may be a password: for messages about addresses that are none.
    static func withoutUser(_ address: String) -> String {
        let start = address.firstRange(of: "://")?.upperBound ?? address.startIndex
        let end = address[start...].firstIndex { "/?#".contains($0) } ?? address.endIndex
        guard let mark = address[start..<end].lastIndex(of: "@") else { return address }
        return address[..<start] + "…" + address[mark...]
    }

    private static func hasScheme(_ address: String) -> Bool {
        guard let end = address.firstRange(of: "://")?.lowerBound else { return false }
        return address[..<end].utf8.allSatisfy { byte in
            0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20 || "+-.".utf8.contains(byte)
        }
    }
}
