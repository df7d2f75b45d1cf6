internal import Digests
internal import FoundationEssentials
public import Retriever

/// Answers that do what servers of files do: ranges and validators, as downloads need them to be resumed and fetched in segments.
extension ScriptedAnswer {
    /// Content with an entity tag. A request for a range gets it (RFC 9110 §14), unless its `If-Range` names another tag, and one whose
    /// `If-None-Match` has the tag gets 304. Of several ranges the whole content is sent.
    ///
    /// - Parameter eTag: The tag with its quotation marks; `nil` for one that is made from the content.
    public static func resource(
        _ content: [UInt8], contentType: String = "application/octet-stream", eTag: String? = nil, headerFields: HTTPFields = [:]
    ) -> Self {
        let tag = eTag ?? "\"\(Hexadecimal.encode(SHA256.digest(of: content).prefix(8)))\""
        return choosing { request in
            var fields = headerFields
            fields[.eTag] = tag
            fields[.acceptRanges] = "bytes"
            if let known = request.headerFields[.ifNoneMatch], Self.list(known, has: tag) {
                return .status(304, headerFields: fields)
            }
            guard let range = Self.range(asked: request, tag: tag) else {
                return .bytes(content, contentType: contentType, headerFields: fields)
            }
            guard let positions = range.positions(in: content.count) else {
                fields[.contentRange] = "bytes */\(content.count)"
                return .status(416, headerFields: fields)
            }
            fields[.contentRange] = "bytes \(positions.lowerBound)-\(positions.upperBound - 1)/\(content.count)"
            return .bytes(Array(content[positions]), contentType: contentType, status: 206, headerFields: fields)
        }
    }

    /// A file as it is when the request comes; otherwise as ``resource(_:contentType:eTag:headerFields:)``. A request fails with code
    /// `file` when it cannot be read.
    public static func file(
        _ path: String, contentType: String = "application/octet-stream", eTag: String? = nil, headerFields: HTTPFields = [:]
    ) -> Self {
        choosing { _ in
            guard let content = FileManager.default.contents(atPath: path) else {
                throw HTTPClientError(.file, "scripted answer: the file \(path) cannot be read")
            }
            return .resource(Array(content), contentType: contentType, eTag: eTag, headerFields: headerFields)
        }
    }

    /// The one range that is asked for, and that is to be sent.
    private static func range(asked request: ReceivedRequest, tag: String) -> ByteRange? {
        guard request.method == .get, let ranges = request.headerFields[.range].flatMap(ByteRange.parse(field:)),
            ranges.count == 1
        else { return nil }
        guard let condition = request.headerFields[.ifRange] else { return ranges[0] }
        guard let asked = EntityTag(condition), let own = EntityTag(tag) else { return nil }
        return asked.stronglyMatches(own) ? ranges[0] : nil
    }

    private static func list(_ tags: String, has tag: String) -> Bool {
        tags == "*" || tags.split(separator: ",").contains { $0.trimmingOptionalWhitespace == tag }
    }
}
