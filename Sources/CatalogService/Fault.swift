import CatalogAPI
import CatalogStore
import Console
import HTTPSemantics
import HTTPServer
import JSONCoding

/// A request that cannot be answered as asked; becomes a ``Problem``.
struct Fault: Error, Sendable {
    var status: HTTPResponse.Status
    var detail: String
    var field: String?
    var headerFields: HTTPFields = [:]

    init(_ status: HTTPResponse.Status, _ detail: String, field: String? = nil, headerFields: HTTPFields = [:]) {
        self.status = status
        self.detail = detail
        self.field = field
        self.headerFields = headerFields
    }

    /// The answer, as `application/problem+json`. RFC 9457.
    var response: ServerResponse {
        let problem = Problem(status: status.code, title: status.title, detail: detail, field: field)
        var response = ServerResponse(status: status, headerFields: .problem, content: JSONText.encode(problem))
        for header in headerFields { response.headerFields.append(header) }
        return response
    }

    /// Runs `body`; what the store throws becomes a 503, whose cause is for the operator's log and not for the caller.
    static func translating<Value>(_ body: () throws -> Value) throws(Fault) -> Value {
        do { return try body() } catch { throw unavailable(error) }
    }

    /// As the other, for work that waits.
    static func translating<Value: Sendable>(_ body: () async throws -> Value) async throws(Fault) -> Value {
        do { return try await body() } catch { throw unavailable(error) }
    }

    private static func unavailable(_ error: any Error) -> Fault {
        if let fault = error as? Fault { return fault }
        Console.printError("retriever-service: \(error)")
        return Fault(503, "The catalogue cannot be reached at the moment.", headerFields: [.retryAfter: "5"])
    }
}

extension HTTPResponse.Status {
    /// The registered reason phrase of the codes this service sends. RFC 9110 §15.
    var title: String {
        switch code {
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 503: "Service Unavailable"
        default: kind == .clientError ? "Refused" : "Error"
        }
    }
}

/// JSON of the wire types.
enum JSONText {
    static func encode(_ value: some Encodable) -> [UInt8] {
        var encoder = JSON.Encoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // The wire types hold only strings and integers, which always encode.
        return (try? encoder.encode(value)) ?? Array("null".utf8)
    }
}
