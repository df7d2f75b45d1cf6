import CurlTransport
import HTTPSemantics

extension FuzzTarget {
    /// The head of a response, cut into lines at line feeds as libcurl does.
    static let responseHead = FuzzTarget(name: "response-head") { bytes in
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
        guard let response = head(&lines) else { return }
        try promise(0...999 ~= response.status.code, "status \(response.status.code)")
        try promise(HTTPField.isValid(value: response.status.reasonPhrase), "a reason phrase of several lines")
        try checkFields(response.headerFields)
    }

    /// The head that lines begin with, which are taken away up to its end.
    static func head(_ lines: inout ArraySlice<ArraySlice<UInt8>>) -> HTTPResponse? {
        var section = HeaderSection()
        while let line = lines.popFirst() {
            let isEnd = (line + [0x0A]).withUnsafeBytes { section.append(line: $0) }
            if isEnd { break }
        }
        return section.head
    }

    /// What holds for the fields of every message, and that they stay the same when they become values of their own.
    private static func checkFields(_ fields: HTTPFields) throws {
        var own = fields
        own.removeAll { _ in false }
        try promise(own == fields && own.count == fields.count, "fields change when they are copied")
        for field in fields {
            try promise(HTTPField.Name(field.name.rawName) == field.name, "a name that is no token: \(field.name)")
            let again = HTTPField(name: field.name, value: field.value)
            try promise(again?.value == field.value, "a value that could not be sent: \(field)")
            try promise(fields.contains(field.name) && own.contains(field.name), "\(field.name) is not found")
            try promise(fields[values: field.name] == own[values: field.name], "two opinions on \(field.name)")
        }
    }
}
