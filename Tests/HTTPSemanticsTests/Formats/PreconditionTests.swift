import HTTPSemantics
import Testing

@Suite("Preconditions, RFC 9110 §13")
struct PreconditionTests {
    private static let strong = tag("\"a,b\"")
    private static let weak = tag("W/\"c\"")
    private static let date = HTTPDate(secondsSinceEpoch: 784_111_777)

    private static func tag(_ value: String) -> EntityTag { EntityTag(value) ?? { fatalError("\(value) is no tag") }() }

    @Test(
        "As fields",
        arguments: [
            (.ifMatch(strong), [.ifMatch: "\"a,b\""]), (.ifExists, [.ifMatch: "*"]),
            (.ifNoneMatch(strong, weak), [.ifNoneMatch: "\"a,b\", W/\"c\""]), (.ifAbsent, [.ifNoneMatch: "*"]),
            (.ifModifiedSince(date), [.ifModifiedSince: "Sun, 06 Nov 1994 08:49:37 GMT"]),
            (.ifUnmodifiedSince(date), [.ifUnmodifiedSince: "Sun, 06 Nov 1994 08:49:37 GMT"]),
        ] as [(Precondition, HTTPFields)])
    func fields(precondition: Precondition, fields: HTTPFields) { #expect(HTTPFields.requiring(precondition) == fields) }

    @Test(
        "What an earlier response gives to know it by",
        arguments: [
            (
                [.eTag: "\"1\"", .lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"],
                [.ifNoneMatch: "\"1\"", .ifModifiedSince: "Sun, 06 Nov 1994 08:49:37 GMT"], [.ifMatch: "\"1\""]
            ),
            ([.eTag: "W/\"1\""], [.ifNoneMatch: "W/\"1\""], nil),
            (
                [.eTag: "W/\"1\"", .lastModified: "Sunday, 06-Nov-94 08:49:37 GMT"],
                [.ifNoneMatch: "W/\"1\"", .ifModifiedSince: "Sunday, 06-Nov-94 08:49:37 GMT"],
                [.ifUnmodifiedSince: "Sunday, 06-Nov-94 08:49:37 GMT"]
            ),
            ([.eTag: "1", .lastModified: "yesterday"], [:], nil),
        ] as [(HTTPFields, HTTPFields, HTTPFields?)])
    func sinceAResponse(fields: HTTPFields, changed: HTTPFields, unchanged: HTTPFields?) {
        let response = HTTPResponse(status: 200, headerFields: fields)
        #expect(Precondition.changed(since: response).headerFields == changed)
        #expect((try? Precondition.unchanged(since: response))?.headerFields == unchanged)
    }

    @Test("A precondition takes the place of one of its kind") func replacing() {
        var fields: HTTPFields = [.accept: "*/*", .ifMatch: "\"0\""]
        fields.require(.ifMatch(Self.strong))
        fields.require(.ifUnmodifiedSince(Self.date))
        #expect(fields.map(\.name) == [.accept, .ifMatch, .ifUnmodifiedSince])
        #expect(fields[.ifMatch] == "\"a,b\"")
    }
}
