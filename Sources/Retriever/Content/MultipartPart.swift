/// One part of `multipart/form-data`: a field of a form, or a file. RFC 7578 §4.
public struct MultipartPart: Sendable {
    /// The name of the form's field; several parts may share it.
    public var name: String
    /// The name of the file, for parts that are one.
    public var fileName: String?
    /// The content and its type.
    public var content: RequestContent

    /// A part with any content.
    public init(name: String, fileName: String? = nil, content: RequestContent) {
        self.name = name
        self.fileName = fileName
        self.content = content
    }

    /// A text, in UTF-8 and without a type of its own, as web forms send it. RFC 7578 §5.1.
    public static func field(_ name: String, _ value: String) -> Self {
        Self(name: name, content: RequestContent(value.utf8))
    }

    /// A file, read while it is sent.
    ///
    /// - Parameters:
    ///   - name: The name of the form's field.
    ///   - path: Where the file is.
    ///   - fileName: What the server is told it is called; the last part of `path` unless told otherwise.
    ///   - contentType: What it is.
    public static func file(
        _ name: String, path: String, fileName: String? = nil, contentType: String = "application/octet-stream"
    ) -> Self {
        let last = path.split(separator: "/").last.map(String.init)
        return Self(name: name, fileName: fileName ?? last ?? path, content: .file(path, contentType: contentType))
    }
}
