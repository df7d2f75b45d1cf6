import HTTPSemantics
import Retriever
import Testing

@Suite("URLs, WHATWG URL standard")
struct WebURLTests {
    @Test(
        "What may not stand in a URL is encoded as a browser would, what is encoded stays",
        arguments: [
            ("http://h/feed?q=Play some \"Abba\"", "http://h/feed?q=Play%20some%20%22Abba%22"),
            ("http://h/Мост/a b", "http://h/%D0%9C%D0%BE%D1%81%D1%82/a%20b"),
            ("http://h/a%20b%zz?x=%26", "http://h/a%20b%zz?x=%26"),
            ("HTTP://EXAMPLE.org:80/./a/../b", "http://example.org/b"),
            ("https://h:443\\x\\y", "https://h/x/y"),
            (" \n http://h/a\tb ", "http://h/ab"),
            ("http://h", "http://h/"),
            ("http://h?q", "http://h/?q"),
            ("http://h/#a b", "http://h/#a%20b"),
            ("http://bücher.example/", "http://xn--bcher-kva.example/"),
            ("http://0x7f.1/", "http://127.0.0.1/"),
            ("http://[0:0:0:0:0:0:0:1]/", "http://[::1]/"),
            ("http://[::ffff:192.168.0.1]/", "http://[::ffff:c0a8:1]/"),
            ("http://u%40x:p w@h/", "http://u%40x:p%20w@h/"),
            ("web+demo:/.//not-a-host/", "web+demo:/.//not-a-host/"),
            ("data:text/plain,a b", "data:text/plain,a b"),
            ("file:c:\\x\\..\\y", "file:///c:/y"),
        ])
    func parsesToItsCanonicalForm(input: String, expected: String) throws {
        #expect(try WebURL(input).href == expected)
        #expect(try WebURL(expected).href == expected)
    }

    @Test(
        "No URL at all",
        arguments: [
            "", "example.org", "/path", "http://", "http:///?q", "http://a b/", "http://h:99999/", "http://h:8o/", "http://[::1/",
            "http://1.2.3.4.5/", "http://256.0.0.1/", "http://u@/", "http://%00/", "http://a<b/", "//h/", "http://xn--/",
        ])
    func refusesWhatIsNoURL(input: String) {
        #expect(throws: URLParsingError.self) { try WebURL(input) }
    }

    @Test(
        "Relative references, RFC 3986 §5.4",
        arguments: [
            ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
            ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
            ("g#s", "http://a/b/c/g#s"), (";x", "http://a/b/c/;x"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
            ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"),
            ("g.", "http://a/b/c/g."), ("./../g", "http://a/b/g"), ("g;x=1/../y", "http://a/b/c/y"),
        ])
    func resolvesReferences(reference: String, expected: String) throws {
        #expect(try WebURL(reference, base: WebURL("http://a/b/c/d;p?q")).href == expected)
    }

    @Test(
        "International names, UTS 46 without transition",
        arguments: [
            ("BÜCHER.example", "xn--bcher-kva.example"), ("faß.de", "xn--fa-hia.de"), ("XN--FA-HIA.de", "xn--fa-hia.de"),
            ("例え。テスト", "xn--r8jz45g.xn--zckzah"), ("a\u{AD}b", "ab"), ("%C3%BC.de", "xn--tda.de"), ("ｅｘａｍｐｌｅ．org", "example.org"),
            // Symbols
            ("☃.net", "xn--n3h.net"), ("I❤\u{FE0F}.WS", "xn--i-7iq.ws"), ("XN--I-7IQ.ws", "xn--i-7iq.ws"),
            ("%F0%9F%92%A9.la", "xn--ls8h.la"),
            ("👍🏽.x.", "xn--on8h5e.x."), ("☃。bücher.de", "xn--n3h.xn--bcher-kva.de"),
            ("a❤b-1.∞.xn--p1ai", "xn--ab-1-lw4b.xn--59g.xn--p1ai"),
        ])
    func internationalNames(name: String, ascii: String) throws {
        #expect(try WebURL("http://\(name)/").host == ascii)
        #expect(try WebURL("http://\(ascii)/").host == ascii)
    }

    @Test(
        "Names that are none",
        arguments: [
            "xn--", "xn--a", "xn--999999999999", "\u{FFFD}", "☃\u{FFFD}", "☃\u{200D}☃", "☃ü\u{FFFD}", "h\u{60F}",
            "xn--n3h\u{FF1A}", "\u{AD}",
        ])
    func invalidNames(name: String) { #expect(throws: URLParsingError.self) { try WebURL("http://\(name)/") } }

    @Test("Components") func componentsAreRead() throws {
        let url = try WebURL("https://us%20er:p%3Aw@example.org:8443/a/b?x=1#top")
        #expect(url.scheme == "https")
        #expect(url.username == "us%20er")
        #expect(url.password == "p%3Aw")
        #expect(url.host == "example.org")
        #expect(url.port == 8443)
        #expect(url.path == "/a/b")
        #expect(url.query == "x=1")
        #expect(url.fragment == "top")
        #expect(url.authority == "example.org:8443")
        #expect(url.requestHref == "https://example.org:8443/a/b?x=1")
        #expect(url.withoutCredentials.href == "https://example.org:8443/a/b?x=1#top")
        #expect(url.withoutCredentials.fragment == "top")
        #expect(try WebURL("http://h/").effectivePort == 80)
        #expect(try WebURL("http://h:80/").origin == WebURL("HTTP://H/x").origin)
        #expect(try WebURL("http://h/").origin != WebURL("https://h/").origin)
        #expect(try WebURL("http://h:8080/").origin != WebURL("http://h/").origin)
    }

    @Test("Printing a URL shows nothing that could be secret") func descriptionIsSafe() throws {
        let url = try WebURL("https://user:geheim@h/p?token=geheim#geheim")
        #expect("\(url)" == "https://h/p")
        #expect(try "\(WebURL("foo:/.//p?q"))" == "foo:/.//p")
    }

    @Test(
        "Parameters are added to the query there is",
        arguments: [
            ("http://h/", "http://h/?q=Play%20some%20%22Abba%22&a=b%26c%3D%2B%27"),
            ("http://h/?x=1", "http://h/?x=1&q=Play%20some%20%22Abba%22&a=b%26c%3D%2B%27"),
            ("http://h/?", "http://h/?q=Play%20some%20%22Abba%22&a=b%26c%3D%2B%27"),
            ("http://h/p#f", "http://h/p?q=Play%20some%20%22Abba%22&a=b%26c%3D%2B%27#f"),
        ])
    func queryIsAppended(target: String, expected: String) throws {
        let url = try WebURL(target).appending(query: ["q": "Play some \"Abba\"", "a": "b&c=+'"])
        #expect(url.href == expected)
        #expect(url.queryParameters["q"] == "Play some \"Abba\"")
        #expect(url.queryParameters["a"] == "b&c=+'")
        #expect(try WebURL(url.href) == url)
        #expect(url.fragment == (target.hasSuffix("#f") ? "f" : nil))
    }

    @Test("Any bytes are parsed or refused, never a trap") func isTotal() {
        var generator = SystemRandomNumberGenerator()
        let pieces = [
            "http", ":", "/", "//", "\\", "?", "#", "@", "[", "]", "%", "%2e", "..", ".", "C|", "file:", "0x", "é", "\u{0}", " ",
            "1", "a",
        ]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...10, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }
                .joined()
            guard let url = try? WebURL(text) else { continue }
            #expect((try? WebURL(url.href))?.href == url.href, "\(text.debugDescription)")
            _ = (try? WebURL(text, base: url)).map { ($0.path, $0.query, $0.fragment, $0.host, $0.description, $0.requestHref) }
        }
    }
}
