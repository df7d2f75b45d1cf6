/// Requests, how they are answered, and how often they came.
struct ScriptedRule {
    let pattern: RequestPattern
    let answers: [ScriptedAnswer]
    let times: ScriptedTimes
    private var used = 0

    init(pattern: RequestPattern, answers: [ScriptedAnswer], times: ScriptedTimes) {
        self.pattern = pattern
        self.answers = answers
        self.times = times
    }

    /// Why it does not answer a request; nothing when it does.
    func differences(from received: ReceivedRequest) -> [String] {
        let differences = pattern.differences(from: received)
        let isUsedUp = used >= times.range.upperBound
        return isUsedUp ? differences + ["it was expected \(times), and all have come"] : differences
    }

    /// The answer whose turn it is.
    mutating func take() -> ScriptedAnswer {
        defer { used += 1 }
        return answers[min(used, answers.count - 1)]
    }

    /// What is wrong with how often it was asked for.
    var complaint: String? {
        guard used < times.range.lowerBound else { return nil }
        let came =
            switch used {
            case 0: "it never came"
            case 1: "it came once"
            default: "it came \(used) times"
            }
        return "\(pattern), expected \(times): \(came)"
    }
}
