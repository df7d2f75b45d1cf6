internal import Retriever

/// Content as recordings have it: without secrets, and the same each time that the same is sent.
struct RecordedContent {
    /// As text if it is one, else as bytes.
    let bytes: [UInt8]
    let isText: Bool
    let contentType: String?

    init(_ content: [UInt8], contentType: String?, redaction: Redaction) {
        var content = content
        var type = contentType
        if let mediaType = contentType.flatMap({ MediaType($0) }), mediaType.essence == "multipart/form-data",
            let boundary = mediaType.parameters["boundary"], !boundary.isEmpty
        {
            // Each attempt has another boundary.
            content = MultipartText(content, boundary: boundary).redacted(redaction.parameters, boundary: Self.boundary)
            type = "multipart/form-data; boundary=\(Self.boundary)"
        }
        let text = content.contains(0) ? nil : redaction.text(of: content, contentType: type ?? "text/plain")
        bytes = text.map { Array($0.utf8) } ?? content
        isText = text != nil || content.isEmpty
        self.contentType = type
    }

    private static let boundary = "recorded-boundary"
}

/// The parts of a form. RFC 7578.
private struct MultipartText {
    private let parts: [[UInt8]]

    init(_ content: [UInt8], boundary: String) {
        let delimiter = Array("--\(boundary)".utf8)
        var parts: [[UInt8]] = []
        var rest = content[...]
        while let found = rest.firstRange(of: delimiter) {
            parts.append(Array(rest[..<found.lowerBound]))
            rest = rest[found.upperBound...]
        }
        self.parts = parts + [Array(rest)]
    }

    func redacted(_ names: Set<String>, boundary: String) -> [UInt8] {
        Array(parts.map { Self.redacted($0, names) }.joined(separator: Array("--\(boundary)".utf8)))
    }

    private static func redacted(_ part: [UInt8], _ names: Set<String>) -> [UInt8] {
        guard let end = part.firstRange(of: Array("\r\n\r\n".utf8)) else { return part }
        for line in part[..<end.lowerBound].split(whereSeparator: { $0 == 0x0D || $0 == 0x0A }) {
            let text = String(decoding: line, as: UTF8.self)
            guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
                text[..<colon].equalsIgnoringASCIICase("Content-Disposition"),
                let name = ContentDisposition(String(text[text.utf8.index(after: colon)...]))?.parameters["name"],
                names.contains(name.asciiLowercased)
            else { continue }
            return part[..<end.upperBound] + Array("\(Redaction.mark)\r\n".utf8)
        }
        return part
    }
}
