package import Retriever

/// How far a download is.
package struct DownloadProgress: Hashable, Sendable {
    package enum Phase: Hashable, Sendable {
        case waiting, connecting, running, tryingAgain, ended
    }

    package var name: String
    package var phase: Phase = .waiting
    /// Bytes of the file that are there.
    package var received = 0
    /// Bytes that it has; `nil` when nobody knows.
    package var expected: Int?
    /// Bytes a second.
    package var rate = 0.0
    /// How many parts are fetched at once.
    package var segments = 1
    /// Whether the server gives the name.
    package var takesName = false

    package init(name: String) { self.name = name }

    /// Notes what has happened.
    package mutating func apply(_ event: DownloadEvent) {
        switch event {
        case .started(let expected, let suggestedName):
            phase = .running
            self.expected = expected
            if takesName { name = suggestedName }
        case .resumed(let offset): received = offset
        case .restarted: received = 0
        case .segmented(let count, _): segments = count
        case .interrupted(_, let delay?) where delay > .zero && segments == 1:
            phase = .tryingAgain
            rate = 0
        case .progress(let received, let expected, let rate):
            // Progress is told while nothing comes, too.
            if received > self.received { phase = .running }
            self.received = received
            self.expected = expected ?? self.expected
            self.rate = phase == .running ? rate : 0
        default: break
        }
    }

    /// Seconds until it is complete; `nil` when that cannot be said.
    var secondsLeft: Double? {
        guard let expected, rate >= 1, expected > received else { return nil }
        return Double(expected - received) / rate
    }

    /// "40 % of 1.2 GiB, 95 MiB/s": how far it is in words.
    var summary: String {
        let amount = expected.map { "\(Amount.percent(received, of: $0)) of \(Amount.bytes($0))" } ?? Amount.bytes(received)
        switch phase {
        case .waiting, .connecting: return "connecting"
        case .tryingAgain: return "\(amount), trying again"
        case .running, .ended: return "\(amount), \(Amount.rate(rate))"
        }
    }
}

extension [DownloadProgress] {
    /// All of them as one: the whole size is known when each is.
    var total: DownloadProgress {
        let ended = count { $0.phase == .ended }
        var total = DownloadProgress(name: "\(ended) of \(count) done")
        total.phase = .running
        total.received = reduce(0) { $0 + $1.received }
        total.expected = allSatisfy { $0.expected != nil } ? reduce(0) { $0 + ($1.expected ?? 0) } : nil
        total.rate = reduce(0) { $0 + ($1.phase == .running ? $1.rate : 0) }
        return total
    }
}
