import Foundation
import Retriever
import TestSupport
import Testing

// The examples of `Documentation/interceptors.md`, compiled, and run where no server is needed.

private let printed = Record<String>()
private func print(_ item: some Any) { printed.append("\(item)") }

struct Timing: Interceptor {
    func intercept(_ call: InterceptedRequest, next: Next) async throws -> HTTPClientResponse {
        let start = ContinuousClock.now
        defer { print(call.request.method, call.request.url, ContinuousClock.now - start) }
        return try await next(call)
    }
}

struct Offline: Interceptor {
    func intercept(_ call: InterceptedRequest, next: Next) async throws -> HTTPClientResponse {
        let head = HTTPResponse(status: 503, headerFields: [.contentType: "text/plain"])
        return HTTPClientResponse(head: head, url: call.request.url, body: ResponseBody("offline".utf8.map { $0 }))
    }
}

struct Counting: Interceptor {
    func intercept(_ call: InterceptedRequest, next: Next) async throws -> HTTPClientResponse {
        let response = try await next(call)
        return response.with(body: response.body.watched { chunk in print(chunk?.count ?? 0) })
    }
}

// swift format would break lines that fit the guide.
// swift-format-ignore
private func configured() async throws -> HTTPClientResponse {
    var configuration = HTTPClient.Configuration()
    configuration.interceptors = [Timing(), TraceInterceptor()]
    configuration.attemptInterceptors = [
        RateLimitInterceptor(requestsPerSecond: 10, burst: 5),
        LoggingInterceptor(.fields) { print($0) },
    ]
    configuration.baseURL = try WebURL("https://example.com/api/")
    let client = HTTPClient(configuration: configuration)
    let joke = try await client.get("jokes/random")  // https://example.com/api/jokes/random
    return joke
}

// swift-format-ignore
private func written(apiKey: HTTPField.Name) throws -> LoggingInterceptor {
    var redaction = Redaction()
    redaction.fields.insert(apiKey)
    redaction.parameters.insert("voucher")
    redaction.shownContent = ["application/json", "text/*"]
    let logging = LoggingInterceptor(.content, redaction: redaction) { print($0) }

    let request = HTTPRequest(method: .put, url: try WebURL("https://example.com/votes/7"), headerFields: [.accept: "*/*"])
    print(request.curlCommand(content: Array("+1".utf8), contentType: "text/plain", redaction: redaction))
    // curl --request PUT --header 'Accept: */*' --header 'Content-Type: text/plain' --data-raw +1 --globoff https://example.com/votes/7

    return logging
}

@Suite("The guide to interceptors")
struct InterceptorGuideTests {
    @Test("Its examples are those that are compiled here") func examples() throws {
        #expect(try missingExamples(of: "interceptors.md", in: #filePath, count: 6) == [])
    }

    @Test("Its examples do what it says") func running() async throws {
        let name = try #require(HTTPField.Name("X-Key"))
        _ = try written(apiKey: name)
        let command =
            "curl --request PUT --header 'Accept: */*' --header 'Content-Type: text/plain' --data-raw +1 --globoff "
            + "https://example.com/votes/7"
        #expect(printed.all == [command])
        let client = HTTPClient.with { $0.interceptors = [Timing(), Counting(), Offline()] }
        let response = try await client.get("http://example.com/a").collected()
        #expect(response.status == 503 && response.text == "offline")
        #expect(printed.all == [command, "7", "0"])
    }
}
