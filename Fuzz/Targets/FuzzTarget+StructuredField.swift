import HTTPSemantics

extension FuzzTarget {
    /// A structured field, as each of the three types.
    static let structuredField = FuzzTarget(name: "structured-field") { bytes in
        let value = text(bytes)
        if let item = try? StructuredField.Item(parsing: value) {
            try promise(try StructuredField.Item(parsing: item.serialized()) == item, "another item when written")
        }
        if let list = try? StructuredField.List(parsing: value) {
            try promise(try StructuredField.List(parsing: list.serialized()) == list, "another list when written")
        }
        if let dictionary = try? StructuredField.Dictionary(parsing: value) {
            try promise(Set(dictionary.keys).count == dictionary.count, "a key comes again")
            try promise(
                try StructuredField.Dictionary(parsing: dictionary.serialized()) == dictionary, "another dictionary when written")
        }
    }
}
