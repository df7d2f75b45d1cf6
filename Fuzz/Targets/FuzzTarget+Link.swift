import HTTPSemantics

extension FuzzTarget {
    /// The lines of a `Link` field.
    static let link = FuzzTarget(name: "link") { bytes in
        let lines = text(bytes).split(separator: "\n").compactMap { HTTPField(name: .link, value: String($0)) }
        for link in Link.list(in: HTTPFields(lines)) {
            try promise(!link.target.utf8.contains(UInt8(ascii: ">")), "a target with its end")
            try promise(
                link.relations.allSatisfy { !$0.isEmpty && !$0.utf8.contains(0x20) }, "\(link.relations) are no relations")
            for parameter in link.parameters {
                try promise(
                    parameter.name.isToken && parameter.name == parameter.name.asciiLowercased, "parameter \(parameter.name)")
            }
            let plain = link.parameters.filter { !$0.name.hasSuffix("*") }
            let relations = quoted(link.relations.joined(separator: " "))
            let written = plain.reduce("<\(link.target)>;rel=\(relations)") { $0 + ";\($1.name)=\(quoted($1.value))" }
            guard let field = HTTPField(name: .link, value: written) else { continue }
            let again = Link.list(in: HTTPFields([field]))
            try promise(again.count == 1 && again[0].target == link.target, "\(written) is another link")
            try promise(again[0].relations == link.relations && again[0].parameters == plain, "\(written) has other parameters")
        }
    }
}
