internal import Synchronization

/// Holds answers back until a test lets them go, so that it need not wait for a time.
///
///     let gate = Gate()
///     transport.on(.get("/slow"), .text("at last").held(at: gate))
///     let request = Task { try await client.get("https://example.com/slow") }
///     try await gate.arrivals(1)
///     gate.release()
public final class Gate: Sendable {
    private struct Situation {
        var isOpen = false
        var arrivals = 0
    }

    private struct Waiter {
        let isReady: @Sendable (Situation) -> Bool
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var situation = Situation()
        var waiters: [Int: Waiter] = [:]
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// A gate that is closed.
    public init() {}

    /// Opens the gate: who waits goes on, who comes later does not wait.
    public func release() { change { $0.isOpen = true } }

    /// Closes the gate for those who come later.
    public func hold() { change { $0.isOpen = false } }

    /// How many have come so far, whether they had to wait or not.
    public var arrivals: Int { state.withLock(\.situation.arrivals) }

    /// Waits until so many have come since the gate was made.
    ///
    /// - Throws: `CancellationError`.
    public func arrivals(_ count: Int) async throws { try await wait { $0.arrivals >= count } }

    /// Waits until the gate is open.
    ///
    /// - Throws: `CancellationError`.
    public func pass() async throws {
        change { $0.arrivals += 1 }
        try await wait(until: \.isOpen)
    }

    private func change(_ body: (inout Situation) -> Void) {
        let ready = state.withLock { state in
            body(&state.situation)
            let situation = state.situation
            let ready = state.waiters.filter { $0.value.isReady(situation) }
            for number in ready.keys { state.waiters[number] = nil }
            return ready.values.map(\.continuation)
        }
        for continuation in ready { continuation.resume() }
    }

    private func wait(until isReady: @escaping @Sendable (Situation) -> Bool) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    // Cancelled before it could wait: the handler below has found nobody.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if isReady(state.situation) { return .success(()) }
                    state.waiters[number] = Waiter(isReady: isReady, continuation: continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }
}
