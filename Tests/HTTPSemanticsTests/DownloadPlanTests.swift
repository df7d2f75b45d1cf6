import HTTPSemantics
import Testing

@Suite("What a download does with a response")
struct DownloadPlanTests {
    private static let known = RepresentationIdentity(eTag: EntityTag(opaqueTag: "a"), completeLength: 1000)

    private func response(_ status: Int, _ fields: HTTPFields) -> HTTPResponse {
        HTTPResponse(status: HTTPResponse.Status(code: status), headerFields: fields)
    }

    @Test(
        "The answer to a request for the bytes from 400",
        arguments: [
            (206, [.contentRange: "bytes 400-999/1000"], .take(from: 400)),
            (206, [.contentRange: "bytes 400-999/1000", .eTag: "\"a\""], .take(from: 400)),
            (206, [.contentRange: "bytes 400-499/1000"], .take(from: 400)),
            (206, [.contentRange: "bytes 400-999/*"], .take(from: 400)),
            (206, [.contentRange: "bytes 0-999/1000"], .take(from: 0)),
            (206, [.contentRange: "bytes 399-999/1000"], .take(from: 399)),
            (206, [.contentRange: "bytes 400-999/1000", .eTag: "\"b\""], .askAgain(.changed)),
            (206, [.contentRange: "bytes 400-999/1001"], .askAgain(.changed)),
            (206, [.contentRange: "bytes 401-999/1000"], .refuse("sent the bytes 401-999 when asked for those from 400")),
            (206, [.contentRange: "bytes 0-399/1000"], .refuse("sent the bytes 0-399 when asked for those from 400")),
            (206, [:], .refuse("sent a part of the file without saying which")),
            (206, [.contentRange: "bytes */1000"], .refuse("sent a part of the file without saying which")),
            (206, [.contentType: "multipart/byteranges; boundary=x"], .refuse("sent a part of the file without saying which")),
            (200, [.contentLength: "1000", .eTag: "\"a\""], .startOver(.rangesUnsupported)),
            (200, [.contentLength: "1000"], .startOver(.rangesUnsupported)), (200, [.eTag: "\"b\""], .startOver(.changed)),
            (200, [.contentLength: "1001"], .startOver(.changed)), (412, [:], .askAgain(.changed)),
            (416, [.contentRange: "bytes */400"], .askAgain(.changed)),
            (416, [.contentRange: "bytes */1000"], .askAgain(.changed)),
            (416, [:], .askAgain(.rangesUnsupported)), (404, [:], .fail), (304, [:], .fail), (204, [:], .fail), (500, [:], .fail),
        ] as [(Int, HTTPFields, DownloadPlan.Action)])
    func resuming(status: Int, fields: HTTPFields, action: DownloadPlan.Action) {
        #expect(DownloadPlan(identity: Self.known, first: 400).action(for: response(status, fields)) == action)
    }

    @Test(
        "416 with the length that is there already is success",
        arguments: [(1000, "bytes */1000", true), (1000, "bytes */1001", false), (0, "bytes */0", true)])
    func unsatisfiable(first: Int, range: String, isComplete: Bool) {
        let identity = first == 0 ? nil : Self.known
        let plan = DownloadPlan(identity: identity, first: first, asksForRange: true)
        #expect((plan.action(for: response(416, [.contentRange: range])) == .complete) == isComplete)
    }

    @Test(
        "The answer to a first request",
        arguments: [
            (200, [:], .take(from: 0)), (203, [.contentLength: "5"], .take(from: 0)),
            (206, [.contentRange: "bytes 0-9/10"], .take(from: 0)),
            (206, [.contentRange: "bytes 5-9/10"], .refuse("sent the bytes 5-9 when asked for those from 0")), (416, [:], .fail),
            (202, [:], .fail),
        ] as [(Int, HTTPFields, DownloadPlan.Action)])
    func first(status: Int, fields: HTTPFields, action: DownloadPlan.Action) {
        #expect(DownloadPlan(identity: nil, first: 0).action(for: response(status, fields)) == action)
    }

    @Test(
        "The precondition, §13.1.5",
        arguments: [
            ([.eTag: "\"a\"", .lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"], [.ifRange: "\"a\""]),
            (
                [.lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", .date: "Sun, 06 Nov 1994 08:49:38 GMT"],
                [.ifRange: "Sun, 06 Nov 1994 08:49:37 GMT"]
            ),
            ([.lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", .date: "Sun, 06 Nov 1994 08:49:37 GMT"], [:]),
            ([.lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"], [:]),
            ([.lastModified: "yesterday", .date: "Sun, 06 Nov 1994 08:49:38 GMT"], [:]),
            (
                [.eTag: "W/\"a\"", .lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", .date: "Mon, 07 Nov 1994 00:00:00 GMT"],
                [.ifUnmodifiedSince: "Sun, 06 Nov 1994 08:49:37 GMT"]
            ),
            ([.eTag: "W/\"a\""], [:]), ([:], [:]),
        ] as [(HTTPFields, HTTPFields)])
    func preconditions(fields: HTTPFields, precondition: HTTPFields) {
        let identity = RepresentationIdentity(response(200, fields))
        #expect(identity.precondition == precondition)
        #expect(identity.isStrong == !precondition.isEmpty)
    }

    @Test("What is asked for") func requestFields() {
        #expect(DownloadPlan(identity: nil, first: 0).headerFields == [.acceptEncoding: "identity"])
        #expect(DownloadPlan(identity: Self.known, first: 0, asksForRange: true).headerFields[.range] == "bytes=0-")
        #expect(
            DownloadPlan(identity: Self.known, first: 5, end: 10).headerFields
                == [.acceptEncoding: "identity", .range: "bytes=5-9", .ifRange: "\"a\""])
    }
}
