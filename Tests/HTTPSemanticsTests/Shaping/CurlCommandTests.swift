import HTTPSemantics
import Retriever
import Testing

@Suite("Requests as curl commands")
struct CurlCommandTests {
    private var open: Redaction {
        var redaction = Redaction(fields: [], parameters: [])
        redaction.shownContent = ["*/*"]
        return redaction
    }

    private func command(
        _ method: HTTPRequest.Method = .get, _ fields: HTTPFields = [:], url: String = "http://h/", content: String? = nil,
        type: String? = nil
    ) throws -> String {
        HTTPRequest(method: method, url: try WebURL(url), headerFields: fields)
            .curlCommand(content: content.map { Array($0.utf8) }, contentType: type, redaction: open)
    }

    @Test("Methods are said where curl would take another") func methods() throws {
        #expect(try command() == "curl --globoff http://h/")
        #expect(try command(.head) == "curl --head --globoff http://h/")
        #expect(try command(.put) == "curl --request PUT --globoff http://h/")
        #expect(try command(.post) == "curl --request POST --globoff http://h/")
        let form = "application/x-www-form-urlencoded"
        #expect(
            try command(.post, content: "a=b", type: form)
                == "curl --header 'Content-Type: application/x-www-form-urlencoded' --data-raw a=b --globoff http://h/")
        #expect(try command(#require(HTTPRequest.Method("A'B"))) == #"curl --request 'A'\''B' --globoff http://h/"#)
    }

    @Test("Content is what the request says, or nothing that curl makes up") func contentTypes() throws {
        #expect(try command(.post, content: "x", type: "text/plain").contains("--header 'Content-Type: text/plain'"))
        #expect(try command(.post, [.contentType: "a/b"], content: "x", type: "c/d").contains("'Content-Type: a/b'"))
        #expect(try !command(.post, [.contentType: "a/b"], content: "x", type: "c/d").contains("c/d"))
        #expect(try command(.post, content: "x").contains("--header Content-Type: --data-raw '[1 bytes left out]'"))
        #expect(try !command(.post, content: "x", type: "a/b\r\nX: y").contains("X: y"))
        #expect(try command(.post, content: "a\0b", type: "text/plain").contains("'[3 bytes left out]'"))
    }

    @Test("Framing is left to curl, and empty fields are sent") func fields() throws {
        let name = try #require(HTTPField.Name("X-Empty"))
        let command = try command(.post, [.contentLength: "1", .transferEncoding: "chunked", name: ""])
        #expect(command == "curl --request POST --header 'X-Empty;' --globoff http://h/")
    }

    @Test("Secrets are not in it") func secrets() throws {
        let request = HTTPRequest(
            method: .post, url: try WebURL("http://me:s3cret@h/?token=s3cret"),
            headerFields: [.authorization: "Bearer s3cret", .cookie: "a=s3cret"])
        let command = request.curlCommand(content: Array("s3cret".utf8), contentType: "text/plain")
        #expect(!command.contains("s3cret"))
        #expect(command.contains("'Authorization: [redacted]'") && command.contains("[6 bytes left out]"))
    }

    @Test(
        "Words are quoted for the shell",
        arguments: [
            ("", "''"), ("plain-_./:=@%+,1", "plain-_./:=@%+,1"), ("a b", "'a b'"), ("$x", "'$x'"), ("`x`", "'`x`'"),
            ("~", "'~'"),
            ("'", #"''\'''"#), ("a'b'c", #"'a'\''b'\''c'"#), ("a\nb", "'a\nb'"), ("ü", "'ü'"), ("!", "'!'"), ("\\", "'\\'"),
            // An accent behind a quote makes one Character of both, and is a quote to the shell all the same.
            ("'\u{301};x", "''\\''\u{301};x'"),
        ])
    func quoting(text: String, expected: String) { #expect(Array(text.shellQuoted.utf8) == Array(expected.utf8)) }
}
