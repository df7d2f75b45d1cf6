internal import HTTPSemantics
internal import Retriever

/// From the bytes of a page to UTF-8, so that the parser sees one encoding only.
enum PageEncoding {
    /// The page in UTF-8, without NUL, which ends a text in C.
    ///
    /// - Parameters:
    ///   - charset: As `Content-Type` has it; without it, or with one that nobody knows, it is what the page declares or looks like.
    ///   - type: The type of the content without parameters.
    static func utf8(_ bytes: [UInt8], charset: String?, type: String) -> [UInt8] {
        let label = charset.flatMap { TextEncoding(label: $0) }.map { "\(type);charset=\($0)" }
        let text = TextEncoding(of: bytes, contentType: MediaType(label ?? type)).decode(bytes)
        return text.utf8.filter { $0 != 0 }
    }
}
