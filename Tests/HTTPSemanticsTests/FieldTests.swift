import HTTPSemantics
import Testing

@Suite("Methods, fields and status, RFC 9110")
struct FieldTests {
    @Test("Values with CR, LF or NUL are refused", arguments: ["a\r\nX: y", "a\nb", "a\rb", "a\u{0}b"])
    func lineBreaksInValuesAreRefused(value: String) {
        #expect(HTTPField(name: .accept, value: value) == nil)
        #expect(!HTTPField.isValid(value: value))
    }

    @Test("Names are tokens", arguments: ["", "a b", "a:", "ä", "a\r\n", "a\u{0}", "(x)", "a/b"])
    func namesThatAreNoTokensAreRefused(name: String) {
        #expect(HTTPField.Name(name) == nil)
        #expect(HTTPRequest.Method(name) == nil)
    }

    @Test("Custom methods keep their case") func methodsAreCaseSensitive() throws {
        #expect(HTTPRequest.Method("purge")?.rawValue == "purge")
        #expect(HTTPRequest.Method("GET") == .get)
        #expect(HTTPRequest.Method("get") != .get)
        #expect(HTTPRequest.Method.put.isIdempotent && !HTTPRequest.Method.post.isIdempotent && !HTTPRequest.Method.put.isSafe)
    }

    @Test("Fields keep order and lines, names compare without case") func fieldsAreOrderedAndMultiValued() throws {
        var fields: HTTPFields = [.setCookie: "a=1", .accept: "x", .setCookie: "b=2"]
        let name = try #require(HTTPField.Name("SET-cookie"))
        #expect(fields[values: name] == ["a=1", "b=2"])
        #expect(fields.map(\.name.rawName) == ["Set-Cookie", "Accept", "Set-Cookie"])
        fields[.setCookie] = "c=3"
        #expect(fields.map(\.value) == ["c=3", "x"])
        fields[.accept] = nil
        #expect(!fields.contains(.accept))
        fields[.allow] = "  GET, HEAD\t"
        #expect(fields[.allow] == "GET, HEAD")
    }

    @Test(
        "Around a value that arrives there is neither white space nor what is taken for it",
        arguments: [
            (["A: v\r\n"], "v"), (["A:\t v \t\r\n"], "v"), (["A:\u{0}\r v\u{0}w\u{0}\r\n"], "v w"), (["A: \u{0}\r\n"], ""),
            (["A: v\r\n", " w\r\n"], "v w"), (["A:\r\n", "  w\r\n"], "w"), (["A: v\r\n", "\t\u{0}\r\n"], "v"),
        ])
    func arrivedValues(lines: [String], value: String) {
        var section = FieldSection()
        for line in lines { Array(line.utf8).withUnsafeBytes { section.append(line: $0) } }
        #expect(HTTPFields(section).map(\.value) == [value])
    }

    private static let arrived: HTTPFields = {
        var section = FieldSection()
        for line in ["Date: d", "vary: a", "Vary: b", "ETag: \"x\""] {
            Array(line.utf8).withUnsafeBytes { section.append(line: $0) }
        }
        return HTTPFields(section)
    }()

    @Test(
        "Fields that have arrived and fields written in code answer alike, and a changed copy leaves the others as they are",
        arguments: [arrived, HTTPFields(arrived.map(\.self))])
    func alike(original: HTTPFields) {
        #expect(original[.vary] == "a, b")
        #expect(original[values: .vary] == ["a", "b"])
        #expect(original.first(.vary) == "a")
        #expect(original.contains(.eTag) && !original.contains(.age))
        #expect(original.contains(any: [.age, .date]) && !original.contains(any: [.age, .expires]))
        #expect(original[.expires] == nil && original[values: .expires].isEmpty)

        var copy = original
        copy.append(HTTPField(name: .age, uncheckedValue: "1"))
        copy.remove([.vary, .cookie])
        copy.append(HTTPField(name: .vary, uncheckedValue: "c"))
        #expect(copy.map { "\($0.name): \($0.value)" } == ["Date: d", "ETag: \"x\"", "Age: 1", "Vary: c"])
        #expect(copy[.vary] == "c" && copy[.date] == "d")
        #expect(original == Self.arrived && original.count == 4)
    }

    @Test("Lines of one name combine") func linesCombine() {
        let fields: HTTPFields = [.accept: "a", .accept: "b"]
        #expect(fields[.accept] == "a, b")
    }

    @Test(
        "The first digit says the kind",
        arguments: [
            (199, HTTPResponse.Status.Kind.informational), (204, .successful), (308, .redirection), (404, .clientError),
            (599, .serverError), (0, .invalid), (999, .invalid),
        ])
    func statusKind(code: Int, kind: HTTPResponse.Status.Kind) {
        #expect(HTTPResponse.Status(code: code).kind == kind)
    }

    @Test("Basic credentials, RFC 7617") func basicCredentials() throws {
        let credentials = try #require(BasicCredentials(user: "test", password: "123£"))
        #expect(credentials.authorization == "Basic dGVzdDoxMjPCow==")  // the example of §2.1
        #expect(BasicCredentials(authorization: "basic  dGVzdDoxMjPCow==") == credentials)
        let accented = try #require(BasicCredentials(user: "u", password: "\u{301}:"))
        #expect(BasicCredentials(authorization: accented.authorization) == accented)
        #expect(BasicCredentials(user: "a:b", password: "") == nil)
        #expect(!"\(credentials)".contains("123"))
        for malformed in ["", "Basic", "Basic !!", "Bearer abc", "Basic YQ=="] {
            #expect(BasicCredentials(authorization: malformed) == nil)
        }
    }
}
