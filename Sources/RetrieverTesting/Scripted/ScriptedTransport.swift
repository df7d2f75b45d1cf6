public import Retriever
internal import Synchronization

/// Answers the requests of a client under test from a script, without a network.
///
///     let transport = ScriptedTransport()
///     transport.on(.get("https://example.com/jokes/*"), .text("Ha"))
///     transport.on(.post("/rater/vote"), .status(503), .status(204))
///     let client = HTTPClient(scripted: transport)
///     …
///     try transport.verify()
///
/// Of the rules that match a request, the first that is not used up answers. Redirects, challenges, retries and downloads are the client's
/// own: each request that they make comes here, credentials included. What is not undone is encoding (`Content-Encoding`).
///
/// It can also stand among the attempt interceptors of an ordinary client, where it sees requests before the client adds credentials and
/// the content's type.
public final class ScriptedTransport: Interceptor {
    private struct State {
        var rules: [ScriptedRule] = []
        var requests: [ReceivedRequest] = []
        var surprises: [ScriptError.Surprise] = []
    }

    private let state = Mutex(State())
    private let otherwise: ScriptedAnswer?

    /// A transport without rules.
    ///
    /// - Parameter otherwise: Answers requests that no rule is for; with `nil` they are unexpected.
    public init(otherwise: ScriptedAnswer? = nil) { self.otherwise = otherwise }

    /// Adds a rule.
    ///
    /// - Parameters:
    ///   - answer: The first answer.
    ///   - others: Given in turn after the first; the last answers all requests after it.
    ///   - times: How many requests have to come. Unless it is said, one or more for a single answer, and exactly as many as there are
    ///     answers for several. A rule that has answered as many as it may is passed over.
    public func on(
        _ pattern: RequestPattern, _ answer: ScriptedAnswer, _ others: ScriptedAnswer..., times: ScriptedTimes? = nil
    ) {
        let answers = [answer] + others
        let times = times ?? (answers.count == 1 ? .atLeast(1) : .exactly(answers.count))
        state.withLock { $0.rules.append(ScriptedRule(pattern: pattern, answers: answers, times: times)) }
    }

    /// Adds a rule for any number of requests, whose answer is made from the request.
    public func on(
        _ pattern: RequestPattern, answering answer: @escaping @Sendable (ReceivedRequest) async throws -> ScriptedAnswer
    ) {
        on(pattern, .choosing(answer), times: .any)
    }

    /// All requests so far, in the order in which they came.
    public var requests: [ReceivedRequest] { state.withLock(\.requests) }

    /// Makes sure that all came that was expected, and nothing else.
    ///
    /// - Throws: ``ScriptError`` that lists what did not.
    public func verify() throws(ScriptError) {
        let error = state.withLock { state in
            ScriptError(missing: state.rules.compactMap(\.complaint), unexpected: state.surprises)
        }
        if !error.missing.isEmpty || !error.unexpected.isEmpty { throw error }
    }

    /// Answers; `next` is never asked.
    ///
    /// - Throws: What the answer throws; ``HTTPClientError`` whose cause is a ``ScriptError`` for a request that no rule is for.
    public func intercept(
        _ call: InterceptedRequest, next: (InterceptedRequest) async throws -> HTTPClientResponse
    ) async throws -> HTTPClientResponse {
        let content = try await call.content?.inMemory()
        return try await respond(to: ReceivedRequest(call.request, content: content?.bytes ?? []))
    }

    func respond(to received: ReceivedRequest) async throws -> HTTPClientResponse {
        let answer = try state.withLock { state in
            state.requests.append(received)
            return try takeAnswer(to: received, &state)
        }
        do {
            let response = try await answer.respond(received)
            // RFC 9110 §9.3.2
            return received.method == .head ? response.with(body: ResponseBody([])) : response
        } catch is CancellationError {
            throw HTTPClientError(.cancelled, "the request was cancelled")
        }
    }

    private func takeAnswer(to received: ReceivedRequest, _ state: inout State) throws(HTTPClientError) -> ScriptedAnswer {
        let differences = state.rules.map { $0.differences(from: received) }
        if let index = differences.firstIndex(of: []) { return state.rules[index].take() }
        if let otherwise { return otherwise }
        let distance = { (differences: [String]) in
            differences.count + (differences.contains(RequestPattern.otherURL) ? 10 : 0)
        }
        let nearest = zip(state.rules, differences).sorted { distance($0.1) < distance($1.1) }.prefix(3)
        let surprise = ScriptError.Surprise(
            request: received.description, nearest: nearest.map { "\($0.pattern): \($1.joined(separator: ", "))" })
        state.surprises.append(surprise)
        let error = ScriptError(missing: [], unexpected: [surprise])
        throw HTTPClientError(.other, error.description, cause: error)
    }
}

/// How often something has to come.
public struct ScriptedTimes: Sendable, Hashable, ExpressibleByIntegerLiteral {
    let range: ClosedRange<Int>

    /// Any number, none included.
    public static let any = Self(range: 0...Int.max)
    /// So many or more.
    public static func atLeast(_ count: Int) -> Self { Self(range: max(0, count)...Int.max) }
    /// So many or fewer.
    public static func atMost(_ count: Int) -> Self { Self(range: 0...max(0, count)) }
    /// So many.
    public static func exactly(_ count: Int) -> Self { Self(range: max(0, count)...max(0, count)) }

    private init(range: ClosedRange<Int>) { self.range = range }

    /// So many, written as a number.
    public init(integerLiteral count: Int) { self = .exactly(count) }
}

extension ScriptedTimes: CustomStringConvertible {
    /// Such as "at least 2 times".
    public var description: String {
        let words = { (count: Int) in count == 1 ? "once" : "\(count) times" }
        if range.upperBound == .max {
            return range.lowerBound == 0 ? "any number of times" : "at least \(words(range.lowerBound))"
        }
        return range.lowerBound == range.upperBound ? words(range.lowerBound) : "at most \(words(range.upperBound))"
    }
}
