internal import Digests
package import HTTPSemantics

/// What is written beside an unfinished file, so that another run can go on with it: which bytes are on the disk, and what shows
/// that the server still has the same file. Holds no address, since addresses may hold secrets, only their digests.
package struct ResumeRecord: Hashable, Sendable {
    /// The bytes that are on the disk.
    package var done: RangeList
    /// What identifies the file at each address, by the digests of the addresses.
    package var identities: [String: RepresentationIdentity]

    package init(done: RangeList, identities: [String: RepresentationIdentity]) {
        self.done = done
        self.identities = identities
    }

    /// The key of an address in ``identities``.
    package static func key(of url: WebURL) -> String { Hexadecimal.encode(SHA256.digest(of: Array(url.requestHref.utf8))) }

    /// No record is longer.
    package static let sizeLimit = 256 * 1024
    private static let version = "retriever-download 1"

    /// The record as a file: lines, the last of which is the digest of those before.
    package var bytes: [UInt8] {
        var lines = [Self.version]
        lines += done.ranges.map { "done \($0.lowerBound)-\($0.upperBound)" }
        for (key, identity) in identities.sorted(by: { $0.key < $1.key }) {
            lines.append("source \(key)")
            if let length = identity.completeLength { lines.append("length \(length)") }
            if let tag = identity.eTag { lines.append("etag \(tag)") }
            if let date = identity.lastModified {
                lines.append("\(identity.isLastModifiedStrong ? "modified" : "about") \(date)")
            }
        }
        let content = Array((lines.joined(separator: "\n") + "\n").utf8)
        return content + Array("sha256 \(Hexadecimal.encode(SHA256.digest(of: content)))\n".utf8)
    }

    /// Reads a record; `nil` for one that is damaged, cut, or of another version.
    package init?(_ bytes: [UInt8]) {
        let digestLine = 7 + 2 * SHA256.size + 1
        guard bytes.count > digestLine, let text = String(validating: bytes, as: UTF8.self) else { return nil }
        let content = Array(bytes.dropLast(digestLine))
        guard text.hasSuffix("sha256 \(Hexadecimal.encode(SHA256.digest(of: content)))\n") else { return nil }
        var lines = String(decoding: content, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)[...]
        guard lines.popFirst() == Self.version[...] else { return nil }
        self.init(done: RangeList(), identities: [:])
        var key: String?
        for line in lines where !line.isEmpty {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard words.count == 2 else { return nil }
            switch (words[0], key) {
            case ("done", _):
                let ends = words[1].split(separator: "-").compactMap { Int(digits: $0) }
                guard ends.count == 2, ends[0] < ends[1] else { return nil }
                done.insert(ends[0]..<ends[1])
            case ("source", _):
                key = words[1]
                identities[words[1]] = RepresentationIdentity()
            case ("length", let key?): identities[key]?.completeLength = Int(digits: words[1])
            case ("etag", let key?): identities[key]?.eTag = EntityTag(words[1])
            case ("modified", let key?), ("about", let key?):
                guard HTTPDate(words[1]) != nil else { return nil }
                identities[key]?.lastModified = words[1]
                identities[key]?.isLastModifiedStrong = words[0] == "modified"
            default: return nil
            }
        }
    }
}
