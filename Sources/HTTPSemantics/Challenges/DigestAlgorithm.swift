/// What the Digest scheme digests with, and how. RFC 7616 §3.3.
package struct DigestAlgorithm: Hashable, Sendable {
    /// The functions, from the weakest on.
    package enum Function: String, Sendable, CaseIterable {
        case md5 = "MD5"
        case sha256 = "SHA-256"
        /// SHA-512/256 of FIPS 180-4, as erratum 4897 of RFC 7616 has it.
        case sha512Truncated = "SHA-512-256"

        package var strength: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    package let function: Function
    /// Whether a session has a key of its own.
    package let isSession: Bool

    /// The algorithm of a parameter's value, MD5 without one; `nil` for an unknown one.
    package init?(_ name: String?) {
        let name = name ?? "MD5"
        isSession = name.asciiLowercased.hasSuffix("-sess")
        let base = isSession ? name.dropLast(5) : name[...]
        guard let function = Function.allCases.first(where: { $0.rawValue.equalsIgnoringASCIICase(base) }) else { return nil }
        self.function = function
    }
}

/// Digests bytes: this module has no digest functions of its own.
package struct DigestFunctions: Sendable {
    private let digest: @Sendable (DigestAlgorithm.Function, [UInt8]) -> [UInt8]

    package init(_ digest: @escaping @Sendable (DigestAlgorithm.Function, [UInt8]) -> [UInt8]) { self.digest = digest }

    /// The digest in hexadecimal, in lower case as RFC 7616 §3.1.3 has it.
    package func hexadecimal(_ function: DigestAlgorithm.Function, _ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = digest(function, Array(bytes)).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}
