/// An array or object on the way to a value, and what was last looked up in it.
struct PathStep {
    var container: Int
    /// The entry of the element, or of the member's name.
    var child: Int
    /// How many come before it.
    var position: Int
}

/// The name of a member or the index of an element.
struct PathKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }
}

extension Document {
    /// The keys and indexes that lead to a value. Nobody keeps them while decoding; they are found out when somebody asks.
    ///
    /// The search goes on where the last one ended, or a type that tries one thing after the other for each of many elements would take
    /// time that grows with the square of their number.
    func path(to target: Int) -> [any CodingKey] {
        var path: [any CodingKey] = origin?.path ?? []
        var container = 0
        var depth = 0
        while container != target, tape[container].kind == .array || tape[container].kind == .object {
            let step = step(from: container, to: target, depth: depth)
            if depth < pathSteps.count { pathSteps[depth] = step } else { pathSteps.append(step) }
            let isObject = tape[container].kind == .object
            path.append(isObject ? PathKey(stringValue: text(step.child)) : PathKey(intValue: step.position))
            container = step.child + (isObject ? 1 : 0)
            depth += 1
        }
        return path
    }

    private func step(from container: Int, to target: Int, depth: Int) -> PathStep {
        var step = PathStep(container: container, child: container + 1, position: 0)
        if depth < pathSteps.count, pathSteps[depth].container == container, pathSteps[depth].child <= target {
            step = pathSteps[depth]
        }
        let name = tape[container].kind == .object ? 1 : 0
        while Int(tape[step.child + name].next) <= target {
            step.child = Int(tape[step.child + name].next)
            step.position += 1
        }
        return step
    }
}
