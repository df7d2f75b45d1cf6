/// Why a request cannot be answered from a recording, or a recording not be made. It is the cause of the ``HTTPClientError`` that the
/// request throws.
public struct RecordingError: Error, Sendable, Hashable {
    /// What kind of failure it is. An open set: new codes may come.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        /// Nothing is recorded for the request.
        public static let missing = Self(description: "missing")
        /// A file is not what a recording is.
        public static let damaged = Self(description: "damaged")
        /// A file could not be written or read.
        public static let file = Self(description: "file")
    }

    /// What kind of failure it is.
    public let code: Code
    /// The path of the file.
    public let path: String
    /// The line that is wrong; the first is 1. `nil` when it is no single line.
    public let line: Int?
    /// What is wrong and what to do.
    public let message: String

    init(_ code: Code, _ path: String, line: Int? = nil, _ message: String) {
        self.code = code
        self.path = path
        self.line = line
        self.message = message
    }
}

extension RecordingError: CustomStringConvertible {
    /// File, line and message.
    public var description: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(message)" }
}
