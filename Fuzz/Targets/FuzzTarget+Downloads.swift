import Digests
import HTTPSemantics
import Retriever

extension FuzzTarget {
    /// Two heads of responses: of the one with which a download began, and of the one that answers for its rest.
    static let downloadPlan = FuzzTarget(name: "download-plan") { bytes in
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
        guard let begun = head(&lines) else { return }
        let identity = RepresentationIdentity(begun)
        let answer = head(&lines)
        for (first, end) in [(0, nil), (0, 10), (5, nil), (5, 10), (Int.max - 1, Int.max)] as [(Int, Int?)] {
            let plan = DownloadPlan(identity: identity, first: first, end: end)
            try promise(plan.headerFields.contains(.range) == plan.asksForRange, "a range that is not asked for, or the reverse")
            guard let answer else { continue }
            let action = plan.action(for: answer)
            if case .take(let position) = action {
                try promise(0...first ~= position, "takes bytes from \(position) when asked for those from \(first)")
                try promise(!identity.contradicts(RepresentationIdentity(answer)), "joins parts of different files")
            }
            if action == .complete { try promise(answer.status == 416, "complete with \(answer.status)") }
        }
    }

    /// The file that is kept beside an unfinished download, as it is and with the digest that belongs to it.
    static let resumeRecord = FuzzTarget(name: "resume-record") { bytes in
        let digest = "sha256 \(Hexadecimal.encode(SHA256.digest(of: bytes)))\n"
        for bytes in [bytes, bytes + Array(digest.utf8)] {
            guard let record = ResumeRecord(bytes) else { continue }
            try promise(ResumeRecord(record.bytes) == record, "not the same when written: \(record)")
            for (range, next) in zip(record.done.ranges, record.done.ranges.dropFirst()) {
                try promise(range.upperBound < next.lowerBound, "\(range) and \(next) overlap or touch")
            }
            let gap = record.done.firstGap(before: .max) ?? Int.max..<Int.max
            try promise(gap.lowerBound == record.done.prefix, "there is \(record.done), but the first gap is \(gap)")
            for identity in record.identities.values {
                _ = DownloadPlan(identity: identity, first: record.done.prefix).headerFields
            }
        }
    }
}
