package import HTTPSemantics

/// The content that a transfer sends.
package enum TransferContent: Sendable {
    case bytes([UInt8])
    case stream(ContentStream)

    /// How many bytes it is; `nil` when that shows at its end only.
    package var length: Int? {
        switch self {
        case .bytes(let bytes): bytes.count
        case .stream(let stream): stream.length
        }
    }
}

/// Content that is made while it is sent.
package struct ContentStream: Sendable {
    /// Answers the next bytes, and `nil` at the end. Used by one task.
    package typealias Reader = () async throws -> [UInt8]?

    /// How many bytes it is; `nil` when that shows at its end only.
    package var length: Int?
    /// Begins at the first byte. Called again when the content has to be sent again; throws when that is impossible.
    package var makeReader: @Sendable () throws -> Reader
    /// Makes the trailer section, after the last byte was read.
    package var trailerFields: (@Sendable () async throws -> HTTPFields)?

    package init(
        length: Int?, trailerFields: (@Sendable () async throws -> HTTPFields)? = nil,
        makeReader: @escaping @Sendable () throws -> Reader
    ) {
        self.length = length
        self.trailerFields = trailerFields
        self.makeReader = makeReader
    }
}

extension ContentStream {
    /// A reader that throws unless it brings as many bytes as was promised. The last of them come when it is certain that they are
    /// the last.
    package func checkedReader() throws -> Reader {
        let next = try makeReader()
        guard let length else { return next }
        var total = 0
        return {
            guard let chunk = try await next() else {
                guard total == length else { throw ContentError("it ended after \(total) of \(length) bytes") }
                return nil
            }
            total += chunk.count
            if total == length {
                while let more = try await next() { total += more.count }
            }
            guard total <= length else { throw ContentError("there is more of it than the \(length) bytes it should have") }
            return chunk
        }
    }
}

/// Why content could not be made; says nothing secret.
package struct ContentError: Error, Sendable, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}
