extension Parser {
    /// Up to so many members are compared one by one.
    private static let membersToCompare = 32

    /// Takes note of the name of a member that is about to go on the tape.
    @inline(__always) func note(_ name: TapeEntry, _ bytes: Span<UInt8>, in level: inout Level) {
        let bit: UInt64 = 1 &<< (bytes.mark(of: name.bytes) & 63)
        // An escaped name may be that of another which is written otherwise.
        if level.names & bit != 0 || name.isEscaped, !level.mayRepeatNames {
            level.mayRepeatNames = name.isEscaped || isRepeated(name, bytes, in: level)
        }
        level.names |= bit
    }

    /// Whether the name may be that of a member on the tape.
    private func isRepeated(_ name: TapeEntry, _ bytes: Span<UInt8>, in level: Level) -> Bool {
        guard level.count <= Self.membersToCompare else { return true }
        var member = level.entry + 1
        while member < tape.count {
            if bytes.areEqual(tape[member].bytes, name.bytes) { return true }
            member = Int(tape[member + 1].next)
        }
        return false
    }

    /// Deals with members of one name in an object whose end has come.
    mutating func dropDuplicates(of level: Level) throws(ParsingFault) {
        guard level.mayRepeatNames else { return }
        var seen: [MemberName: Int] = [:]
        var member = level.entry + 1
        while member < tape.count {
            let entry = tape[member]
            let name = MemberName(bytes: entry.isEscaped ? bytes.span.unescaped(entry)[...] : bytes[entry.bytes])
            if let earlier = seen[name] {
                switch options.duplicateKeys {
                case .refused:
                    throw ParsingFault(repeatedKey: bytes.span.text(entry), at: Int(entry.start) - 1)
                case .first: tape[member].kind = .droppedKey
                case .last: tape[earlier].kind = .droppedKey
                }
            }
            if tape[member].kind == .key { seen[name] = member }
            member = Int(tape[member + 1].next)
        }
    }
}

/// A name as its bytes, hashed in one go and not one after the other.
private struct MemberName: Hashable {
    let bytes: ArraySlice<UInt8>

    func hash(into hasher: inout Hasher) { unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }
}

extension Span<UInt8> {
    /// A number that tells most of the names apart that stand together in an object.
    @inline(__always) fileprivate func mark(of name: Range<Int>) -> UInt64 {
        guard !name.isEmpty else { return 0 }
        let (first, middle) = (UInt64(self[name.lowerBound]), UInt64(self[name.lowerBound + name.count / 2]))
        let last = UInt64(self[name.upperBound - 1])
        return (first &* 0x9E37 &+ middle &* 0x85EB &+ last &* 0xC2B2 &+ UInt64(name.count) &* 0x27D5) >> 10
    }

    /// Whether the same bytes are in both places.
    func areEqual(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { self[$0] == self[$1] }
    }
}
