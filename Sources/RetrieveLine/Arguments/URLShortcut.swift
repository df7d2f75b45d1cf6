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

    private static func hasScheme(_ address: String) -> Bool {
        guard let end = address.firstRange(of: "://")?.lowerBound else { return false }
        return address[..<end].utf8.allSatisfy { byte in
            0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20 || "+-.".utf8.contains(byte)
        }
    }
}
