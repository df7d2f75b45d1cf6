import CatalogAPI
import FoundationEssentials
import HTTPSemantics
import HTTPServer

/// What somebody votes, taken from a form or from JSON.
struct VoteSubmission: Sendable, Hashable {
    var joke: Int
    var vote: Vote
    var voterToken: String?

    private static let names = ["joke_id", "vote", "voter"]

    /// The vote in a request.
    ///
    /// - Throws: `Fault` 415 for other content, 400 naming the field that is missing, repeated or malformed.
    init(_ request: ServerRequest) throws(Fault) {
        let values: [String: String]
        if request.headerFields.hasContent(ofType: "application/x-www-form-urlencoded") {
            values = try Self.formValues(request.content)
        } else if request.headerFields.hasContent(ofType: "application/json") {
            values = try Self.jsonValues(request.content)
        } else {
            throw Fault(415, "Send the vote as application/x-www-form-urlencoded or application/json.")
        }
        joke = try Self.number("joke_id", values, "the identifier of a joke, a number from 1") { $0 > 0 ? $0 : nil }
        vote = try Self.number("vote", values, "1, -1 or 0") { Vote(rawValue: $0) }
        voterToken = values["voter"]
    }

    private static func number<Value>(
        _ field: String, _ values: [String: String], _ meaning: String, _ convert: (Int) -> Value?
    ) throws(Fault) -> Value {
        guard let text = values[field] else { throw Fault(400, "\(field) is missing: \(meaning).", field: field) }
        // The tutorials write a vote up as "+1"; in a form that escapes nothing the plus means a space.
        guard let value = Int(text.trimmingOptionalWhitespace).flatMap(convert) else {
            throw Fault(400, "\(field) must be \(meaning).", field: field)
        }
        return value
    }

    private static func formValues(_ content: [UInt8]) throws(Fault) -> [String: String] {
        var values: [String: String] = [:]
        for parameter in FormParameters(urlEncoded: String(decoding: content, as: UTF8.self))
        where names.contains(parameter.name) {
            guard values.updateValue(parameter.value, forKey: parameter.name) == nil else {
                throw Fault(400, "\(parameter.name) is given twice.", field: parameter.name)
            }
        }
        return values
    }

    private static func jsonValues(_ content: [UInt8]) throws(Fault) -> [String: String] {
        guard let object = try? JSONDecoder().decode([String: JSONScalar].self, from: Data(content)) else {
            throw Fault(400, "The content is not a JSON object.")
        }
        let members = JSONMemberNames.all(in: content)
        for name in names where members.count(where: { $0 == name }) > 1 {
            throw Fault(400, "\(name) is given twice.", field: name)
        }
        var values: [String: String] = [:]
        for name in names {
            switch object[name] {
            case .text(let text): values[name] = text
            case .null, nil: break
            case .other: throw Fault(400, "\(name) must be a whole number or a text.", field: name)
            }
        }
        return values
    }
}

/// A member of a JSON object as far as votes need it.
private enum JSONScalar: Decodable {
    case text(String)
    case null
    case other

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let number = try? value.decode(Int.self) {
            self = .text("\(number)")
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else {
            self = .other
        }
    }
}

extension HTTPFields {
    /// Whether the content is of a media type, whatever its parameters. RFC 9110 §8.3.1.
    func hasContent(ofType type: String) -> Bool {
        guard let value = self[.contentType] else { return false }
        let end = value.utf8.firstIndex(of: UInt8(ascii: ";")) ?? value.endIndex
        return value[..<end].trimmingOptionalWhitespace.equalsIgnoringASCIICase(type)
    }

    /// The value of the first cookie with this name. RFC 6265 §4.2.
    func cookie(_ name: String) -> String? {
        for pair in self[.cookie]?.split(separator: ";") ?? [] {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2, halves[0].trimmingOptionalWhitespace == name else { continue }
            return String(halves[1].trimmingOptionalWhitespace)
        }
        return nil
    }
}
