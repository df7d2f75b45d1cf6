import HTTPSemantics
import Testing

@Suite("What Set-Cookie says, RFC 6265bis §5.6")
struct SetCookieTests {
    @Test(
        "Name and value are what stands around the first =, without space at their ends",
        arguments: [
            ("a=b", "a", "b"), (" a\t=\t b c ;x", "a", "b c"), ("a=", "a", ""), ("a==b=", "a", "=b="),
            ("a=\"b c\"", "a", "\"b c\""),
            ("a=\"b;c\"", "a", "\"b"), ("a b=c", "a b", "c"), ("a=b,c=d", "a", "b,c=d"), ("ä=ö\u{301}; Path=/", "ä", "ö\u{301}"),
            ("$Version=1; a=b", "$Version", "1"), ("a=b\tc", "a", "b\tc"),
        ])
    func pairs(field: String, name: String, value: String) throws {
        let cookie = try SetCookie(field)
        #expect(cookie.name == name && cookie.value == value)
    }

    @Test(
        "Without a name, with a control character or with more than 4096 bytes it is none",
        arguments: [
            ("", CookieRefusal.noName), ("a", .noName), ("=b", .noName), (" = b", .noName), (";a=b", .noName), ("==b", .noName),
            ("a=b\u{0}", .controlCharacter), ("a\r=b", .controlCharacter), ("a=b; Path=/\u{7F}", .controlCharacter),
            ("a=b\nSet-Cookie: c=d", .controlCharacter), ("\u{1F}a=b", .controlCharacter),
            ("a=" + String(repeating: "b", count: 4096), .tooLong), (String(repeating: "ä", count: 2048) + "=b", .tooLong),
        ])
    func refused(field: String, refusal: CookieRefusal) {
        #expect(throws: refusal) { try SetCookie(field) }
    }

    @Test("4096 bytes of name and value are not too many, whatever the attributes have") func longest() throws {
        let value = String(repeating: "b", count: 4095)
        #expect(try SetCookie("a=\(value); Path=/\(String(repeating: "c", count: 1023))").value == value)
    }

    @Test("Attributes count in any case, with spaces around them") func attributes() throws {
        let cookie = try SetCookie(
            "a=b; EXPIRES = Sun, 06 Nov 1994 08:49:37 GMT ;max-Age= 60;domain=.Example.COM;\tPath =/x y; secure=no;HTTPONLY; samesite=LAX"
        )
        #expect(cookie.expires == HTTPDate(secondsSinceEpoch: 784_111_777))
        #expect(cookie.maximumAge == 60 && cookie.domain == "example.com" && cookie.path == "/x y")
        #expect(cookie.isSecure && cookie.isHTTPOnly && cookie.sameSite == .lax)
    }

    @Test(
        "Without attributes, and with those that nobody knows, there is nothing",
        arguments: [
            "a=b", "a=b;;; ;x=y;Partitioned", "a=b; \"Secure\"; Secure x; http-only",
            "a=b; Expires=soon; Max-Age=x; Max-Age=-; Max-Age=1.5",
            "a=b; Expires; Max-Age; Domain; Path; SameSite", "a=b; Expires=; Max-Age=; Domain=; Path=; SameSite=",
            "a=b; Domain=.; Path=x",
            "a=b; Path=/" + String(repeating: "c", count: 1024), "a=b; Domain=" + String(repeating: "c", count: 1025),
        ])
    func nothing(field: String) throws {
        #expect(try SetCookie(field) == SetCookie("a=b"))
    }

    @Test(
        "Of several attributes of one name the last that says something counts",
        arguments: [
            ("Max-Age=1; Max-Age=2; Max-Age=x", "Max-Age=2"), ("Path=/a; Path=/b", "Path=/b"), ("Path=/a; Path=", ""),
            ("Domain=a; Domain=b; Domain=", "Domain=b"), ("SameSite=Lax; SameSite=Strict", "SameSite=Strict"),
            ("SameSite=Lax; SameSite=odd", ""), ("Expires=6 Nov 94 8:49:37; Expires=never", "Expires=6 Nov 94 8:49:37"),
        ])
    func last(several: String, one: String) throws {
        #expect(try SetCookie("a=b; " + several) == SetCookie("a=b; " + one))
    }

    @Test(
        "Max-Age takes any number",
        arguments: [
            ("99999999999999999999", Int.max), ("-99999999999999999999", .min), ("-1", -1), ("0", 0), ("007", 7),
        ])
    func maximumAge(text: String, seconds: Int) throws {
        #expect(try SetCookie("a=b; Max-Age=\(text)").maximumAge == seconds)
    }

    @Test("A response's fields are read one by one, and the value is not told") func fields() throws {
        var fields = HTTPFields()
        for value in ["a=secret, b=c", "none", "d=secret; Path=/"] {
            fields.append(try #require(HTTPField(name: .setCookie, value: value)))
        }
        let cookies = fields.setCookies
        #expect(cookies.map(\.name) == ["a", "d"] && cookies[0].value == "secret, b=c")
        var dumped = ""
        dump(cookies, to: &dumped)
        #expect(!"\(cookies) \(String(reflecting: cookies)) \(dumped)".contains("secret"))
    }
}
