/// What one request brought.
package struct Answer: Sendable {
    package var bytes: Int
    /// The decoded identifier, with `--decode`.
    package var id: Int
    package init(bytes: Int, id: Int = 0) {
        self.bytes = bytes
        self.id = id
    }
}

/// Runs requests so many at a time and says how that went, as the contract of the benchmark has it.
package struct Round: Sendable {
    private let concurrency: Int
    private let request: @Sendable () async throws -> Answer

    package init(concurrency: Int, request: @escaping @Sendable () async throws -> Answer) {
        self.concurrency = max(1, concurrency)
        self.request = request
    }

    private struct Share: Sendable {
        var latencies: [Int64] = []
        var bytes = 0
        var sum = 0
        var errors = 0
        var lastError: (any Error)?
    }

    /// Makes `count` requests and prints a line of JSON.
    ///
    /// - Throws: ``MeasuringError`` when a request failed, ``UsageError`` when the program cannot make it.
    package func print(requests count: Int, warmup: Int, decodes: Bool) async throws {
        if warmup > 0 { _ = await run(warmup) }
        let clock = ContinuousClock()
        let start = clock.now
        let shares = await run(count)
        let seconds = (clock.now - start).nanoseconds
        let latencies = shares.flatMap(\.latencies).sorted()
        func percentile(_ part: Int) -> Double {
            latencies.isEmpty ? 0 : Double(latencies[min(latencies.count - 1, latencies.count * part / 100)]) / 1000
        }
        let errors = shares.reduce(0) { $0 + $1.errors }
        let bytes = shares.first { $0.bytes > 0 }?.bytes ?? 0
        var line = #"{"seconds":\#(Double(seconds) / 1e9),"requests":\#(count),"errors":\#(errors),"bytes":\#(bytes)"#
        line += #","p50us":\#(percentile(50)),"p99us":\#(percentile(99))"#
        if decodes { line += #","sum":\#(shares.reduce(0) { $0 + $1.sum })"# }
        Swift.print(line + "}")
        try check(shares)
    }

    /// Makes `count` requests and says nothing about them.
    ///
    /// - Throws: As ``print(requests:warmup:decodes:)``.
    package func quietly(requests count: Int) async throws { try check(await run(count)) }

    private func check(_ shares: [Share]) throws {
        let failed = shares.reduce(0) { $0 + $1.errors }
        if let error = shares.lazy.compactMap(\.lastError).first {
            throw error is UsageError ? error : MeasuringError("\(failed) requests failed: \(error)")
        }
    }

    private func run(_ count: Int) async -> [Share] {
        await withTaskGroup(of: Share.self, returning: [Share].self) { group in
            for worker in 0..<concurrency {
                let share = count / concurrency + (worker < count % concurrency ? 1 : 0)
                group.addTask { await work(share) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func work(_ count: Int) async -> Share {
        var share = Share()
        share.latencies.reserveCapacity(count)
        let clock = ContinuousClock()
        for _ in 0..<count {
            let start = clock.now
            do {
                let answer = try await request()
                share.bytes = answer.bytes
                share.sum += answer.id
            } catch {
                share.errors += 1
                share.lastError = error
            }
            share.latencies.append((clock.now - start).nanoseconds)
        }
        return share
    }
}

extension Duration {
    package var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
