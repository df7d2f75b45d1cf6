import Retriever

extension FuzzTarget {
    /// A document of problem details.
    static let problem = FuzzTarget(name: "problem") { bytes in
        guard let problem = ProblemDetails(bytes) else { return }
        try promise(
            !problem.description.unicodeScalars.contains { $0.properties.generalCategory == .control }, "a control character")
        try promise(problem.status.map { 100...599 ~= $0.code } ?? true, "status \(problem.status?.code ?? 0)")
        try promise(ProblemDetails(Array(problem.debugDescription.utf8)) == problem, "not the same when written again")
    }
}
