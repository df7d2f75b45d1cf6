internal import FoundationEssentials

/// The text form of certificates. RFC 7468.
package enum PEMDocument {
    /// The bytes between the first BEGIN and END line; `nil` when they are not Base64.
    package static func der(_ text: some StringProtocol) -> [UInt8]? {
        let lines = text.split(whereSeparator: \.isNewline)
        guard let begin = lines.firstIndex(where: { $0.hasPrefix("-----BEGIN ") }) else { return nil }
        let content = lines[(begin + 1)...].prefix { !$0.hasPrefix("-----END ") }.joined()
        return Data(base64Encoded: content).map(Array.init)
    }
}
