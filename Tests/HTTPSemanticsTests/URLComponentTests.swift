import HTTPSemantics
import Retriever
import Testing

@Suite("Changing components of a URL, WHATWG URL standard §6.1")
struct URLComponentTests {
    /// What a setter makes of a URL; refused values leave it as it was.
    private func changing(_ text: String, _ change: (inout WebURL) throws -> Void) throws -> String {
        var url = try WebURL(text)
        let before = url
        do {
            try change(&url)
        } catch is URLParsingError {
            #expect(url == before)
        }
        #expect(try WebURL(url.href) == url)
        return url.href
    }

    @Test(
        "Scheme: only for another of its kind",
        arguments: [
            ("http://h/", "https", "https://h/"), ("http://h/", "HTTPS:x/y", "https://h/"),
            ("http://h:443/", "https", "https://h/"),
            ("http://h/", "h\tttp\ns", "https://h/"), ("http://h/", "mailto", "http://h/"), ("foo://h/", "http", "foo://h/"),
            ("foo:bar", "x+y-z.1", "x+y-z.1:bar"), ("http://h/", "0", "http://h/"), ("http://h/", "", "http://h/"),
            ("http://h/", "é", "http://h/"), ("http://u@h/", "file", "http://u@h/"), ("http://h:81/", "file", "http://h:81/"),
            ("http://h/p", "file", "file://h/p"), ("file:///p", "http", "file:///p"), ("file://h/p", "ws", "ws://h/p"),
        ])
    func scheme(text: String, value: String, expected: String) throws {
        #expect(try changing(text) { try $0.setScheme(value) } == expected)
    }

    @Test(
        "User name and password: encoded whole, where there is a host",
        arguments: [
            ("http://h/", "http://a%20b%40:%3A%2F@h/"), ("http://x:y@h:8/p?q#f", "http://a%20b%40:%3A%2F@h:8/p?q#f"),
            ("foo://h", "foo://a%20b%40:%3A%2F@h"), ("file://h/", "file://h/"), ("foo:///p", "foo:///p"), ("foo:bar", "foo:bar"),
        ])
    func credentials(text: String, expected: String) throws {
        #expect(
            try changing(text) {
                try $0.setUsername("a b@")
                try $0.setPassword(":/")
            } == expected)
        #expect(
            try changing(expected) {
                try $0.setPassword("")
                try $0.setUsername("")
            } == WebURL(expected).withoutCredentials.href)
    }

    @Test(
        "Host with port, the web's host",
        arguments: [
            ("http://h/p", "x.org", "http://x.org/p"), ("http://h:81/", "x.org", "http://x.org:81/"),
            ("http://h/", "x.org:82", "http://x.org:82/"), ("http://h:81/", "x.org:80", "http://x.org/"),
            ("http://h:81/", "x.org:", "http://x.org:81/"), ("http://h:81/", "x.org:y", "http://x.org:81/"),
            ("http://h:81/", "x.org:65536", "http://x.org:81/"), ("http://h/", "x.org:8z", "http://x.org:8/"),
            ("http://h/", "x.org/a:1", "http://x.org/"), ("http://h/", "x.org?a:1", "http://x.org/"),
            ("http://h/", "x.org\\a", "http://x.org/"), ("http://h/", "[::1]:2", "http://[::1]:2/"),
            ("http://h/", "BÜCHER.example", "http://xn--bcher-kva.example/"), ("http://h/", "0x7f.1", "http://127.0.0.1/"),
            ("http://h/", "", "http://h/"), ("http://h/", ":80", "http://h/"), ("http://h/", "a b", "http://h/"),
            ("http://h/", "u@x", "http://h/"), ("file:///p", "x.org", "file://x.org/p"), ("file:///p", "x:1", "file:///p"),
            ("file://h/p", "localhost", "file:///p"), ("foo:/p", "x", "foo://x/p"), ("foo:/.//p", "x", "foo://x//p"),
            ("foo://h/p", "", "foo:///p"), ("foo://u@h/p", "", "foo://u@h/p"), ("foo://h:1/p", "", "foo://h:1/p"),
            ("foo://h/p", "é", "foo://%C3%A9/p"), ("foo:bar", "x", "foo:bar"),
        ])
    func authority(text: String, value: String, expected: String) throws {
        #expect(try changing(text) { try $0.setAuthority(value) } == expected)
    }

    @Test("Host without port, the web's hostname") func host() throws {
        #expect(try changing("http://h:81/") { try $0.setHost("x.org") } == "http://x.org:81/")
        #expect(try changing("http://h:81/") { try $0.setHost("x.org:82") } == "http://h:81/")
        #expect(try changing("http://h/") { try $0.setHost("x/y:1") } == "http://x/")
        #expect(try changing("foo:/.//p") { try $0.setHost("") } == "foo:////p")
    }

    @Test(
        "Port: the digits in front",
        arguments: [
            ("http://h/", "8080", "http://h:8080/"), ("http://h:1/", "", "http://h/"), ("http://h:1/", "80", "http://h/"),
            ("http://h/", "8080x9", "http://h:8080/"), ("http://h/", "\t80\n80", "http://h:8080/"),
            ("http://h:1/", "x", "http://h:1/"), ("http://h:1/", "\t", "http://h:1/"), ("http://h:1/", "65536", "http://h:1/"),
            ("http://h/", "00065535", "http://h:65535/"), ("file:///", "1", "file:///"), ("foo:bar", "1", "foo:bar"),
        ])
    func port(text: String, value: String, expected: String) throws {
        #expect(try changing(text) { try $0.setPort(value) } == expected)
    }

    @Test("Port as a number") func portNumber() throws {
        #expect(try changing("http://h/") { try $0.setPort(8080) } == "http://h:8080/")
        #expect(try changing("https://h:1/") { try $0.setPort(443) } == "https://h/")
        #expect(try changing("https://h:1/") { try $0.setPort(nil) } == "https://h/")
        #expect(throws: URLParsingError.self) {
            var url = try WebURL("file:///")
            try url.setPort(1)
        }
    }

    @Test(
        "Path",
        arguments: [
            ("http://h/a?q#f", "b/../c d", "http://h/c%20d?q#f"), ("http://h/a", "", "http://h/"),
            ("http://h/a", "?#", "http://h/%3F%23"),
            ("http://h/a", "\\x\\%2e\\y", "http://h/x/y"), ("foo://h/a", "", "foo://h"), ("foo:/a", "", "foo:/"),
            ("foo:/a", "//b", "foo:/.//b"), ("foo:/.//a", "b", "foo:/b"), ("foo:/a", "\\", "foo:/\\"),
            ("foo:bar", "/x", "foo:bar"),
            ("file:///a", "C|/../x", "file:///C:/x"), ("http://h/", "//", "http://h//"), ("http://h/", "a\tb", "http://h/ab"),
        ])
    func path(text: String, value: String, expected: String) throws {
        #expect(try changing(text) { try $0.setPath(value) } == expected)
    }

    @Test(
        "Query",
        arguments: [
            (nil, ""), ("", ""), ("?", "?"), ("??a b'", "??a%20b%27"), ("#", "?%23"), ("a\nb", "?ab"), ("\n", "?"),
        ] as [(String?, String)])
    func query(value: String?, expected: String) throws {
        #expect(try changing("http://h/p?x#f") { $0.setQuery(value) } == "http://h/p\(expected)#f")
    }

    @Test(
        "Fragment",
        arguments: [(nil, ""), ("", ""), ("#", "#"), ("##a b`", "##a%20b%60"), ("?x", "#?x"), ("é", "#%C3%A9")]
            as [(String?, String)])
    func fragment(value: String?, expected: String) throws {
        #expect(try changing("data:x y#f") { $0.setFragment(value) } == "data:x y\(expected)")
    }

    @Test("A last space of an opaque path stays when what follows goes") func opaquePathKeepsItsSpace() throws {
        #expect(try changing("data:x  ?q#f") { $0.setQuery(nil) } == "data:x %20#f")
        #expect(
            try changing("data:x  ?q#f") {
                $0.setQuery(nil)
                $0.setFragment(nil)
            } == "data:x %20")
    }

    @Test(
        "Kinds of hosts",
        arguments: [
            ("http://a.b/", .domain("a.b")), ("http://0x7f000001/", .ipv4(IPv4Address(0x7F00_0001))),
            ("http://[0::1:2]/", .ipv6(IPv6Address(0x1_0002))), ("foo://a%20b/", .opaque("a%20b")),
            ("foo://1.2.3.4/", .opaque("1.2.3.4")),
            ("foo://[1::]/", .ipv6(IPv6Address(1 << 112))), ("file:///", .empty), ("foo:bar", nil),
        ] as [(String, WebURL.Host?)])
    func hostKinds(text: String, kind: WebURL.Host?) throws {
        #expect(try WebURL(text).hostKind == kind)
    }

    @Test(
        "IPv6 addresses, written as in RFC 5952",
        arguments: [
            ("::", "::"), ("1::", "1::"), ("::1", "::1"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
            ("1:0:0:2:0:0:0:3", "1:0:0:2::3"),
            ("0:0:1::", "0:0:1::"), ("1::2:0:0:3", "1::2:0:0:3"), ("ABCD::EF01", "abcd::ef01"), ("::1.2.3.4", "::102:304"),
            ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"), ("0:1:2:3:4:5:6:7", "0:1:2:3:4:5:6:7"),
            ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
        ])
    func ipv6(text: String, canonical: String) {
        #expect(IPv6Address(text)?.description == canonical)
    }

    @Test(
        "No IPv6 addresses",
        arguments: [
            "", ":", ":::", "1", "1:", ":1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "12345::", "g::", "::1.2.3",
            "::1.2.3.4.5",
            "::1.2.3.256", "::01.2.3.4", "1:2:3:4:5:6:7:1.2.3.4", "1:2:3:4:5:6:7::8", "::1.2.3.4:5", "::.1.2.3",
            "1:2:3:4:5:6:7:8::",
        ])
    func noIPv6(text: String) { #expect(IPv6Address(text) == nil) }

    @Test(
        "Origins",
        arguments: [
            ("HTTP://H:80/p?q", "http://h"), ("https://u:p@h:8443/", "https://h:8443"), ("ftp://h/", "ftp://h"),
            ("file:///p", "null"),
            ("data:,x", "null"), ("foo://h/", "null"), ("blob:https://h:1/id", "https://h:1"), ("blob:foo:bar", "null"),
            ("blob:file:///p", "null"), ("blob:blob:http://h/", "null"),
        ])
    func origins(text: String, serialized: String) throws {
        let url = try WebURL(text)
        #expect(url.origin.serialized == serialized)
        #expect(url.origin.isOpaque == (serialized == "null"))
        #expect(url.hasSameOrigin(as: url) == (serialized != "null"))
    }

    @Test("The URL without its fragment") func withoutFragment() throws {
        #expect(try WebURL("http://u:p@h/p?q#f").withoutFragment.href == "http://u:p@h/p?q")
        #expect(try WebURL("http://h/?#").withoutFragment.href == "http://h/?")
        #expect(try WebURL("http://h/#").withoutFragment == WebURL("http://h/"))
    }
}
