import HTTPSemantics
import Retriever
import Testing

@Suite("data: URLs, fetch standard §6, and forgiving Base64, Infra standard §7")
struct DataURLTests {
    @Test(
        "What a URL carries",
        arguments: [
            ("data:,", "text/plain;charset=US-ASCII", ""), ("data:,a%20b#c", "text/plain;charset=US-ASCII", "a b"),
            ("data:,a?b,c", "text/plain;charset=US-ASCII", "a?b,c"), ("data://host/,x", "text/plain;charset=US-ASCII", "x"),
            ("data:text/html,<p>ü", "text/html", "<p>ü"), ("DATA: TEXT/HTML ;charset=utf-8 ,x", "text/html;charset=utf-8", "x"),
            ("data:;charset=utf-8,x", "text/plain;charset=utf-8", "x"), ("data:x,y", "text/plain;charset=US-ASCII", "y"),
            ("data:;base64,WA", "text/plain;charset=US-ASCII", "X"), ("data:text/css ;  BASE64 ,W A=%3d", "text/css", "X"),
            ("data:text/css;base64;x=y,WA", "text/css;x=y", "WA"), ("data:base64,WA", "text/plain;charset=US-ASCII", "WA"),
            ("data:text/css; base64 x,WA", "text/css", "WA"), ("data:;x=y;base64,WA==", "text/plain;x=y", "X"),
            ("data:text/css;\"base64\",WA", "text/css", "WA"), ("data:image/%6Eo,x", "image/%6eo", "x"),
        ])
    func content(text: String, type: String, content: String) throws {
        let data = try #require(DataURL(try WebURL(text)))
        #expect("\(data.mediaType)" == type)
        #expect(String(decoding: data.content, as: UTF8.self) == content)
    }

    @Test("Any bytes") func bytes() throws {
        #expect(DataURL(try WebURL("data:,%00%FF%zz"))?.content == [0, 255] + Array("%zz".utf8))
        #expect(DataURL(try WebURL("data:;base64,AP8"))?.content == [0, 255])
    }

    @Test(
        "No content",
        arguments: ["data:", "data:text/html", "data:text/html#,x", "data:;base64,A", "data:;base64,%ff", "http://h/,x"])
    func refuses(text: String) throws { #expect(DataURL(try WebURL(text)) == nil) }

    @Test(
        "Base64 that is forgiven",
        arguments: [
            ("", []), ("AA", [0]), ("AA==", [0]), ("A A\t=\n=\u{C}\r", [0]), ("AB", [0]), ("AAA", [0, 0]), ("AAA=", [0, 0]),
            ("AAAA", [0, 0, 0]), ("+/+/", [251, 255, 191]), ("////", [255, 255, 255]), ("azAZ", [107, 48, 25]),
            ("09az", [211, 214, 179]),
        ] as [(String, [UInt8])])
    func forgives(text: String, bytes: [UInt8]) { #expect([UInt8](forgivingBase64: text) == bytes) }

    @Test(
        "Base64 that is not",
        arguments: [
            "A", "AAAAA", "AA=", "AAA==", "AA===", "=", "==", "====", "A=A", "AA-_", "AA\u{A0}", "AA\u{B}", "é", "AA=A", "AAAA=",
        ])
    func refuses(base64: String) { #expect([UInt8](forgivingBase64: base64) == nil) }
}
