internal import CCurl
internal import HTTPSemantics

/// The field lines of a request as libcurl borrows them. They stay with the handle, and serve its next request when that has the
/// same fields.
@safe final class HeaderLines {
    /// What the lines are made from.
    struct Source: Equatable {
        var fields: HTTPFields
        var hasContent: Bool
        var waitsForContinue: Bool
        var hasProxy: Bool
        var decodesContent: Bool
        var acceptsAnything: Bool

        /// Whether libcurl is to decode content; a caller that names codings wants to see them.
        var asksForCodings: Bool { decodesContent && !fields.contains(.acceptEncoding) }
    }

    let source: Source
    private(set) var first: UnsafeMutablePointer<curl_slist>?

    init(_ source: Source) {
        self.source = source
        for field in source.fields {
            // To libcurl "Name:" removes a field of its own and "Name;" sends one without value.
            if field.value.isEmpty {
                append("\(field.name);")
            } else if field.isLatin1 {
                append(octets: Array("\(field.name): ".utf8) + field.octets)
            } else {
                append("\(field.name): \(field.value)")
            }
        }
        if !source.acceptsAnything, !source.fields.contains(.accept) { append("Accept:") }
        // libcurl would make the same line anew for each request.
        if source.asksForCodings { append("Accept-Encoding: \(Library.codings)") }
        if source.hasContent {
            if !source.fields.contains(.contentType) { append("Content-Type:") }
            // libcurl would ask by itself when there is much content, and wait for servers that never answer.
            if !source.waitsForContinue { append("Expect:") }
        }
        if source.hasProxy { append("Proxy-Connection:") }  // no field of HTTP's (RFC 9110 §7.6.1)
    }

    deinit { unsafe curl_slist_free_all(first) }

    private func append(_ line: String) { if let longer = unsafe curl_slist_append(first, line) { unsafe first = longer } }

    private func append(octets: [UInt8]) {
        let line = (octets + [0]).map { CChar(bitPattern: $0) }
        if let longer = unsafe curl_slist_append(first, line) { unsafe first = longer }
    }
}
