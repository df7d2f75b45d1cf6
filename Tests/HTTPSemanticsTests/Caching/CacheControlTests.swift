import HTTPSemantics
import Testing

@Suite("Cache-Control")
struct CacheControlTests {
    @Test(
        "Seconds, RFC 9111 §1.2.2 and §4.2.1",
        arguments: [
            ("max-age=60", 60), ("MAX-AGE=60", 60), ("max-age=\"60\"", 60), ("max-age=007", 7), ("public, max-age=60", 60),
            ("max-age=99999999999999999999", 1 << 31), ("max-age=-1", 0), ("max-age=1.5", 0), ("max-age='60'", 0), ("max-age", 0),
            ("max-age=", 0), ("max-age= 60", 0), ("max-age=60, max-age=9", 60), ("max-age =60", nil),
            ("x=\"max-age=60\"", nil), ("x=\"\\\", max-age=60\"", nil), ("x=\"a,b\", max-age=60", 60), (",, ,max-age=60,", 60),
            ("max-age\u{301}=60", nil), ("", nil),
        ] as [(String, Int?)])
    func seconds(value: String, expected: Int?) { #expect(CacheControl([value]).maxAge == expected) }

    @Test("Directives without seconds") func flags() {
        let control = CacheControl([
            "no-store, Must-Revalidate", "public, immutable, must-understand, proxy-revalidate, only-if-cached",
        ])
        #expect(control.noStore && control.mustRevalidate && control.public && control.immutable)
        #expect(control.mustUnderstand && control.proxyRevalidate && control.onlyIfCached)
        #expect(CacheControl(["unknown, no-storeage, no store"]) == CacheControl())
    }

    @Test("Any staleness, or some", arguments: [("max-stale", Int.max), ("max-stale=5", 5), ("max-stale=x", 0)])
    func maxStale(value: String, expected: Int) { #expect(CacheControl([value]).maxStale == expected) }

    @Test("What is about the response, and what about some of its fields, RFC 9111 §5.2.2.4") func scopes() throws {
        let names = try [#require(HTTPField.Name("A")), #require(HTTPField.Name("B"))]
        #expect(CacheControl(["no-cache=\"a, b\""]).noCache == .fields(names))
        #expect(CacheControl(["no-cache=a", "no-cache=\"b\""]).noCache == .fields(names))
        #expect(CacheControl(["no-cache=a, no-cache"]).noCache == .response)
        #expect(CacheControl(["no-cache, no-cache=a"]).noCache == .response)
        #expect(CacheControl(["private"]).private == .response)
    }
}
