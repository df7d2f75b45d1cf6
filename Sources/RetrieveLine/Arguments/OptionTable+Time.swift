internal import Console
internal import Retriever

extension OptionTable {
    static let time = OptionTopic(
        name: "time", title: "Time limits and retries",
        text: """
            Times are seconds, or have a unit: 200ms, 1.5, 5m, 2h. Connecting may take 10 seconds, a silence 60; all together has no
            limit unless --timeout sets one. --retry repeats what failed in passing (408, 425, 429, 500, 502, 503, 504, lost
            connections, time limits), if that does no harm, with growing waits, or as Retry-After says.
            """,
        options: [
            limit(
                "timeout", also: ["max-time"], letters: "m", common: true, curl: .seconds("--max-time"),
                "for everything, redirects and retries included"
            ) {
                $0.totalTimeout = $1
            },
            limit("connect-timeout", curl: .seconds("--connect-timeout"), "for finding the host, connecting and TLS") {
                $0.connectTimeout = $1
            },
            limit("resolve-timeout", "for finding the host's address") { $0.resolveTimeout = $1 },
            limit("tls-timeout", "for the TLS handshake") { $0.tlsTimeout = $1 },
            limit("first-byte-timeout", "from the end of the request to the beginning of the answer") {
                $0.firstByteTimeout = $1
            },
            limit("stall-timeout", "without a byte in either direction") { $0.stallTimeout = $1 },
            .value("retry", called: "N", common: true, curl: "--retry", "try up to N times again") {
                settings, text throws(UsageError) in
                let count = try Quantity.count(text)
                settings.retries = count
                settings.change { configuration in
                    configuration.options.retries = RetryPolicy(attempts: count + 1)
                    configuration.options.onRetry = { attempt in
                        Console.printError(
                            "retrieve: \(attempt.reason.words); again in \(Amount.duration(attempt.delay.seconds))")
                        return true
                    }
                }
            },
        ],
        examples: [.init("retrieve --timeout 5 --retry 2 :8080/jokes", "patient, but not for ever")])

    private static func limit(
        _ name: String, also aliases: [String] = [], letters: String = "", common: Bool = false,
        curl: CommandOption.CurlForm? = nil,
        _ help: String,
        _ effect: @escaping @Sendable (inout RequestOptions, Duration) -> Void
    ) -> CommandOption {
        .value(name, also: aliases, letters: letters, called: "TIME", common: common, curl: curl, "the longest time " + help) {
            settings, text throws(UsageError) in
            let time = try Quantity.duration(text)
            settings.change { effect(&$0.options, time) }
        }
    }
}

extension RetryAttempt.Reason {
    /// The reason, safe to show.
    fileprivate var words: String {
        switch self {
        case .response(let head): "the server answered \(head.status)".printable
        case .error(let error): error.words.printable
        }
    }
}
