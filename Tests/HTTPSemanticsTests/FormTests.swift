import HTTPSemantics
import Retriever
import Testing

@Suite("application/x-www-form-urlencoded, WHATWG URL standard §5")
struct FormTests {
    @Test(
        "Every character survives",
        arguments: [
            (FormParameters(["name": "Martin", "age": "29"]), "age=29&name=Martin"),
            (["a b": "c+d"], "a+b=c%2Bd"),
            (["k": "&=%"], "k=%26%3D%25"),
            (["k": "ü€😀"], "k=%C3%BC%E2%82%AC%F0%9F%98%80"),
            (["empty": ""], "empty="),
            (["": "v"], "=v"),
            (["x": "1", "x": "2", "a": "3"], "x=1&x=2&a=3"),
            (["k": "*-._~!'()"], "k=*-._%7E%21%27%28%29"),
            (["k": "a\r\nb"], "k=a%0D%0Ab"),
            ([:], ""),
        ] as [(FormParameters, String)])
    func encodesAndDecodes(parameters: FormParameters, encoded: String) {
        #expect(parameters.urlEncoded == encoded)
        #expect(FormParameters(urlEncoded: encoded) == parameters)
    }

    @Test(
        "Anything decodes",
        arguments: [
            ("a", ["a": ""]), ("a=b=c", ["a": "b=c"]), ("&&a=1&", ["a": "1"]), ("%zz=%4", ["%zz": "%4"]),
            ("a=%FF", ["a": "\u{FFFD}"]),
        ] as [(String, FormParameters)])
    func decodesLeniently(encoded: String, parameters: FormParameters) {
        #expect(FormParameters(urlEncoded: encoded) == parameters)
    }

    @Test("Percent-encoding and back", arguments: ["Play some \"Abba\"", "100%", "a/b?c=d&e", "Мост", "\u{0}\u{7F}"])
    func percentEncodingIsUndone(text: String) {
        #expect(text.percentEncoded().percentDecoded() == text)
        #expect(text.percentEncoded().utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    }

    @Test("An ordered list in which names may occur again") func editing() {
        var parameters: FormParameters = ["a": "1", "b": "2", "a": "3", "c": "4", "a": "5"]
        #expect(parameters["a"] == "1")
        #expect(parameters[values: "a"] == ["1", "3", "5"])
        #expect(parameters.contains(name: "c"))
        #expect(!parameters.contains(name: "C"))
        #expect(parameters.contains(name: "a", value: "3"))
        #expect(!parameters.contains(name: "b", value: "3"))
        parameters.removeAll(named: "a", value: "3")
        #expect(parameters.urlEncoded == "a=1&b=2&c=4&a=5")
        parameters["a"] = "x y"
        #expect(parameters.urlEncoded == "a=x+y&b=2&c=4")
        parameters["d"] = "6"
        parameters["b"] = nil
        parameters.removeAll(named: "nothing")
        parameters.append(name: "a", value: "")
        #expect(parameters.urlEncoded == "a=x+y&c=4&d=6&a=")
    }

    @Test("Names that look alike are not the same") func namesAreBytes() {
        let parameters: FormParameters = ["\u{E9}": "1"]
        #expect(parameters["e\u{301}"] == nil)
        #expect(parameters["\u{E9}"] == "1")
    }

    @Test(
        "Sorting by UTF-16 code units, stable",
        arguments: [
            ("z=b&a=b&z=a&a=a", "a=b&a=a&z=b&z=a"),
            ("\u{FFFD}=1&\u{1F308}=2&a=3", "a=3&%F0%9F%8C%88=2&%EF%BF%BD=1"),
            ("%EF%AC%83=1&%F0%9F%8C%88=2", "%F0%9F%8C%88=2&%EF%AC%83=1"),
            ("e%CC%81=1&%C3%A9=2&e=3", "e=3&e%CC%81=1&%C3%A9=2"), ("b&&a", "a=&b="),
        ])
    func sorting(query: String, sorted: String) {
        var parameters = FormParameters(urlEncoded: query)
        parameters.sortByName()
        #expect(parameters.urlEncoded == sorted)
    }

    @Test("The query of a URL, changed in place") func queryOfURL() throws {
        var url = try WebURL("http://h/p?a=1&b=%20x&a=2#f")
        url.queryParameters["a"] = "ü&"
        #expect(url.href == "http://h/p?a=%C3%BC%26&b=+x#f")
        url.queryParameters.append(name: "c", value: "~'")
        #expect(url.queryParameters["c"] == "~'")
        #expect(url.query == "a=%C3%BC%26&b=+x&c=%7E%27")
        url.queryParameters = [:]
        #expect(url.href == "http://h/p#f")
        #expect(url.queryParameters.isEmpty)
    }
}
