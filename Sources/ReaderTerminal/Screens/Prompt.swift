/// A question in the status line.
struct Prompt: Sendable, Equatable {
    /// What is asked for.
    var question: String
    /// Whether what is typed stays hidden.
    var isSecret = false
    private(set) var answer = ""
    private static let lengthLimit = 1000

    init(_ question: String, answer: String = "", isSecret: Bool = false) {
        self.question = question
        self.answer = answer
        self.isSecret = isSecret
    }

    /// What a key made of it.
    enum Outcome: Sendable, Equatable { case editing, answered(String), cancelled }

    mutating func handle(_ key: Key) -> Outcome {
        switch key {
        case .character(let character): if answer.count < Self.lengthLimit { answer.append(character) }
        case .backspace: if !answer.isEmpty { answer.removeLast() }
        case .enter: return .answered(answer)
        case .escape: return .cancelled
        default: break
        }
        return .editing
    }

    var line: StyledText { StyledText("\(question): ", .bold) + StyledText(isSecret ? "" : answer) + StyledText("_", .dim) }

    static let legend: [TerminalPicture.LegendEntry] = [.init("Enter", "Confirm"), .init("Esc", "Cancel")]
}
