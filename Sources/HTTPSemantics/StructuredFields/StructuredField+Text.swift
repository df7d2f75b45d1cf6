// Lines of one name are one value, joined with commas (RFC 9651 §4.2), which is how `HTTPFields` answers them.

extension StructuredField.Item {
    /// The item that a field's value is: `Item(parsing: fields[name] ?? "")`. RFC 9651 §4.2.3.
    ///
    /// - Throws: When it is none, or several.
    public init(parsing value: String) throws(StructuredFieldError) {
        var parser = StructuredFieldParser(value)
        self = try parser.whole { parser throws(StructuredFieldError) in try parser.item() }
    }

    /// The field's value. RFC 9651 §4.1.3.
    ///
    /// - Throws: When a number is too large, or a text or key holds what it may not.
    public func serialized() throws(StructuredFieldError) -> String {
        var serializer = StructuredFieldSerializer()
        try serializer.write(self)
        return serializer.text
    }
}

extension StructuredField.List {
    /// The list that a field's value is: `List(parsing: fields[name] ?? "")`; an empty value is an empty list. RFC 9651 §4.2.1.
    ///
    /// - Throws: When it is none: a field that is wrong in one place counts as a whole for nothing.
    public init(parsing value: String) throws(StructuredFieldError) {
        var parser = StructuredFieldParser(value)
        self = try parser.whole { parser throws(StructuredFieldError) in try parser.list() }
    }

    /// The field's value; an empty list is to be sent as no field at all. RFC 9651 §4.1.1.
    ///
    /// - Throws: When a number is too large, or a text or key holds what it may not.
    public func serialized() throws(StructuredFieldError) -> String {
        var serializer = StructuredFieldSerializer()
        try serializer.write(self)
        return serializer.text
    }
}

extension StructuredField.OrderedMap where Value == StructuredField.Member {
    /// The dictionary that a field's value is; an empty value is an empty dictionary. RFC 9651 §4.2.2.
    ///
    /// - Throws: When it is none: a field that is wrong in one place counts as a whole for nothing.
    public init(parsing value: String) throws(StructuredFieldError) {
        var parser = StructuredFieldParser(value)
        self = try parser.whole { parser throws(StructuredFieldError) in try parser.dictionary() }
    }

    /// The field's value; an empty dictionary is to be sent as no field at all. RFC 9651 §4.1.2.
    ///
    /// - Throws: When a number is too large, or a text or key holds what it may not.
    public func serialized() throws(StructuredFieldError) -> String {
        var serializer = StructuredFieldSerializer()
        try serializer.write(self)
        return serializer.text
    }
}
