internal import FoundationEssentials
internal import HTTPSemantics

/// A value on its way to parameters.
final class FormNode {
    enum Kind {
        case absent
        case text(String)
        case array
        case members
    }

    var kind = Kind.absent
    private(set) var elements: [FormNode] = []
    private(set) var members: [(name: String, node: FormNode)] = []
    private var places: [String: Int] = [:]
    /// Whether the members are those of a dictionary.
    var isDictionary = false

    func append() -> FormNode {
        let node = FormNode()
        elements.append(node)
        return node
    }

    /// The node of a member; one that is set again is the same.
    func member(_ name: String) -> FormNode {
        if let place = places[name] { return members[place].node }
        let node = FormNode()
        places[name] = members.count
        members.append((name, node))
        return node
    }
}

/// Names what is in a node, and lines it up.
struct FormFlattening {
    private let style: URLEncodedForm.Encoder

    init(_ style: URLEncodedForm.Encoder) { self.style = style }

    func parameters(_ root: FormNode) throws -> FormParameters {
        var parameters = FormParameters()
        switch root.kind {
        case .absent, .members: break
        case .text, .array: throw HTTPClientError(.encoding, "only a value with members can be a form")
        }
        for (name, node) in members(of: root) { try append(node, name, to: &parameters) }
        return parameters
    }

    private func members(of node: FormNode) -> [(name: String, node: FormNode)] {
        style.order == .sorted || node.isDictionary ? node.members.sorted { $0.name < $1.name } : node.members
    }

    private func append(_ node: FormNode, _ name: String, to parameters: inout FormParameters) throws {
        switch node.kind {
        case .absent: if style.absentValues == .empty { parameters.append(name: name, value: "") }
        case .text(let text): parameters.append(name: name, value: text)
        case .array: try append(node.elements, name, to: &parameters)
        case .members:
            for member in members(of: node) {
                let nested = style.nesting == .dots ? "\(name).\(member.name)" : "\(name)[\(member.name)]"
                try append(member.node, nested, to: &parameters)
            }
        }
    }

    private func append(_ nodes: [FormNode], _ name: String, to parameters: inout FormParameters) throws {
        switch style.arrays {
        case .brackets: for node in nodes { try append(node, "\(name)[]", to: &parameters) }
        case .indexed: for (index, node) in nodes.enumerated() { try append(node, "\(name)[\(index)]", to: &parameters) }
        case .repeated: for text in try texts(nodes, name) { parameters.append(name: name, value: text) }
        case .commaSeparated:
            let texts = try texts(nodes, name)
            guard !texts.contains(where: { $0.utf8.contains(UInt8(ascii: ",")) }) else {
                throw HTTPClientError(.encoding, "an element of \(name) holds a comma, which separates elements")
            }
            if !texts.isEmpty { parameters.append(name: name, value: texts.joined(separator: ",")) }
        }
    }

    private func texts(_ nodes: [FormNode], _ name: String) throws -> [String] {
        try nodes.compactMap { node in
            switch node.kind {
            case .absent: return style.absentValues == .empty ? "" : nil
            case .text(let text): return text
            case .array, .members:
                throw HTTPClientError(
                    .encoding, "an element of \(name) is no simple value, which this style of arrays cannot name")
            }
        }
    }
}
