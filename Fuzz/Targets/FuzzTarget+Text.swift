import Retriever

extension FuzzTarget {
    /// Text of a response: the charset's label on a line, then the content, which arrives whole and in parts.
    static let responseText = FuzzTarget(name: "text") { bytes in
        let halves = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else { return }
        let (label, content) = (text(halves[0]), Array(halves[1]))
        let whole = decode([content], label: label)
        let chunks = chunks(of: content)
        try promise(decode(chunks, label: label) == whole, "other text when it arrives in parts")
        let hasByteOrderMark = [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]].contains { content.starts(with: $0) }
        if label == "utf-8", !hasByteOrderMark { try promise(whole == content, "UTF-8 is changed") }

        var lines = whole.split(separator: 0x0A, omittingEmptySubsequences: false).map { $0.last == 0x0D ? $0.dropLast() : $0 }
        if whole.last == 0x0A || whole.isEmpty { lines.removeLast() }
        try promise(try split([whole]).elementsEqual(lines), "other lines")
        try promise(try split(FuzzTarget.chunks(of: whole)).elementsEqual(lines), "other lines when they arrive in parts")
    }

    /// The bytes in parts of one, two, three … seven, one … bytes.
    static func chunks(of bytes: [UInt8]) -> [[UInt8]] {
        var rest = bytes[...]
        var chunks: [[UInt8]] = []
        while !rest.isEmpty {
            let size = chunks.count % 7 + 1
            chunks.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        return chunks
    }

    private static func decode(_ chunks: [[UInt8]], label: String) -> [UInt8] {
        var decoder = TextDecoder(label: label)
        return chunks.flatMap { decoder.decode($0) } + decoder.finish()
    }

    private static func split(_ chunks: [[UInt8]]) throws -> [ArraySlice<UInt8>] {
        var splitter = LineSplitter(limit: .max - 1)
        var lines: [ArraySlice<UInt8>] = []
        func takeLines() throws {
            while let line = try splitter.next() { lines.append(line) }
        }
        for chunk in chunks {
            splitter.append(chunk)
            try takeLines()
        }
        splitter.end()
        try takeLines()
        return lines
    }
}
