/// Which word was probably meant.
enum Spelling {
    /// The candidate that takes the fewest changes, if it takes few.
    static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
        let limit = word.utf8.count < 4 ? 1 : word.utf8.count < 8 ? 2 : 3
        let ranked = candidates.map { (name: $0, changes: changes(Array(word.utf8), Array($0.utf8))) }
        guard let best = ranked.min(by: { $0.changes < $1.changes }), best.changes <= limit else { return nil }
        return best.name
    }

    /// How many letters have to be added, left out, changed or swapped with their neighbour (optimal string alignment).
    static func changes(_ first: [UInt8], _ second: [UInt8]) -> Int {
        guard first.count < 64, second.count < 64 else { return .max }
        var older: [Int] = []
        var previous = Array(0...second.count)
        for (row, byte) in first.enumerated() {
            var current = [row + 1]
            for (column, other) in second.enumerated() {
                var cost = min(previous[column + 1] + 1, current[column] + 1, previous[column] + (byte == other ? 0 : 1))
                if row > 0, column > 0, byte == second[column - 1], first[row - 1] == other {
                    cost = min(cost, older[column - 1] + 1)
                }
                current.append(cost)
            }
            (older, previous) = (previous, current)
        }
        return previous[second.count]
    }
}
