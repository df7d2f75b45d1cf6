import Testing

@testable import HTTPSemantics

@Suite("multipart/form-data, RFC 7578")
struct MultipartTests {
    @Test("Each encoding has a boundary of its own, of characters that need no quotes") func boundaries() {
        let boundaries = (0..<100).map { _ in MultipartEncoding().boundary }
        #expect(Set(boundaries).count == 100)
        for boundary in boundaries {
            #expect(boundary.count <= 70 && boundary.isToken)
            #expect(boundary.hasPrefix("----"))
        }
        let encoding = MultipartEncoding()
        #expect(encoding.contentType == "multipart/form-data; boundary=\(encoding.boundary)")
    }

    @Test(
        "Names are escaped as forms do",
        arguments: [
            ("plain", "plain", "plain"), ("a b;c=d\\", "a b;c=d\\", "a b;c=d\\"), ("ü日", "ü日", "ü日"), ("50%22", "50%22", "50%22"),
            ("a\"b", "a%22b", "a%22b"), ("a\nb", "a%0D%0Ab", "a%0Ab"), ("a\rb", "a%0D%0Ab", "a%0Db"),
            ("a\r\nb", "a%0D%0Ab", "a%0D%0Ab"), ("a\n\rb", "a%0D%0A%0D%0Ab", "a%0A%0Db"), ("", "", ""),
        ])
    func names(given: String, name: String, fileName: String) {
        let encoding = MultipartEncoding()
        let start = encoding.partStart(name: given, fileName: given, contentType: "text/plain", isFirst: true)
        #expect(
            String(decoding: start, as: UTF8.self)
                == "--\(encoding.boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"\(fileName)\"\r\n"
                + "Content-Type: text/plain\r\n\r\n")
    }

    @Test("Parts are set apart, and an end follows the last") func delimiters() {
        let encoding = MultipartEncoding()
        let line = "--\(encoding.boundary)"
        let second = encoding.partStart(name: "n", fileName: nil, contentType: nil, isFirst: false)
        #expect(String(decoding: second, as: UTF8.self) == "\r\n\(line)\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\n")
        #expect(String(decoding: encoding.end(isEmpty: false), as: UTF8.self) == "\r\n\(line)--\r\n")
        #expect(String(decoding: encoding.end(isEmpty: true), as: UTF8.self) == "\(line)--\r\n")
    }
}

@Suite("Where content ends, RFC 9112 §6.3")
struct ContentFramingTests {
    private func framing(_ lines: [String]) -> ContentFraming {
        var section = FieldSection()
        for line in lines { Array((line + "\r\n").utf8).withUnsafeBytes { section.append(line: $0) } }
        return section.framing
    }

    @Test(
        "By its fields",
        arguments: [
            ([], .untilClose), (["Content-Length: 5"], .length(5)), (["content-length:0"], .length(0)),
            (["Content-Length: 9223372036854775807"], .length(.max)), (["Content-Length: 9223372036854775808"], .invalid),
            (["Content-Length: 5", "Content-Length: 5"], .length(5)), (["Content-Length: 5 ,\t5"], .length(5)),
            (["Content-Length: 5", "Content-Length: 6"], .invalid), (["Content-Length: 5,"], .invalid),
            (["Content-Length: +5"], .invalid), (["Content-Length: 5 5"], .invalid), (["Content-Length:"], .invalid),
            (["Transfer-Encoding: chunked"], .chunked(besideLength: false)),
            (["transfer-encoding: gzip, Chunked "], .chunked(besideLength: false)),
            (["Transfer-Encoding: gzip", "Transfer-Encoding: chunked"], .chunked(besideLength: false)),
            (["Transfer-Encoding: chunked, gzip"], .untilClose),
            (["Content-Length: 5", "Transfer-Encoding: chunked"], .chunked(besideLength: true)),
            (["Transfer-Encoding: chunked", "Content-Length: x"], .chunked(besideLength: true)),
        ] as [([String], ContentFraming)])
    func framing(lines: [String], expected: ContentFraming) {
        #expect(framing(lines) == expected)
    }
}
