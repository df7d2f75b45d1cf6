internal import CCrypto

/// SHA-512/256: SHA-512 from another beginning, cut to half. FIPS 180-4 §5.3.6.2, §6.7.
package enum SHA512_256 {
    /// The digest of some bytes.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        var context = SHA512_CTX()
        var digest = [UInt8](repeating: 0, count: 64)
        _ = unsafe SHA512_Init(&context)
        // OpenSSL has this beginning behind its newer functions only.
        context.h = (
            0x2231_2194_FC2B_F72C, 0x9F55_5FA3_C84C_64C2, 0x2393_B86B_6F53_B151, 0x9638_7719_5940_EABD,
            0x9628_3EE2_A88E_FFE3, 0xBE5E_1E25_5386_3992, 0x2B01_99FC_2C85_B8AA, 0x0EB7_2DDC_81C5_2CA2
        )
        _ = unsafe bytes.withUnsafeBytes { unsafe SHA512_Update(&context, $0.baseAddress, $0.count) }
        _ = unsafe SHA512_Final(&digest, &context)
        return Array(digest.prefix(32))
    }
}
