import HTTPSemantics
import Retriever

extension FuzzTarget {
    /// Text whose encoding nothing says: declared as HTML and XML have it, or guessed.
    static let textEncoding = FuzzTarget(name: "text-encoding") { bytes in
        for type in ["text/html", "text/xml", "text/plain"] {
            let encoding = TextEncoding(of: bytes, contentType: MediaType(type))
            try promise(TextEncoding(label: encoding.name) == encoding, "\(encoding) is unknown")
            let text = encoding.decode(bytes)
            try promise(
                encoding.name == "replacement" || bytes.isEmpty || !text.isEmpty || bytes.count <= 3,
                "nothing of \(bytes.count) bytes")
        }
        if String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0), !bytes.contains(0x1B) {
            try promise(TextEncoding(of: bytes, contentType: nil) == .utf8, "UTF-8 is taken for something else")
        }
    }
}
