import Foundation
import Retriever
import Testing

/// The examples of `Documentation/redirects-and-retries.md`, compiled. They are not run: their servers are made up.
private func redirectGuide(client: HTTPClient, apiKey: HTTPField.Name) async throws {
    // swift format would break lines that fit the guide.
    // swift-format-ignore
    do {
        var options = RequestOptions()
        options.redirects = .follow(maximum: 3)
        options.sensitiveFields = [apiKey]
        let response = try await client.get("https://example.com/start", headerFields: [apiKey: "secret"], options: options)
        for hop in response.history { print(hop.status, hop.url, hop.headerFields[.location] ?? "") }
        print(response.url)

        options.onRedirect = { redirection in
            guard redirection.proposed.url.host == redirection.url.host else { return .deliverRedirectionResponse }
            var next = redirection.proposed
            next.headerFields[.referer] = redirection.url.href
            return .follow(next)
        }

        var patient = RequestOptions()
        patient.retries = RetryPolicy(attempts: 4)
        patient.retries.backOff = BackOff(initialDelay: .milliseconds(200), maximumDelay: .seconds(5))
        patient.totalTimeout = .seconds(20)
        patient.onRetry = { attempt in
            print("attempt \(attempt.number) failed, the next is in \(attempt.delay)")
            return true
        }
        let order = try await client.post(
            "https://example.com/orders", json: ["id": 7], headerFields: [.idempotencyKey: "\"8e03978e\""], options: patient)
        _ = order

        var configuration = HTTPClient.Configuration()
        configuration.retryBudget = RetryBudget.Limits(capacity: 10, perRequest: 0.2)  // as it is by default
        configuration.circuitBreaker = CircuitBreaker.Limits(failures: 5, pause: .seconds(30))
    }
}

@Suite("The guide to redirects and retries")
struct RedirectGuideTests {
    @Test("Its examples are those that are compiled here") func examples() throws {
        #expect(try missingExamples(of: "redirects-and-retries.md", in: #filePath, count: 4) == [])
    }

    @Test("What it says about defaults is so") func defaults() {
        let (options, configuration) = (RequestOptions(), HTTPClient.Configuration())
        #expect(options.redirects == .follow(maximum: 20) && !options.allowsInsecureRedirects && options.retries == .never)
        #expect(configuration.retryBudget == RetryBudget.Limits(capacity: 10, perRequest: 0.2))
        #expect(configuration.circuitBreaker == nil)
        #expect(CircuitBreaker.Limits() == CircuitBreaker.Limits(failures: 5, pause: .seconds(30)))
        #expect(RetryPolicy().maximumRetryAfter == .seconds(60))
        #expect(RetryPolicy().statuses == [408, 425, 429, 500, 502, 503, 504])
    }
}

/// The examples of a guide that are not among the lines of a file.
func missingExamples(of guide: String, in file: String, count: Int) throws -> [String] {
    func lines(of text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let file = URL(filePath: file)
    let folder = file.deletingLastPathComponent().appending(path: "../../Documentation").standardizedFileURL
    let compiled = lines(of: try String(contentsOf: file, encoding: .utf8))
    let examples = try String(contentsOf: folder.appending(path: guide), encoding: .utf8).components(separatedBy: "```swift\n")
        .dropFirst().compactMap { $0.components(separatedBy: "```").first }
    #expect(examples.count == count)
    return examples.filter { compiled.firstRange(of: lines(of: $0)) == nil }
}
