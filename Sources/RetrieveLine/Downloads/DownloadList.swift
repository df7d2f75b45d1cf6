internal import Files
internal import Glibc
internal import HTTPSemantics

/// Files to download, listed in a file: a line each.
///
///     # mirrors of a file are separated by tabs, as with aria2
///     https://example.com/a.iso
///     https://example.com/download?id=7 -> seven.pdf
package enum DownloadList {
    /// Reads a list; "-" is standard input.
    ///
    /// - Throws: A sentence that names the file and, where it is a line that means nothing, its number.
    package static func read(_ path: String) throws(UsageError) -> [DownloadJob] {
        let bytes: [UInt8]?
        do throws(FileError) {
            bytes =
                try path == "-"
                ? StandardInput.all() : FileSystem.content(of: path, upTo: sizeLimit, followsLinks: true, waits: true)
        } catch {
            throw UsageError("the list cannot be read: \(error.description)")
        }
        guard let bytes else { throw UsageError("the list \(path) is not there, or longer than \(Amount.bytes(sizeLimit))") }
        return try jobs(bytes, in: path == "-" ? "standard input" : path)
    }

    /// Reads a list's content.
    ///
    /// - Parameters:
    ///   - bytes: Lines of UTF-8.
    ///   - name: What errors call it.
    /// - Throws: A sentence that names the line.
    package static func jobs(_ bytes: [UInt8], in name: String) throws(UsageError) -> [DownloadJob] {
        var jobs: [DownloadJob] = []
        let content = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes[...]
        for (index, line) in content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            do throws(UsageError) {
                if let job = try job(line) { jobs.append(job) }
            } catch {
                throw UsageError("\(name), line \(index + 1): \(error.description)")
            }
        }
        guard !jobs.isEmpty else { throw UsageError("\(name) has no address in it") }
        return jobs
    }

    private static let sizeLimit = 64 << 20
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// What a line asks for; `nil` when it is empty or a comment.
    private static func job(_ line: ArraySlice<UInt8>) throws(UsageError) -> DownloadJob? {
        guard let text = String(validating: line, as: UTF8.self) else { throw UsageError("this is no UTF-8") }
        let halves =
            text.utf8.firstRange(of: " -> ".utf8).map { [text[..<$0.lowerBound], text[$0.upperBound...]] } ?? [text[...]]
        let addresses = halves[0].utf8.split(separator: UInt8(ascii: "\t")).map { trimmed(Substring($0)) }.filter { !$0.isEmpty }
        guard let first = addresses.first else {
            guard halves.count == 1 else { throw UsageError("there is no address before “->”") }
            return nil
        }
        guard first.utf8.first != UInt8(ascii: "#") else { return nil }
        return try DownloadJob(addresses, name: halves.count > 1 ? trimmed(halves[1]) : nil)
    }

    private static func trimmed(_ text: Substring) -> String {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
        let start = text.utf8.drop(while: isSpace)
        return String(decoding: start.prefix(start.count - start.reversed().prefix(while: isSpace).count), as: UTF8.self)
    }
}
