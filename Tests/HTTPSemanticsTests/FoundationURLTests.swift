import Foundation
import Retriever
import Testing

@Suite("WebURL and Foundation's URL")
struct FoundationURLTests {
    @Test(
        "To Foundation and back it is the same URL",
        arguments: [
            "http://h/", "https://u:p@h:8443/a%20b/c?d=e%26&f=%C3%BC#g", "http://xn--bcher-kva.example/", "http://[::1]:8080/x",
            "http://127.0.0.1/", "http://a_b.example./", "file:///etc/passwd", "file://server/share", "mailto:a@b?subject=c",
            "data:text/plain,a%20b", "foo:/.//x", "foo://h", "foo://h%20i:1/x", "http://h/a'(b)*+,;=:@~?/?#/?", "http://h//a//b",
            "http://:p@h/", "http://u@h/?#",
        ])
    func survives(text: String) throws {
        let url = try WebURL(text)
        #expect(url.href == text)
        let foundation = try #require(URL(url))
        #expect(foundation.absoluteString == text)
        #expect(try foundation.webURL() == url)
    }

    @Test(
        "What RFC 3986 does not know is encoded, once",
        arguments: [
            ("http://h/a%20b|c^", "http://h/a%20b%7Cc%5E"),
            ("http://h/[x]?{y}|`%zz%4", "http://h/%5Bx%5D?%7By%7D%7C%60%25zz%254"),
            ("http://h/#a#b", "http://h/#a%23b"), ("data:a b%20|#x", "data:a%20b%20%7C#x"), ("foo://h/\\", "foo://h/%5C"),
            ("http://u%:p%@h/%", "http://u%25:p%25@h/%25"),
        ])
    func encodes(text: String, encoded: String) throws {
        let url = try WebURL(text)
        #expect(url.strictlyEncoded.href == encoded)
        #expect(URL(url)?.absoluteString == encoded)
        #expect(URL(url.strictlyEncoded) == URL(url))
    }

    @Test("What Foundation reads otherwise has no counterpart there", arguments: ["http://a{b}/", "http://a\"b/", "foo://a{b/"])
    func refusesToConvert(text: String) throws { #expect(URL(try WebURL(text)) == nil) }

    @Test(
        "From Foundation, in the canonical form of the web",
        arguments: [
            ("HTTP://EXAMPLE.org:80/./a/../b", "http://example.org/b"), ("http://0x7f.1/", "http://127.0.0.1/"),
            ("http://b%C3%BCcher.example/", "http://xn--bcher-kva.example/"), ("http://[0:0::1]:080/", "http://[::1]/"),
            ("file://localhost/x", "file:///x"), ("FOO://H/", "foo://H/"), ("http://a%5C@b/", "http://a%5C@b/"),
            ("mailto:a", "mailto:a"),
            ("https://h:/", "https://h/"),
        ])
    func converts(text: String, canonical: String) throws {
        #expect(try #require(URL(string: text)).webURL().href == canonical)
    }

    @Test("Relative ones are resolved") func resolves() throws {
        let url = try #require(URL(string: "c?d", relativeTo: URL(string: "http://h/a/b")))
        #expect(try url.webURL().href == "http://h/a/c?d")
    }

    @Test(
        "No request goes where Foundation does not see it going",
        arguments: [
            "http:h/x", "http:/h/x", "http:///h/x", "https:////h/x", "http://h:99999/", "c?d", "http://[::1%25lo]/",
            "http://a%00/",
        ])
    func refusesToConvertBack(text: String) throws {
        let url = try #require(URL(string: text))
        #expect(throws: URLParsingError.self) { try url.webURL() }
    }
}
