public import HTTPSemantics
internal import JSONCoding

/// What a server says about a failure, in a form for programs: content of the type `application/problem+json`. RFC 9457.
///
/// What comes from a server may hold something private, so only ``title`` gets into descriptions.
public struct ProblemDetails: Hashable, Sendable {
    /// Which kind of problem it is: a URL, possibly relative to the response's; "about:blank" when the status says it all. §3.1.1.
    public let type: String
    /// The status that the server meant, whatever became of it on the way. §3.1.2.
    public let status: HTTPResponse.Status?
    /// What kind of problem it is, for people; the same for all of a type. §3.1.3.
    public let title: String?
    /// What happened this time, for people. §3.1.4.
    public let detail: String?
    /// A URL for this one problem, possibly relative to the response's. §3.1.5.
    public let instance: String?
    /// The document, for members of other names.
    private let document: [UInt8]

    /// The details that a document holds; `nil` when it is no JSON object. A member that is not of the type it should be counts as missing.
    public init?(_ document: [UInt8]) {
        guard let members = try? JSON.Decoder().decode(Members.self, from: document) else { return nil }
        type = members.type ?? "about:blank"
        status = members.status.map { HTTPResponse.Status(code: $0) }
        title = members.title
        detail = members.detail
        instance = members.instance
        self.document = document
    }

    /// The details that a response brings; `nil` when it brings none, or too many.
    init?(_ headerFields: HTTPFields, content: [UInt8]) {
        guard headerFields.announceProblem, content.count <= Self.sizeLimit else { return nil }
        self.init(content)
    }

    /// The document as a value with members of its own, such as the type of problem defines. RFC 9457 §3.2.
    ///
    /// - Throws: ``HTTPClientError`` with code `decoding` and the key that failed.
    public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        do {
            return try JSON.Decoder().decode(type, from: document)
        } catch {
            throw HTTPClientError(undecodable: "the problem", as: type, error)
        }
    }

    /// How many bytes of a document are read.
    static let sizeLimit = 64 << 10
}

extension ProblemDetails {
    fileprivate struct Members: Decodable {
        var type: String?
        var status: Int?
        var title: String?
        var detail: String?
        var instance: String?

        enum CodingKeys: CodingKey {
            case type, status, title, detail, instance
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            type = try? container.decode(String.self, forKey: .type)
            status = (try? container.decode(Int.self, forKey: .status)).flatMap { 100...599 ~= $0 ? $0 : nil }
            title = try? container.decode(String.self, forKey: .title)
            detail = try? container.decode(String.self, forKey: .detail)
            instance = try? container.decode(String.self, forKey: .instance)
        }
    }
}

extension ProblemDetails: CustomStringConvertible, CustomDebugStringConvertible {
    /// The title, or else the type: safe to log.
    public var description: String { printableTitle ?? "a problem" }

    /// All that the server says.
    public var debugDescription: String { String(decoding: document, as: UTF8.self) }

    /// The title when it is short and holds nothing that would change how a line looks.
    var printableTitle: String? {
        guard let title, !title.isEmpty, title.utf8.count <= 200, title.unicodeScalars.allSatisfy(\.isPrintable) else {
            return nil
        }
        return title
    }
}

extension Unicode.Scalar {
    fileprivate var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }
}

extension HTTPFields {
    /// Whether the content says what went wrong.
    var announceProblem: Bool { self[.contentType].flatMap(MediaType.init)?.essence == "application/problem+json" }
}

extension CollectedResponse {
    /// What the server says about a failure; `nil` when the content is of another type. RFC 9457.
    public var problem: ProblemDetails? { ProblemDetails(headerFields, content: content) }
}
