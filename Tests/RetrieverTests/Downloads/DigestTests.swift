import Digests
import Retriever
import TestSupport
import Testing

@Suite("SHA-256, FIPS 180-4")
struct DigestTests {
    @Test(
        "Known digests, in one part and in many",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func knownDigests(text: String, digest: String) throws {
        let bytes = Array(text.utf8)
        #expect(Hexadecimal.encode(SHA256.digest(of: bytes)) == digest)
        var hash = SHA256()
        for byte in bytes { hash.update([byte][...]) }
        #expect(Hexadecimal.encode(hash.finalize()) == digest)
        #expect(try #require(SHA256Digest(digest.uppercased())).description == digest)
        #expect(SHA256Digest(bytes: SHA256.digest(of: bytes)) == SHA256Digest(digest))
    }

    @Test(
        "What is no digest",
        arguments: [
            "", "abc", String(repeating: "g", count: 64), String(repeating: "a", count: 63), String(repeating: "a", count: 66),
        ])
    func malformed(text: String) {
        #expect(SHA256Digest(text) == nil)
    }
}
