import PageText
import Retriever
import TestSupport
import Testing

private func page(_ html: String, charset: String? = "utf-8", url: String = "http://example.org/dir/page") throws -> ReadablePage
{
    ReadablePage(html: Array(html.utf8), charset: charset, url: try WebURL(url))
}

@Suite("The text of a page")
struct PageTextTests {
    @Test func blocksAreHeadingsParagraphsItemsAndLinesOfCode() throws {
        let page = try page(
            """
            <!DOCTYPE html><html><head><title> A  page </title><style>p { color: red }</style></head><body>
            <h1>Top</h1><p>One
              two&nbsp;three &amp; <b>four</b>.</p><ul><li>first</li><li>second</li></ul><pre>a  b
            c</pre>plain<br>text<script>alert("no")</script><noscript>no</noscript>
            </body></html>
            """)
        #expect(page.title == "A page")
        #expect(
            page.blocks.map(\.text) == [
                "Top", "One two\u{A0}three & four.", "first", "second", "a  b", "c", "plain", "text",
            ])
        #expect(
            page.blocks.map(\.kind) == [
                .heading, .paragraph, .item, .item, .preformatted, .preformatted, .paragraph, .paragraph,
            ])
    }

    @Test(
        "Links are resolved against the page",
        arguments: [
            ("other", "http://example.org/dir/other"), ("/top?a=b", "http://example.org/top?a=b"), ("//host/x", "http://host/x"),
            ("https://a.example/ö", "https://a.example/%C3%B6"), ("javascript:alert(1)", "javascript:alert(1)"),
            ("http://[", "http://["),
        ])
    func linkIsResolved(reference: String, address: String) throws {
        let page = try page("<p>Go <a href='\(reference)'>there</a> now</p>")
        #expect(page.links == [.init(address: address)])
        #expect(page.blocks == [.init(.paragraph, [.init("Go "), .init("there", link: 1), .init(" now")])])
    }

    @Test func linksToOneAddressShareANumberAndPlacesInThePageHaveNone() throws {
        let page = try page("<a href=x>a</a> <a href=y>b</a> <a href=./x>c</a> <a href='#z'>d</a> <a href=q></a>")
        #expect(page.links.map(\.address) == ["http://example.org/dir/x", "http://example.org/dir/y"])
        #expect(page.blocks.first?.runs.compactMap(\.link) == [1, 2, 1])
        #expect(page.blocks.first?.text == "a b c d")
    }

    @Test func baseElementChangesWhereLinksLead() throws {
        #expect(try page("<base href='/b/'><a href=c>c</a>").links == [.init(address: "http://example.org/b/c")])
    }

    @Test func cellsOfARowAreSetApartAndPicturesAreTheirDescription() throws {
        let page = try page("<table><tr><td>When</td><td>Who</td></tr><tr><td>May</td><td>Ann</td></tr></table><img alt='A cat'>")
        #expect(page.blocks.map(\.text) == ["When · Who", "May · Ann", "A cat"])
        #expect(page.blocks.map(\.kind) == [.row, .row, .paragraph])
    }

    @Test func itemStaysAnItemWhenItHoldsAParagraph() throws {
        let page = try page("<ul><li><p>one</p><p>more</p></li><li></li></ul><p>after</p><h2><div>head</div></h2>")
        #expect(page.blocks.map(\.kind) == [.item, .paragraph, .paragraph, .heading])
        #expect(page.blocks.map(\.text) == ["one", "more", "after", "head"])
    }

    @Test func pageWithoutTitleIsCalledByItsFirstHeading() throws {
        #expect(try page("<p>a</p><h2>Second</h2>").title == "Second")
        #expect(try page("<p>a").title == "")
    }

    @Test(
        "Encodings",
        arguments: [
            ([0x63, 0x61, 0x66, 0xE9], "iso-8859-1", "café"), ([0x63, 0x61, 0x66, 0xC3, 0xA9], "UTF-8", "café"),
            ([0x63, 0x61, 0x66, 0xC3, 0xA9], nil, "café"), ([0x63, 0x61, 0x66, 0xE9], nil, "café"),
            ([0x80, 0x31], "windows-1252", "€1"), ([0x61, 0xFF, 0x62], "utf-8", "a\u{FFFD}b"),
            ([0x61, 0x00, 0x62], "utf-8", "ab"),
            ([0xFF, 0xFE, 0x61, 0x00, 0xE9, 0x00], nil, "aé"), ([0x61, 0x62], "no-such-encoding", "ab"),
        ] as [([UInt8], String?, String)])
    func bytesAreReadInTheirEncoding(bytes: [UInt8], charset: String?, text: String) throws {
        let page = ReadablePage(html: bytes, charset: charset, url: try WebURL("http://a/"))
        #expect(page.blocks.map(\.text).joined().filter { $0 != "\u{FEFF}" } == text)
    }

    @Test func nothingOutsideThePageIsRead() throws {
        let secret = try TemporaryFolder().write("secret", to: "secret")
        let page = try page(
            """
            <!DOCTYPE html [<!ENTITY x SYSTEM "file://\(secret)"><!ENTITY y "yy">]>
            <p>a &x; &y; b</p><iframe src="file://\(secret)"></iframe><object data="file://\(secret)">no</object>
            """)
        #expect(!page.blocks.contains { $0.text.contains("secret") })
    }

    @Test("Deep nesting does not use up the stack", arguments: ["<div>", "<b>", "<ul><li>", "<table><tr><td>", "<a href=x>"])
    func deepNestingIsRead(element: String) throws {
        // libxml2 ends a page at 256 levels; what stands before stays.
        let html = "<p>before</p>" + String(repeating: element, count: 50_000) + "deep"
        #expect(try page(html).blocks.first?.text == "before")
        let levels = String(repeating: element, count: 60) + "deep"
        #expect(try page(levels).blocks.last?.text.hasSuffix("deep") == true)
    }

    @Test func anyBytesMakeAPage() throws {
        var state: UInt64 = 42
        let pieces = [
            "<", ">", "</", "p", "a href=", "'", "\"", "&", "#x0;", "&#1;", "<!--", "-->", "<![CDATA[", "é", "\u{0}", "li", " ",
        ]
        for _ in 0..<2000 {
            var html: [UInt8] = []
            for _ in 0..<40 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                if state >> 60 == 0 {
                    html.append(UInt8(state >> 40 & 0xFF))
                } else {
                    html += pieces[Int(state >> 33) % pieces.count].utf8
                }
            }
            let page = ReadablePage(html: html, url: try WebURL("http://a/"))
            #expect(page.blocks.allSatisfy { !$0.runs.isEmpty })
            #expect(page.blocks.flatMap(\.runs).allSatisfy { $0.link.map { 1...page.links.count ~= $0 } ?? true })
        }
    }

    @Test func emptyPageHasNoBlocks() throws {
        #expect(try page("") == ReadablePage(title: "", blocks: [], links: []))
        #expect(ReadablePage(plainText: Array("a\r\n\nb".utf8)).blocks.map(\.text) == ["a", "b"])
    }
}
