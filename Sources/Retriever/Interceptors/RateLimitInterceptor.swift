internal import HTTPSemantics
internal import Synchronization

/// Holds requests back so that each server gets no more than so many a second, and waits where a server says that it will take no more:
/// with the fields of ``RateLimit``, or with 429 or 503 and `Retry-After`. For the interceptors of attempts, so that redirects and retries
/// count, too.
public final class RateLimitInterceptor: Interceptor {
    private let rate: Double
    private let burst: Int
    private let longestWait: Duration
    private let buckets = Mutex<[WebURL.Origin: TokenBucket]>([:])
    private static let epoch = ContinuousClock.now
    /// With so many servers, buckets that were filled again long ago are forgotten.
    private static let bucketLimit = 1024

    /// - Parameters:
    ///   - requestsPerSecond: To one server, in the long run; above 0.
    ///   - burst: How many may go at once after a quiet time.
    ///   - longestWait: A request that would have to wait longer fails at once.
    public init(requestsPerSecond: Double, burst: Int = 1, longestWait: Duration = .seconds(60)) {
        rate = requestsPerSecond
        self.burst = burst
        self.longestWait = longestWait
    }

    private static var now: Duration {
        let epoch = epoch  // before the clock is read for the first time
        return ContinuousClock.now - epoch
    }

    /// Waits for its turn, and asks `next`.
    ///
    /// - Throws: ``HTTPClientError`` with code `timedOut` when the turn would come too late, also for the request's total time.
    public func intercept(_ call: InterceptedRequest, next: Next) async throws -> HTTPClientResponse {
        let origin = call.request.url.origin
        let limit = min(longestWait, call.options.totalTimeout ?? longestWait)
        let delay = buckets.withLock { buckets -> Duration? in
            var bucket = buckets[origin] ?? TokenBucket(rate: rate, burst: burst)
            let delay = bucket.take(now: Self.now)
            guard delay <= limit else { return nil }
            if buckets.count >= Self.bucketLimit { buckets = buckets.filter { !$0.value.isFull(now: Self.now) } }
            buckets[origin] = bucket
            return delay
        }
        guard let delay else {
            var error = HTTPClientError(.timedOut, "\(origin) takes no more requests for longer than \(limit)")
            error.timeLimit = "longestWait"
            throw error
        }
        if delay > .zero {
            do {
                try await Task.sleep(for: delay)
            } catch {
                throw HTTPClientError.cancelled
            }
        }
        let response = try await next(call)
        if let pause = pause(after: response.head) {
            buckets.withLock { $0[origin]?.close(for: pause, now: Self.now) }
        }
        return response
    }

    /// How long the server wants no more requests.
    private func pause(after head: HTTPResponse) -> Duration? {
        if [429, 503].contains(head.status.code), let pause = head.retryAfter(now: .now) { return pause }
        guard let limit = RateLimit(head, now: .now), limit.remaining == 0 else { return nil }
        return limit.reset
    }
}
