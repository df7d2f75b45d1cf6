internal import CPSL

/// The names under which anybody can register one, such as `com`, `co.uk` and `github.io`: no cookie may be for all below them.
/// As libpsl knows them, from the system's list of public suffixes or its own, whichever is newer.
package enum PublicSuffixes {
    /// Only read once it is there, which libpsl allows from any thread.
    nonisolated(unsafe) private static let list = unsafe psl_latest(nil) ?? psl_builtin()

    /// Whether a domain in ASCII and lower case is a public suffix. One label alone always is, whether the list has it or not.
    package static func contains(_ domain: String) -> Bool {
        unsafe psl_is_public_suffix(list, domain) != 0
    }

    /// The part of a domain that somebody has registered: a public suffix and one label more; `nil` when there is no such part.
    /// International names are in ASCII or in Unicode.
    package static func registrableDomain(of domain: String) -> String? {
        // libpsl would cut it at a NUL, and overlooks a dot at the start.
        guard !domain.utf8.contains(0), domain.utf8.first != UInt8(ascii: ".") else { return nil }
        var lowercased: UnsafeMutablePointer<CChar>?
        guard unsafe psl_str_to_utf8lower(domain, "utf-8", nil, &lowercased) == PSL_SUCCESS, let lowercased = unsafe lowercased
        else { return nil }
        defer { unsafe psl_free_string(lowercased) }
        return unsafe psl_registrable_domain(list, lowercased).map { unsafe String(cString: $0) }
    }
}
