import HTTPSemantics
import HTTPServer
import TestSupport
import Testing

@Suite("Routing")
struct RoutingTests {
    @Test(
        "Paths",
        arguments: [
            ("/", "root"), ("/items", "items "), ("/items?a=1&b=%20", "items a=1&b=%20"), ("/items?", "items "),
            ("/items/special", "special"), ("/items/%73pecial", "special"), ("/items/7", "item 7"),
            ("/items/a%2Fb%20c", "item a/b c"), ("/items/%zz", "item %zz"), ("/items/%FF", "item \u{FFFD}"),
            ("/items/1/part/x", "1 x"), ("http://example.org/items/3?q", "item 3"), ("http://example.org", "root"),
            ("/items/7?x=/y?z", "item 7"),
        ])
    func pathFindsItsRoute(target: String, answer: String) async throws {
        let fixture = try ServerFixture()
        let response = try await rawRequest(fixture.port, target)
        #expect(response.status == 200)
        #expect(response.text == answer)
        await fixture.server.stop()
    }

    @Test("Nothing there", arguments: ["/nothing", "/items/", "/items/1/", "//", "/items/1/part", "*", "/%00", "/items%2F7"])
    func unknownPathIs404(target: String) async throws {
        let fixture = try ServerFixture()
        #expect(try await rawRequest(fixture.port, target).status == 404)
        await fixture.server.stop()
    }

    @Test(
        "Methods",
        arguments: [
            ("PUT", "/items", "GET, HEAD, POST, OPTIONS"), ("DELETE", "/items/7", "GET, HEAD, OPTIONS"),
            ("GET", "/later", "POST, OPTIONS"), ("HEAD", "/later", "POST, OPTIONS"), ("BREW", "/", "GET, HEAD, OPTIONS"),
            ("get", "/", "GET, HEAD, OPTIONS"),
        ])
    func methodThatIsNotThereIs405WithAllow(method: String, target: String, allow: String) async throws {
        let fixture = try ServerFixture()
        let response = try await rawRequest(fixture.port, method, target)
        #expect(response.status == 405)
        #expect(response["allow"] == allow)
        await fixture.server.stop()
    }

    @Test func optionsSaysWhatIsAllowed() async throws {
        let fixture = try ServerFixture()
        let response = try await rawRequest(fixture.port, "OPTIONS", "/items")
        #expect(response.status == 204)
        #expect(response["allow"] == "GET, HEAD, POST, OPTIONS")
        await fixture.server.stop()
    }

    @Test func headHasTheFieldsOfGetAndNoContent() async throws {
        let fixture = try ServerFixture()
        let connection = try RawConnection(port: fixture.port)
        connection.send("GET /items?x HTTP/1.1\r\nHost: a\r\n\r\n")
        let get = try await connection.response()
        connection.send("HEAD /items?x HTTP/1.1\r\nHost: a\r\n\r\n")
        let head = try await connection.response(isHead: true)
        #expect(
            head.fields.filter { $0.name != "date" }.map { "\($0)" } == get.fields.filter { $0.name != "date" }.map { "\($0)" })
        #expect(head["content-length"] == "7")
        #expect(head["date"] != nil)
        // The next response follows at once: HEAD sent no content.
        connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try await connection.response().text == "root")
        await fixture.server.stop()
    }

    @Test func handlerGetsTheFieldsItAskedForAndNoOthers() async throws {
        let fixture = try ServerFixture()
        let response = try await rawRequest(fixture.port, "GET", "/agent", ["uSER-aGENT: me", "Cookie: a=b; c=d", "X-Other: 1"])
        #expect(response.text == "user-agent=me|cookie=a=b; c=d")
        #expect(try await rawRequest(fixture.port, "/address").text == "127.0.0.1")
        await fixture.server.stop()
    }
}
