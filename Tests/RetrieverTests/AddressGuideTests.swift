import Foundation
import Retriever
import Testing

/// The examples of `Documentation/addresses.md`, compiled and run.
private struct AddressGuide {
    var printed: [String] = []

    mutating func print(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }

    mutating func parsing() throws {
        let page = try WebURL(" HTTPS://Example.org:443/a/../b c?q=ü ")
        print(page.href)  // https://example.org/b%20c?q=%C3%BC
        print(try WebURL("../d#top", base: page).href)  // https://example.org/d#top
        print(try WebURL("http://bücher.example/").href)  // http://xn--bcher-kva.example/
        print(try WebURL("http://0x7f.1/").href)  // http://127.0.0.1/
    }

    mutating func components() throws {
        let url = try WebURL("https://user:secret@example.org:8443/a%20b?x=1&y=2#top")
        print(url.scheme, url.host ?? "", url.port ?? 0, url.effectivePort ?? 0)  // https example.org 8443 8443
        print(url.authority, url.path.percentDecoded())  // example.org:8443 /a b
        print(url.query ?? "", url.fragment ?? "")  // x=1&y=2 top
        print(url)  // https://example.org:8443/a%20b
        print(url.requestHref)  // https://example.org:8443/a%20b?x=1&y=2
        print(url.withoutCredentials.withoutFragment.href)  // https://example.org:8443/a%20b?x=1&y=2
    }

    mutating func comparing() throws {
        let here = try WebURL("http://example.org/")
        print(here == (try WebURL("HTTP://EXAMPLE.ORG:80")))  // true
        print(here.hasSameOrigin(as: try WebURL("http://example.org/other?x")))  // true
        print(here.hasSameOrigin(as: try WebURL("https://example.org/")))  // false
        print(here.origin.serialized, try WebURL("file:///etc/hosts").origin.serialized)  // http://example.org null
    }

    mutating func changing() throws {
        var changed = try WebURL("http://example.org/a?x#top")
        try changed.setScheme("https")
        try changed.setAuthority("example.net:8443")
        try changed.setPath("/über/./uns")
        changed.setQuery("a=b c")
        changed.setFragment(nil)
        print(changed.href)  // https://example.net:8443/%C3%BCber/uns?a=b%20c
        try changed.setPort(nil)
        try changed.setHost("[::1]")
        print(changed.href)  // https://[::1]/%C3%BCber/uns?a=b%20c
    }

    mutating func queries() throws {
        var search = try WebURL("https://example.org/?tag=b&tag=a&page=1")
        print(search.queryParameters["tag"] ?? "", search.queryParameters[values: "tag"].count)  // b 2
        search.queryParameters["page"] = "2"
        search.queryParameters.append(name: "q", value: "a&b ü")
        search.queryParameters.removeAll(named: "tag", value: "b")
        search.queryParameters.sortByName()
        print(search.href)  // https://example.org/?page=2&q=a%26b+%C3%BC&tag=a
        print(try WebURL("http://h/?x").appending(query: ["q": "a b"]).href)  // http://h/?x&q=a%20b
    }

    mutating func hosts() throws {
        for text in ["http://Example.org/", "http://2130706433/", "http://[0:0::1]/", "file:///etc"] {
            switch try WebURL(text).hostKind {
            case .domain(let name): print(name)
            case .ipv4(let address): print(address, address.value)
            case .ipv6(let address): print(address)
            case .opaque, .empty, nil: print("no host of the network")
            }
        }
    }

    mutating func encoding() throws {
        print("a/b?c ü".percentEncoded(), "a/b?c ü".percentEncoded(.path))  // a%2Fb%3Fc%20%C3%BC a/b%3Fc%20%C3%BC
        print("100%25 %zz".percentDecoded())  // 100% %zz
    }

    mutating func foundation() throws {
        let foundation = URL(try WebURL("https://example.org/a%20b|c"))
        print(foundation?.absoluteString ?? "none")  // https://example.org/a%20b%7Cc
        print(try foundation?.webURL().href ?? "none")  // https://example.org/a%20b%7Cc
    }

    mutating func dataURLs() throws {
        let data = DataURL(try WebURL("data:text/css;charset=utf-8;base64,cCB7fQ"))
        print(data?.mediaType.essence ?? "", String(decoding: data?.content ?? [], as: UTF8.self))  // text/css p {}
        print([UInt8](forgivingBase64: "AP 8=") ?? [])  // [0, 255]

        let type = MediaType("Text/HTML; Charset=\"utf-8\"; q=1")
        print(type?.type ?? "", type?.subtype ?? "", type?.parameters["charset"] ?? "")  // text html utf-8
        print(type?.description ?? "")  // text/html;charset=utf-8;q=1
    }
}

@Suite("The guide to addresses")
struct AddressGuideTests {
    private func lines(of text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private func examples() throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let guide = try String(contentsOf: root.appending(path: "Documentation/addresses.md"), encoding: .utf8)
        return guide.components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
    }

    @Test("Its examples are those that are compiled here") func areCompiled() throws {
        let compiled = lines(of: try String(contentsOf: URL(filePath: #filePath), encoding: .utf8))
        let examples = try examples()
        #expect(examples.count == 9)
        for example in examples { #expect(compiled.firstRange(of: lines(of: example)) != nil, "\(example)") }
    }

    @Test("Its examples print what it says they print") func printAsTold() throws {
        var guide = AddressGuide()
        try guide.parsing()
        try guide.components()
        try guide.comparing()
        try guide.changing()
        try guide.queries()
        try guide.encoding()
        try guide.foundation()
        try guide.dataURLs()
        let told = try examples().flatMap { lines(of: $0) }.compactMap { line in
            line.hasPrefix("print(") ? line.firstRange(of: ")  // ").map { String(line[$0.upperBound...]) } : nil
        }
        #expect(told.count > 20)
        #expect(guide.printed == told)
        guide.printed = []
        try guide.hosts()
        #expect(guide.printed == ["example.org", "127.0.0.1 2130706433", "::1", "no host of the network"])
    }
}
