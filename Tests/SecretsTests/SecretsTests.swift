import Secrets
import Testing

@Suite("Secrets")
struct SecretsTests {
    @Test(
        "RFC 4648 §10, without padding",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
            ("\u{FB}\u{F0}", "w7vDsA"), ("???>>>", "Pz8_Pj4-"),
        ])
    func base64GoesBothWays(plain: String, text: String) {
        #expect(Base64URL.encode(Array(plain.utf8)) == text)
        #expect(Base64URL.decode(text) == Array(plain.utf8))
    }

    @Test("Not base64url", arguments: ["Z", "Zg==", "Zh", "Zm9", "Zm9vY", "Z g", "Pz8/", "Zg\n", "é"])
    func onlyWhatWouldBeWrittenIsRead(text: String) { #expect(Base64URL.decode(text) == nil) }

    @Test func tagsVerifyOnlyWithTheirKeyAndMessage() throws {
        let key = SecretKey()
        let tag = key.tag(of: [1, 2, 3])
        #expect(key.verify(tag, of: [1, 2, 3]))
        #expect(!key.verify(tag, of: [1, 2, 4]))
        #expect(!key.verify(Array(tag.dropLast()), of: [1, 2, 3]))
        #expect(!SecretKey().verify(tag, of: [1, 2, 3]))
        #expect(SecretKey([1, 2, 3]) == nil)
        #expect(randomBytes(16) != randomBytes(16))
    }

    @Test func passwordHashesMatchOnlyTheirPassword() throws {
        let hash = try #require(PasswordHash(of: "pässword"))
        #expect(hash.text.hasPrefix("$argon2id$"))
        #expect(hash.matches("pässword"))
        #expect(!hash.matches("password"))
        #expect(!PasswordHash(text: "").matches(""))
        #expect(try #require(PasswordHash(of: "pässword")) != hash)
    }
}
