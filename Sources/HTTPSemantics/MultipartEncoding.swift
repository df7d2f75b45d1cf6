/// What stands between the parts of `multipart/form-data`. RFC 7578, and the HTML standard's "multipart/form-data encoding
/// algorithm", which servers know best.
package struct MultipartEncoding: Sendable {
    /// The line between parts: 128 random bits, which no content holds by chance. RFC 2046 §5.1.1.
    package let boundary: String

    /// An encoding with a boundary of its own.
    package init() {
        let digits = (0..<32).map { _ in UInt8.random(in: 0..<16).uppercaseHexDigit }
        boundary = "----retriever" + String(decoding: digits, as: UTF8.self)
    }

    /// The value of `Content-Type`.
    package var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// What comes before a part's content; for the first one without the line end of the part before.
    package func partStart(name: String, fileName: String?, contentType: String?, isFirst: Bool) -> [UInt8] {
        var text = isFirst ? "" : "\r\n"
        text += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(Self.withCRLF(name)))\""
        if let fileName { text += "; filename=\"\(Self.escaped(fileName))\"" }
        if let contentType { text += "\r\nContent-Type: \(contentType)" }
        return Array((text + "\r\n\r\n").utf8)
    }

    /// What comes after the last part.
    package func end(isEmpty: Bool) -> [UInt8] { Array("\(isEmpty ? "" : "\r\n")--\(boundary)--\r\n".utf8) }

    /// Only what would end the name or the line is encoded; the rest is UTF-8 as it is (RFC 7578 §5.1).
    private static func escaped(_ name: String) -> String {
        var bytes: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case 0x0A: bytes += "%0A".utf8
            case 0x0D: bytes += "%0D".utf8
            case UInt8(ascii: "\""): bytes += "%22".utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Every line end as CR LF, which is how forms name fields.
    private static func withCRLF(_ name: String) -> String {
        var bytes: [UInt8] = []
        var previous: UInt8 = 0
        for byte in name.utf8 {
            switch byte {
            case 0x0A where previous == 0x0D: break
            case 0x0A, 0x0D: bytes += [0x0D, 0x0A]
            default: bytes.append(byte)
            }
            previous = byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
