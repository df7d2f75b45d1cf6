import CSodium

/// libsodium, initialised once; every door into it goes through `ready`.
enum Sodium {
    /// Whether the library can be used: it cannot without a source of randomness.
    static let ready: Void = {
        precondition(sodium_init() >= 0, "libsodium found no source of randomness")
    }()
}

/// Bytes nobody can guess.
package func randomBytes(_ count: Int) -> [UInt8] {
    Sodium.ready
    var bytes = [UInt8](repeating: 0, count: count)
    unsafe randombytes_buf(&bytes, bytes.count)
    return bytes
}
