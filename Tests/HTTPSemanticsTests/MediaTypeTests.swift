import HTTPSemantics
import Testing

@Suite("Media types, MIME Sniffing standard §4")
struct MediaTypeTests {
    @Test(
        "Read and written",
        arguments: [
            ("text/html", "text/html"), (" \r\n\tTEXT/HTML \t", "text/html"),
            ("text/html ;charset=UTF-8", "text/html;charset=UTF-8"),
            ("text/html;CHARSET=\"utf-8\"", "text/html;charset=utf-8"), ("text/html;a=1;A=2;b=3", "text/html;a=1;b=3"),
            ("text/html; charset =x", "text/html"), ("text/html;charset= x", "text/html;charset=\" x\""), ("x/x;a", "x/x"),
            ("x/x;;;a=b;", "x/x;a=b"), ("x/x;a=", "x/x"), ("x/x;a= \t", "x/x"), ("x/x;a=\"\"", "x/x;a=\"\""), ("x/x;=b", "x/x"),
            ("x/x;a=\"b;c\"", "x/x;a=\"b;c\""), ("x/x;a=\"b\\\"\\\\c\\d\"", "x/x;a=\"b\\\"\\\\cd\""), ("x/x;a=\"b", "x/x;a=b"),
            ("x/x;a=\"b\\", "x/x;a=\"b\\\\\""), ("x/x;a=\"b\"c;d=e", "x/x;a=b;d=e"), ("x/x;a=b\"c", "x/x;a=\"b\\\"c\""),
            ("x/x;a=b c ", "x/x;a=\"b c\""), ("x/x;a=\u{E9}", "x/x;a=\"\u{E9}\""), ("x/x;a=\u{100}", "x/x"),
            ("x/x;a=\u{7F}", "x/x"),
            ("x/x;a\u{E9}=1;b=2", "x/x;b=2"), ("x/x;(=1", "x/x"),
            ("a/b;\u{301}; x=\"\u{301}\"; y=\\;\u{301}z=1", "a/b;y=\"\\\\\""),
            ("!#$%&'*+-.^_`|~/x", "!#$%&'*+-.^_`|~/x"),
        ])
    func readsAndWrites(input: String, expected: String) throws {
        let type = try #require(MediaType(input))
        #expect("\(type)" == expected)
        #expect(MediaType(expected) == type)
    }

    @Test(
        "No media type",
        arguments: [
            "", "text", "text/", "/html", "text/html/x", "te xt/html", "text/ html", "text/(x)", ";a=b", "é/x", "text;a=b/c",
            " / ",
        ])
    func refuses(input: String) { #expect(MediaType(input) == nil) }

    @Test("Parts") func parts() throws {
        let type = try #require(MediaType("Image/SVG+XML; b=2; a=1"))
        #expect(type.essence == "image/svg+xml")
        #expect(type.type == "image")
        #expect(type.subtype == "svg+xml")
        #expect(type.parameters.map(\.name) == ["b", "a"])
        #expect(type.parameters["a"] == "1")
        #expect(type.parameters["c"] == nil)
    }
}
