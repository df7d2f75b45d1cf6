import HTTPSemantics
import Retriever
import Testing

@Suite("What is left out where requests are written down")
struct RedactionTests {
    private var showing: Redaction {
        var redaction = Redaction()
        redaction.shownContent = ["*/*"]
        return redaction
    }

    private func shown(_ content: String, _ type: String) -> String? {
        showing.text(of: Array(content.utf8), contentType: type)
    }

    @Test(
        "Fields with secrets, in any case, and nothing else",
        arguments: [
            ("Authorization", true), ("proxy-authorization", true), ("COOKIE", true), ("Set-Cookie", true), ("x-api-key", true),
            ("Authentication-Info", true), ("Accept", false), ("WWW-Authenticate", false), ("Content-Type", false),
        ])
    func fields(name: String, isSecret: Bool) throws {
        let name = try #require(HTTPField.Name(name))
        let field = try #require(HTTPField(name: name, value: "s3cret"))
        #expect(Redaction().value(of: field) == (isSecret ? "[redacted]" : "s3cret"))
        #expect(Redaction(fields: []).value(of: field) == "s3cret")
    }

    @Test(
        "Fields that hold URLs are shown as URLs are",
        arguments: [
            ("/a?code=s3cret&x=1", "/a?code=[redacted]&x=1"), ("https://me:s3cret@h/", "https://h/"),
            ("https:\\\\me:s3cret@h/", "https:\\\\h/"), ("//me:s3cret@h/@x", "//h/@x"), ("https:s3cret@h", "https:h"),
            ("http://a@s3cret@h", "http://h"),
            ("/@me/a@b", "/@me/a@b"), ("a@b", "a@b"), ("/cb#access_token=s3cret&x=1", "/cb#access_token=[redacted]&x=1"),
            ("?token=a?s3cret#token=b#s3cret", "?token=[redacted]#token=[redacted]"),
            ("#/cb?token=s3cret", "#/cb?token=[redacted]"),
            ("", ""), ("?", "?"), ("#", "#"), ("x?y", "x?y"),
        ])
    func addresses(value: String, expected: String) throws {
        for name in [HTTPField.Name.location, .contentLocation, .referer] {
            #expect(Redaction().value(of: try #require(HTTPField(name: name, value: value))) == expected)
        }
    }

    @Test(
        "URLs without user name, password and secret parameters",
        arguments: [
            ("https://me:s3cret@h/a?x=1#f", "https://h/a?x=1"), ("https://h/?key=s3cret", "https://h/?key=[redacted]"),
            ("https://h/?KEY=s3cret&a=b&Api_Key=s3cret=&c", "https://h/?KEY=[redacted]&a=b&Api_Key=[redacted]&c"),
            ("https://h/?%6Bey=s3cret", "https://h/?%6Bey=[redacted]"), ("https://h/?monkey=1", "https://h/?monkey=1"),
            ("https://h/?accessToken=s3cret&access-token=s3cret", "https://h/?accessToken=[redacted]&access-token=[redacted]"),
            ("https://h/?user[password]=s3cret", "https://h/?user[password]=[redacted]"),
            ("https://h/?token", "https://h/?token"),
            ("https://h/?token=", "https://h/?token=[redacted]"), ("https://h/?", "https://h/?"),
            ("https://h/?&&=", "https://h/?&&="),
            ("https://h/?X-Amz-Signature=s3cret", "https://h/?X-Amz-Signature=[redacted]"),
        ])
    func urls(url: String, expected: String) throws {
        #expect(Redaction().text(of: try WebURL(url)) == expected)
    }

    @Test("Content is shown only where its type is allowed and it is text") func types() {
        var redaction = Redaction()
        let text = Array("hello".utf8)
        #expect(redaction.text(of: text, contentType: "text/plain") == nil)
        redaction.shownContent = ["text/*", "Application/JSON"]
        #expect(redaction.text(of: text, contentType: "TEXT/plain; charset=utf-8") == "hello")
        #expect(redaction.text(of: text, contentType: "application/json") == "hello")
        #expect(redaction.text(of: text, contentType: "application/xml") == nil)
        #expect(redaction.text(of: text, contentType: nil) == nil)
        #expect(redaction.text(of: [0xFF], contentType: "text/plain") == nil)
    }

    @Test(
        "Forms",
        arguments: [
            ("user=me&password=s3cret", "user=me&password=[redacted]"), ("password=s3cret=&x", "password=[redacted]&x"),
            // "=" and an accent behind it are one Character, and so are "&" and one.
            ("password=\u{301}s3cret", "password=[redacted]"), ("a=1&\u{301}&password=s3cret", "a=1&\u{301}&password=[redacted]"),
            ("login.password=s3cret", "login.password=[redacted]"),
        ])
    func forms(content: String, expected: String) {
        let type = "application/x-www-form-urlencoded; charset=utf-8"
        let found = shown(content, type)
        #expect(found.map { Array($0.utf8) } == Array(expected.utf8))
    }

    @Test(
        "Members of JSON, whatever their values are",
        arguments: ["application/json", "application/ld+json", "application/x-ndjson"])
    func json(type: String) {
        for (content, expected) in [
            (#"{"user":"me","password":"s3cret"}"#, #"{"user":"me","password":"[redacted]"}"#),
            (#"{"password" : "s3\"cret" , "a":1}"#, #"{"password" : "[redacted]" , "a":1}"#),
            (#"{"a":{"Token":{"x":["s3cret","}"],"y":"s3cret"}},"b":2}"#, #"{"a":{"Token":"[redacted]"},"b":2}"#),
            (#"[{"key":123},{"key":null}]"#, #"[{"key":"[redacted]"},{"key":"[redacted]"}]"#),
            (
                #"{"accessToken":"s3cret","refresh-token":"s3cret"}"#,
                #"{"accessToken":"[redacted]","refresh-token":"[redacted]"}"#
            ),
            (
                #"{"pass\u0077ord":"s3cret","\u0070assword":"s3cret"}"#,
                #"{"pass\u0077ord":"[redacted]","\u0070assword":"[redacted]"}"#
            ),
            (#"{"a":"password","b":"x"}"#, #"{"a":"password","b":"x"}"#), (#"["password","x"]"#, #"["password","x"]"#),
            (#"{"password":"s3cr"#, #"{"password":"[redacted]""#), (#"{"password":[["s3cret""#, #"{"password":"[redacted]""#),
            (#"{"password"#, #"{"password"#), (#"{"password":"#, #"{"password":"[redacted]""#), (#"{"a\"#, #"{"a\"#),
            (#"{"a\u00"#, #"{"a\u00"#), (#"{"ü\\":"\u00fc"}"#, #"{"ü\\":"\u00fc"}"#), ("\"", "\""), ("", ""),
            ("{\"password\":\"\u{301}s3cret\"}", "{\"password\":\"[redacted]\"}"),
        ] {
            #expect(shown(content, type) == expected)
        }
    }
}
