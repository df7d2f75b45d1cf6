import HTTPSemantics
import Testing

@Suite("Cookie files in the format of curl")
struct NetscapeCookieFileTests {
    private func read(_ text: String) -> NetscapeCookieFile { NetscapeCookieFile(octets: Array(text.utf8)) }

    @Test("A line is a cookie") func line() throws {
        let file = read(
            """
            # Netscape HTTP Cookie File
            # a comment\r

            #HttpOnly_.example.com\tTRUE\t/dir\tTRUE\t4102444800\ta\tb c=\tö\r
            www.example.com\tFALSE\t/\tFALSE\t0\tsession\t
            \t
            Example.com\tfalse\t/\tfalse\t\tcut
            ::1\tFALSE\t/\tFALSE\t-1\tsix\t6
            127.0.0.1\tTRUE\t/\tFALSE\t4102444800.75\tfour\t4
            """)
        #expect(file.damagedLines.isEmpty)
        let end = HTTPDate(secondsSinceEpoch: 4_102_444_800)
        #expect(
            file.cookies == [
                try Cookie(
                    name: "a", value: "b c=\tö", domain: "example.com", isHostOnly: false, path: "/dir", expires: end,
                    isSecure: true,
                    isHTTPOnly: true),
                try Cookie(name: "session", value: "", domain: "www.example.com"),
                try Cookie(name: "cut", value: "", domain: "example.com"),
                try Cookie(name: "six", value: "6", domain: "[::1]"),
                try Cookie(name: "four", value: "4", domain: "127.0.0.1", expires: end),
            ])
    }

    @Test("What is written is read again, octet by octet") func writing() throws {
        let cookies = [
            try Cookie(
                name: "a", value: "", domain: "example.com", isHostOnly: false, path: "/x y",
                expires: HTTPDate(secondsSinceEpoch: 5)),
            try Cookie(name: "__Host-b", value: "\"ü v\"", domain: "[::1]", isSecure: true, isHTTPOnly: true),
        ]
        let file = NetscapeCookieFile(cookies: cookies)
        #expect(
            String(decoding: file.octets, as: UTF8.self).hasSuffix(
                "\n\n.example.com\tTRUE\t/x y\tFALSE\t5\ta\t\n#HttpOnly_::1\tFALSE\t/\tTRUE\t0\t__Host-b\t\"ü v\"\n"))
        #expect(NetscapeCookieFile(octets: file.octets) == file)
    }

    @Test("What is no UTF-8 stays as it is") func octets() throws {
        let line = Array("h\tFALSE\t/\tFALSE\t0\tn\t".utf8) + [0xE9, 0x0A]
        let file = NetscapeCookieFile(octets: line)
        #expect(file.cookies.map(\.value) == ["é"] && file.octets.suffix(line.count) == line)
    }

    @Test(
        "A line that holds no cookie is named",
        arguments: [
            "x", "h\tFALSE\t/\tFALSE\t0", "h\tFALSE\t/\tFALSE\tsoon\tn\tv", "h\tmaybe\t/\tFALSE\t0\tn\tv",
            "h\tFALSE\t/\t\t0\tn\tv",
            "\tFALSE\t/\tFALSE\t0\tn\tv", "h\tFALSE\tx\tFALSE\t0\tn\tv", "h\tFALSE\t/\tFALSE\t0\t\tv",
            "h\tFALSE\t/\tFALSE\t1e99\tn\tv",
            "h\tFALSE\t/\tFALSE\tnan\tn\tv", "h\tFALSE\t/\tFALSE\t0\t__Host-n\tv", "{\"cookies\": []}",
            "h\tFALSE\t/\tFALSE\t0\tn\tv\u{0}",
            "h\tFALSE\t/\tFALSE\t0\tn\tv\rh\tFALSE\t/\tFALSE\t0\tn\tv", "#HttpOnly_",
        ])
    func damaged(line: String) throws {
        let good = "h\tFALSE\t/\tFALSE\t0\tn\tv\n"
        let file = read("# x\n" + good + line + "\n" + good)
        #expect(file.damagedLines == [3] && file.cookies.map(\.description) == ["n for h/", "n for h/"])
    }

    @Test("A cookie with a tab has no place in it") func tab() throws {
        let cookies = [
            try Cookie(name: "a\tb", value: "c", domain: "h"), try Cookie(name: "a", value: "b\tc", domain: "h"),
            try Cookie(name: "d", value: "e", domain: "h"),
        ]
        #expect(NetscapeCookieFile(octets: NetscapeCookieFile(cookies: cookies).octets).cookies == [cookies[2]])
    }
}
