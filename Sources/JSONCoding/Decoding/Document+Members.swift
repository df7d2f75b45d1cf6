extension Document {
    /// The value of a member, or `nil`.
    ///
    /// Types ask for their members mostly in the order of the document, and often for one several times (is it there, is it null,
    /// what is it). So the search begins at the member found last, and goes around.
    @inline(__always) func member(_ name: String, of object: Int) -> Int? {
        let (first, end) = (object + 1, Int(tape[object].next))
        guard first < end else { return nil }
        let lastFound = unsafe lastFound
        let start = lastFound.object == object ? lastFound.member : first
        var member = start
        let utf8 = name.utf8
        let name = utf8.span
        repeat {
            if isNamed(name, member) {
                unsafe self.lastFound = (object, member)
                return member + 1
            }
            member = Int(tape[member + 1].next)
            if member == end { member = first }
        } while member != start
        return nil
    }

    @inline(__always) private func isNamed(_ name: Span<UInt8>, _ member: Int) -> Bool {
        let entry = tape[member]
        guard entry.kind == .key else { return false }
        guard !entry.isEscaped else { return isUnescaped(name, member) }
        guard Int(entry.length) == name.count else { return false }
        let start = Int(entry.start)
        for index in name.indices where bytes[start &+ index] != name[index] { return false }
        return true
    }

    @inline(never) private func isUnescaped(_ name: Span<UInt8>, _ member: Int) -> Bool {
        let unescaped = text(member).utf8
        return unescaped.count == name.count && zip(unescaped, name.indices).allSatisfy { $0 == name[$1] }
    }

    /// The entries of the names, in the order of the document.
    func names(_ object: Int) -> [Int] {
        var names: [Int] = []
        var member = object + 1
        while member < tape[object].next {
            if tape[member].kind == .key { names.append(member) }
            member = Int(tape[member + 1].next)
        }
        return names
    }
}
