import Foundation
import FoundationXML
import TestSupport
import Testing

@testable import CatalogService

@Suite("Pages")
struct PageTests {
    @Test(
        "Every page",
        arguments: ["/", "/hero", "/courses/home-baking", "/courses/tango-and-waltz", "/courses/night-sky", "/courses/nothing"])
    func pageIsWholeAndLocked(target: String) async throws {
        let fixture = try await ServiceFixture()
        let response = try await fixture.get(target)
        #expect(response.status == (target.hasSuffix("nothing") ? 404 : 200))
        #expect(response["content-type"] == "text/html; charset=utf-8")
        #expect(response["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:")
        #expect(response["x-content-type-options"] == "nosniff")
        let text = response.text
        #expect(text.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
        for part in ["<meta charset=\"utf-8\">", "name=\"viewport\"", "prefers-color-scheme: dark", "<a href=\"/\">", "</html>"] {
            #expect(text.contains(part))
        }
        #expect(!text.contains("{first}"))
        #expect(!text.contains("<script"))
        // Well-formed as XML once the void elements are closed: every tag has its end, every ampersand is escaped.
        let xml = text.replacing("<!DOCTYPE html>", with: "").replacing(#/<meta [^>]*>/#, with: "")
        let parser = XMLParser(data: Data(xml.utf8))
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        await fixture.stop()
    }

    @Test func everyLinkOfThePagesLeadsSomewhere() async throws {
        let fixture = try await ServiceFixture()
        var waiting = ["/"]
        var seen: Set<String> = []
        while let target = waiting.popLast() {
            guard seen.insert(target).inserted else { continue }
            let response = try await fixture.get(target)
            #expect(response.status == 200, "\(target)")
            if response["content-type"]?.hasPrefix("text/html") == true {
                waiting += response.text.matches(of: #/href="([^"]*)"/#).map { String($0.output.1) }
            }
        }
        #expect(seen.count > 20)
        #expect(seen.contains("/hero"))
        await fixture.stop()
    }

    @Test func titlesAreEscaped() async throws {
        let fixture = try await ServiceFixture()
        let text = try await fixture.get("/courses/tango-and-waltz").text
        #expect(text.contains("<title>Play Some &quot;Tango&quot; &amp; Waltz</title>"))
        #expect(try await fixture.get("/hero").text.contains("<h1>The Legend of Chuck Norris</h1>"))
        let danger: HTML = "<p>\("<b>&\"'")</p>"
        #expect(danger.text == "<p>&lt;b&gt;&amp;&quot;&#39;</p>")
        await fixture.stop()
    }
}
