import HTTPSemantics
import Testing

@Suite("Links, RFC 8288")
struct LinkTests {
    private func links(_ lines: String...) -> [Link] {
        Link.list(in: HTTPFields(lines.compactMap { HTTPField(name: .link, value: $0) }))
    }

    @Test(
        "Target and relations",
        arguments: [
            (
                "<http://example.com/TheBook/chapter2>; rel=\"previous\"; title=\"previous chapter\"",
                "http://example.com/TheBook/chapter2", ["previous"]
            ),
            ("</>; rel=\"http://example.net/Foo\"", "/", ["http://example.net/Foo"]),
            (
                "<http://example.org/>; rel=\"start http://example.net/relation/other\"",
                "http://example.org/", ["start", "http://example.net/relation/other"]
            ),
            ("<?page=2>;REL=NEXT", "?page=2", ["next"]), ("< a >", " a ", []), ("<>;rel=next", "", ["next"]),
            ("  ,, <a>;;rel=next", "a", ["next"]), ("<a> ; rel = \"next\tlast\" ; rel=prev", "a", ["next", "last"]),
            ("<a,b;c>; rel=\"next\" x; y", "a,b;c", ["next"]), ("<a>; rel=\"next", "a", ["next"]), ("<a>; rel", "a", []),
            ("<é>; rel=next\u{301}", "é", ["next\u{301}"]),
        ] as [(String, String, [String])])
    func targetsAndRelations(line: String, target: String, relations: [String]) {
        #expect(links(line).map(\.target) == [target])
        #expect(links(line).map(\.relations) == [relations])
    }

    @Test("Several links, in one line and in many, with commas in quotes and without")
    func severalLinks() {
        let links = links("<a>; rel=\"x\"; title=\"a, <b>\", <c>; rel=y,<d>;rel=z", "<e>")
        #expect(links.map(\.target) == ["a", "c", "d", "e"])
        #expect(links[0].title == "a, <b>")
        #expect(links.map(\.relations) == [["x"], ["y"], ["z"], []])
    }

    @Test("Parameters: the first of a name counts, those with a star before others")
    func parameters() {
        let link = links(
            "<a>; anchor=\"#foo\"; title=b; title*=UTF-8'de'n%c3%a4chstes%20Kapitel; hreflang=de; hreflang=en; type; x*=UTF-8''%; (=1"
        )[0]
        #expect(link.anchor == "#foo")
        #expect(link.title == "nächstes Kapitel")
        #expect(link["hreflang"] == "de")
        #expect(link["type"] == "")
        #expect(link["x"] == nil)
        #expect(link.parameters.map(\.name) == ["title", "title*", "hreflang", "hreflang", "type"])
    }

    @Test("What is malformed ends its line", arguments: ["", "a", "<a", "a, <b>", ";rel=next", "\"<a>\""])
    func malformed(line: String) {
        #expect(links(line).isEmpty)
        #expect(links("<x>, " + line, "<y>").map(\.target) == ["x", "y"])
    }
}
