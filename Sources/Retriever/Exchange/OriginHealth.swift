internal import CurlTransport
internal import HTTPSemantics
internal import Synchronization

/// What a client remembers of how its servers are: how many retries each may still get, and which are left alone.
final class OriginHealth: Sendable {
    private struct Entry {
        var budget: RetryBudget
        var circuit: CircuitBreaker
    }

    private let budgetLimits: RetryBudget.Limits?
    private let circuitLimits: CircuitBreaker.Limits?
    private let entries = Mutex<[WebURL.Origin: Entry]>([:])
    private static let epoch = Moment.now
    /// With more entries those that say nothing are forgotten, and if that does not help all.
    private static let entryLimit = 1024

    init(budget: RetryBudget.Limits?, circuit: CircuitBreaker.Limits?) {
        budgetLimits = budget
        circuitLimits = circuit
    }

    private static var now: Duration {
        let epoch = epoch  // before the clock is read for the first time
        return .now - epoch
    }

    private func withEntry<Result>(_ request: HTTPRequest, _ body: (inout Entry) -> sending Result) -> sending Result {
        entries.withLock { entries in
            if entries.count > Self.entryLimit {
                entries = entries.filter { !$0.value.budget.isFull || !$0.value.circuit.isUntroubled }
                // A budget that is never asked for again is never filled again either.
                if entries.count > Self.entryLimit { entries = [:] }
            }
            return body(
                &entries[
                    request.url.origin,
                    default: Entry(
                        budget: RetryBudget(budgetLimits ?? RetryBudget.Limits()),
                        circuit: CircuitBreaker(circuitLimits ?? CircuitBreaker.Limits()))])
        }
    }

    /// - Throws: ``HTTPClientError`` with code `circuitOpen` while the origin is left alone.
    func admit(_ request: @autoclosure () -> HTTPRequest) throws {
        guard circuitLimits != nil else { return }
        let request = request()
        guard let pause = withEntry(request, { $0.circuit.admit(now: Self.now) }) else { return }
        let seconds = pause.components.seconds + 1
        throw HTTPClientError(
            .circuitOpen, "\(request.url.origin) has failed again and again; no request is sent to it for \(seconds) s")
    }

    /// Takes in how an attempt ended.
    func note(_ request: @autoclosure () -> HTTPRequest, isFailure: Bool) {
        guard circuitLimits != nil else { return }
        withEntry(request()) { $0.circuit.note(isFailure: isFailure, now: Self.now) }
    }

    /// Counts a request.
    func noteRequest(_ request: HTTPRequest) {
        guard budgetLimits != nil else { return }
        withEntry(request) { $0.budget.noteRequest() }
    }

    /// Whether a retry may be made after `delay`: neither is the budget used up, nor is the origin left alone by then.
    func takeRetry(_ request: HTTPRequest, after delay: Duration) -> Bool {
        guard budgetLimits != nil || circuitLimits != nil else { return true }
        return withEntry(request) { entry in
            if circuitLimits != nil, let pause = entry.circuit.pause(now: Self.now), pause > delay { return false }
            return budgetLimits == nil || entry.budget.takeRetry()
        }
    }
}
