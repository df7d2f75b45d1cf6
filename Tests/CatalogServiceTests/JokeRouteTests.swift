import CatalogStore
import Foundation
import TestSupport
import Testing

@testable import CatalogService

@Suite("ICNDB")
struct JokeRouteTests {
    @Test func randomJokeComesInTheEnvelope() async throws {
        let fixture = try await ServiceFixture()
        let response = try await fixture.get("/jokes/random")
        #expect(response.status == 200)
        #expect(response["content-type"] == "application/json; charset=utf-8")
        #expect(response["cache-control"] == "no-store")
        #expect(response.text.hasPrefix(#"{"type":"success","value":{"id":"#))
        #expect((1...155).contains(response.value["id"] as? Int ?? 0))
        #expect(response.value["categories"] is [String])
        await fixture.stop()
    }

    @Test func jokeIsToldAboutTheDefaultHeroOrTheOneAskedFor() async throws {
        let fixture = try await ServiceFixture()
        func text(_ query: String) async throws -> String? { try await fixture.get("/jokes/1\(query)").value["joke"] as? String }
        let rest = "never has to clear the cache. It tidies itself up when it hears footsteps."
        #expect(try await text("") == "Chuck Norris \(rest)")
        #expect(try await text("?firstName=Ada&lastName=Lovelace&unknown=1") == "Ada Lovelace \(rest)")
        #expect(try await text("?firstName=Ada") == "Ada Norris \(rest)")
        #expect(try await text("?firstName=&lastName=Lovelace") == "Lovelace \(rest)")
        #expect(try await text("?firstName=Ada&lastName=") == "Ada \(rest)")
        #expect(try await text("?firstName=%7Blast%7D&lastName=Zo%C3%AB+M") == "{last} Zoë M \(rest)")
        #expect(
            try await text("?firstName=%3Cb%3E&lastName=%22O'Neill%22%26") == "&lt;b&gt; &quot;O&#39;Neill&quot;&amp; \(rest)")
        #expect(
            try await text("?escape=javascript&firstName=%3C/script%3E&lastName=O'N%22%5C") == "<\\/script> O\\'N\\\"\\\\ \(rest)"
        )
        #expect(try await text("?escape=other&firstName=%3C") == "&lt; Norris \(rest)")
        await fixture.stop()
    }

    @Test func nameThatIsTooLongIsRefused() async throws {
        let fixture = try await ServiceFixture()
        let response = try await fixture.get("/jokes/random?lastName=\(String(repeating: "x", count: 129))")
        #expect(response.status == 400)
        #expect(response.problemField == "lastName")
        await fixture.stop()
    }

    @Test(
        "No such joke", arguments: ["9999", "0", "-1", "abc", "1x", "99999999999999999999", "%22%3E", "1.0"])
    func unknownOrMalformedIdentifierIsAnExceptionInTheEnvelope(id: String) async throws {
        let fixture = try await ServiceFixture()
        let response = try await fixture.get("/jokes/\(id)")
        #expect(response.status == 200)
        #expect(response.object["type"] as? String == "NoSuchQuoteException")
        // HTML-encoded as all text: callers put it into pages.
        let name = (id.removingPercentEncoding ?? "").replacing("\"", with: "&quot;").replacing(">", with: "&gt;")
        #expect(response.object["value"] as? String == "No quote with id=\(name).")
        await fixture.stop()
    }

    @Test(
        "Selections",
        arguments: [
            ("", 155), ("limitTo=nerdy", 26), ("limitTo=[nerdy]", 26), ("limitTo=%5Bnerdy%5D", 26), ("exclude=[nerdy]", 129),
            ("limitTo=[nerdy,nothing]", 26), ("limitTo=[nerdy,%20nothing]", 26), ("limitTo=nothing", 0),
            ("limitTo=[nerdy]&exclude=[nerdy]", 0), ("limitTo=[]", 155), ("limitTo=", 155), ("exclude=nothing", 155),
            ("limitTo=%5B%22", 0), ("other=1", 155),
        ])
    func countRespectsTheSelection(query: String, count: Int) async throws {
        let fixture = try await ServiceFixture()
        #expect(try await fixture.get("/jokes/count?\(query)").object["value"] as? Int == count)
        #expect(try await fixture.get("/jokes?\(query)").jokes.count == count)
        #expect(try await fixture.get("/jokes/random/1000?\(query)").jokes.count == count)
        let random = try await fixture.get("/jokes/random?\(query)")
        #expect(random.object["type"] as? String == (count == 0 ? "NoSuchQuoteException" : "success"))
        await fixture.stop()
    }

    @Test func severalRandomJokesAreDifferentOnes() async throws {
        let fixture = try await ServiceFixture()
        let jokes = try await fixture.get("/jokes/random/40?limitTo=[nerdy,space]").jokes
        #expect(jokes.count == 40)
        #expect(Set(jokes.compactMap { $0["id"] as? Int }).count == 40)
        #expect(jokes.allSatisfy { !Set($0["categories"] as? [String] ?? []).isDisjoint(with: ["nerdy", "space"]) })
        #expect(try await fixture.get("/jokes/random/0").jokes.isEmpty)
        for count in ["x", "-1", "1.5", "99999999999999999999"] {
            let response = try await fixture.get("/jokes/random/\(count)")
            #expect(response.status == 400)
            #expect(response.problemField == "count")
        }
        await fixture.stop()
    }

    @Test func builtInContentIsLargeEnoughAndLoadedOnce() async throws {
        let fixture = try await ServiceFixture()
        #expect(
            try await fixture.get("/categories").text
                == #"{"type":"success","value":["animals","kitchen","nerdy","outdoors","school","space"]}"#)
        let jokes = try await fixture.get("/jokes").jokes
        #expect(jokes.count >= 120)
        #expect(jokes.allSatisfy { ($0["joke"] as? String)?.contains("{") == false })
        await fixture.stop()
        let again = try await CatalogFile.open(fixture.folder.file("catalog.sqlite"))
        #expect(again.jokeCount(in: .all) == jokes.count)
        await again.close()
    }

    @Test(
        "Callbacks",
        arguments: [
            "f", "_", "$", "jQuery123_456", "a.b.c", "$.each", "angular.callbacks._0", String(repeating: "a", count: 128),
        ])
    func callbackIsCalledWithTheAnswer(name: String) async throws {
        let fixture = try await ServiceFixture()
        let response = try await fixture.get("/jokes/1?callback=\(name)")
        let plain = try await fixture.get("/jokes/1")
        #expect(response["content-type"] == "application/javascript; charset=utf-8")
        #expect(response["x-content-type-options"] == "nosniff")
        #expect(response.text == "/**/\(name)(\(plain.text));")
        await fixture.stop()
    }

    @Test(
        "Callbacks that are code",
        arguments: [
            "", "1a", "a-b", "alert(1)", "a;b", "a.b.", ".a", "a..b", "a[0]", "%3Cscript%3E", "a%0Ab", "%C3%A9", "a b", "a.1",
            String(repeating: "a", count: 129),
        ])
    func callbackThatIsNoNameIsRefused(name: String) async throws {
        let fixture = try await ServiceFixture()
        for path in ["/jokes/random", "/jokes/random/2", "/jokes/count", "/jokes", "/categories", "/jokes/1"] {
            let response = try await fixture.get("\(path)?callback=\(name.replacing(" ", with: "%20"))")
            #expect(response.status == 400)
            #expect(response["content-type"] == "application/problem+json; charset=utf-8")
            #expect(response.problemField == "callback")
        }
        await fixture.stop()
    }

    @Test(
        "Escaping for HTML",
        arguments: [
            ("a & b", "a &amp; b"), ("<i>", "&lt;i&gt;"), ("\"'", "&quot;&#39;"), ("&amp;", "&amp;amp;"),
            ("é\u{2028}", "é\u{2028}"),
            ("", ""),
        ])
    func htmlEscaping(plain: String, escaped: String) { #expect(TextEscaping.html.escape(plain) == escaped) }

    @Test(
        "Escaping for JavaScript",
        arguments: [
            (#"say "hi""#, #"say \"hi\""#), ("it's", #"it\'s"#), (#"a\b"#, #"a\\b"#), ("</script>", #"<\/script>"#),
            ("<!--", #"<\!--"#), ("a/b", "a/b"), ("\n\r\t", #"\n\r\t"#), ("<", "<"), ("é", "é"),
        ])
    func javaScriptEscaping(plain: String, escaped: String) { #expect(TextEscaping.javaScript.escape(plain) == escaped) }

    @Test(
        "JSON strings",
        arguments: [
            ("a\"b\\c", #""a\"b\\c""#), ("\u{0}\u{1F}\n", #""\u0000\u001f\n""#), ("\u{2028}\u{2029}", #""\u2028\u2029""#),
            ("é😀", "\"é😀\""), ("\u{2027}", "\"\u{2027}\""),
        ])
    func jsonStrings(plain: String, json: String) {
        var output: [UInt8] = []
        ICNDBText.appendString(plain, to: &output)
        #expect(String(decoding: output, as: UTF8.self) == json)
    }
}
