import CatalogAPI
import HTTPSemantics
import HTTPServer
import JSONCoding

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
        let object = try jsonObject(content)
        var values: [String: String] = [:]
        for name in names {
            switch object[name] {
            case .string(let text): values[name] = text
            case .number(let number) where number.integer() != nil: values[name] = number.integer().map(String.init)
            case .null, nil: break
            default: throw Fault(400, "\(name) must be a whole number or a text.", field: name)
            }
        }
        return values
    }

    private static func jsonObject(_ content: [UInt8]) throws(Fault) -> JSON.Object {
        do {
            if let object = try JSON.Value(parsing: content).object { return object }
        } catch {
            if let name = error.repeatedKey { throw Fault(400, "\(name) is given twice.", field: name) }
            throw Fault(400, "The content is not JSON: \(error).")
        }
        throw Fault(400, "The content is not a JSON object.")
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
