/// A link from a response to something else, as the field `Link` has it. RFC 8288.
public struct Link: Hashable, Sendable {
    /// Where it leads: a URL, or a reference that is relative to the response's URL.
    public let target: String
    /// How the target is related to the response, such as "next": names in lower case, or URLs. RFC 8288 §3.3.
    public let relations: [String]
    /// What the link is from, when that is not the response: a reference like ``target``. RFC 8288 §3.2.
    public let anchor: String?
    /// What else is said about the target, in order; names in lower case. Those whose name ends with "*" are decoded (RFC 8187), and left
    /// out when they cannot be.
    public let parameters: [Parameter]

    /// A parameter of a link.
    public struct Parameter: Hashable, Sendable {
        /// The name, in lower case.
        public let name: String
        /// The value without quotes; empty when there is none.
        public let value: String
    }

    init(target: String, parameters: [Parameter]) {
        func first(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
        self.target = target
        relations = (first("rel") ?? "").utf8.split(whereSeparator: \.isOptionalWhitespace).map { word in
            let relation = String(decoding: word, as: UTF8.self)
            return word.contains(UInt8(ascii: ":")) ? relation : relation.asciiLowercased
        }
        anchor = first("anchor")
        self.parameters = parameters.filter { !["rel", "anchor"].contains($0.name) }
    }

    /// The value of the first parameter with this name, which is in lower case; that of `name*` comes before.
    public subscript(name: String) -> String? {
        (parameters.first { $0.name == name + "*" } ?? parameters.first { $0.name == name })?.value
    }

    /// What the target is called, for people. RFC 8288 §3.4.1.
    public var title: String? { self["title"] }

    /// The links in a message, in their order. What is malformed ends its line. RFC 8288 §3, appendix B.
    public static func list(in fields: HTTPFields) -> [Link] {
        fields[values: .link].flatMap { line in
            var parser = LinkParser(line)
            return parser.links()
        }
    }
}
