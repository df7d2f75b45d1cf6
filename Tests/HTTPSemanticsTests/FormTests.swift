import HTTPSemantics
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
}
