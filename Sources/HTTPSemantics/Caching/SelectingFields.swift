/// The request fields that a stored response was chosen by: what its `Vary` names, with the values they had. RFC 9111 §4.1.
package struct SelectingFields: Hashable, Sendable {
    private struct Selection: Hashable, Sendable {
        let name: HTTPField.Name
        /// Normalised; `nil` when the request had no such field.
        let value: String?
    }

    private var selections: [Selection] = []

    /// None: the response is the same for all requests.
    package init() {}

    /// The fields of `request` that a response's `Vary` names; `nil` when it varies by what no field says ("*").
    package init?(_ response: HTTPFields, of request: HTTPFields) {
        for line in response[values: .vary] {
            for element in line.split(separator: ",") {
                let text = element.trimmingOptionalWhitespace
                guard text != "*" else { return nil }
                guard let name = HTTPField.Name(String(text)), !selections.contains(where: { $0.name == name }) else { continue }
                selections.append(Selection(name: name, value: Self.normalised(name, request)))
            }
        }
    }

    /// The fields by their names and normalised values, for those who keep them elsewhere.
    package init(_ fields: [(HTTPField.Name, String?)]) { selections = fields.map { Selection(name: $0.0, value: $0.1) } }

    /// Names and normalised values.
    package var fields: [(HTTPField.Name, String?)] { selections.map { ($0.name, $0.value) } }

    /// Whether there are none.
    package var isEmpty: Bool { selections.isEmpty }

    /// Whether a request has the same.
    package func match(_ request: HTTPFields) -> Bool {
        selections.allSatisfy { Self.normalised($0.name, request) == $0.value }
    }

    /// A value without the differences that mean nothing: lines combined, white space around commas gone. Which language a range
    /// names does not depend on case, and which is preferred not on the order of ranges of different weights (RFC 9110 §12.5.4); of
    /// equal ones servers take the first.
    private static func normalised(_ name: HTTPField.Name, _ fields: HTTPFields) -> String? {
        guard let value = fields[name] else { return nil }
        var elements = value.split(separator: ",").map { String($0.trimmingOptionalWhitespace) }
        if name == .acceptLanguage {
            elements = elements.map { $0.filter { $0 != " " }.asciiLowercased }
            let weights = elements.map { $0.split(separator: ";q=").dropFirst().first.flatMap { Double($0) } ?? 1 }
            elements = elements.indices.sorted { (-weights[$0], $0) < (-weights[$1], $1) }.map { elements[$0] }
        }
        return elements.joined(separator: ",")
    }
}
