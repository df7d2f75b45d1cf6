/// What an ``XMLReader`` meets in a document, in the order of the text. XML 1.0, Namespaces in XML 1.0.
public enum XMLEvent: Hashable, Sendable {
    /// An element begins.
    case startElement(XMLName, attributes: [XMLAttribute])
    /// An element ends; one that is empty ends as well.
    case endElement(XMLName)
    /// Text, with its entities and CDATA sections resolved. Text of more than 64 KiB may come in several events.
    case text(String)
    /// A comment.
    case comment(String)
    /// A processing instruction.
    case processingInstruction(target: String, data: String)
}

/// The name of an element or attribute.
public struct XMLName: Hashable, Sendable, CustomStringConvertible {
    /// The name behind the prefix.
    public let localName: String
    /// The prefix; `nil` when there is none.
    public let prefix: String?
    /// The namespace; `nil` when the name is in none, or its prefix is not declared.
    public let namespace: String?

    /// The name as it stands in the document.
    public var description: String { prefix.map { "\($0):\(localName)" } ?? localName }
}

/// An attribute of an element. Declarations of namespaces are none.
public struct XMLAttribute: Hashable, Sendable {
    /// The name.
    public let name: XMLName
    /// The value, with its entities resolved.
    public let value: String
}

extension [XMLAttribute] {
    /// The value of the attribute without namespace that has this name.
    public subscript(name: String) -> String? { first { $0.name.localName == name && $0.name.namespace == nil }?.value }
}
