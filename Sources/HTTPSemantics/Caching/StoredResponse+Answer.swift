extension StoredResponse {
    /// What answers a request when the stored response does: its head, and which of its stored bytes go with it; `nil` for none.
    package struct Answer: Sendable {
        package var head: HTTPResponse
        /// Counted from the first stored byte.
        package var content: Range<Int>?
    }

    /// The answer to `request`, whose coverage has been found out.
    ///
    /// - Parameters:
    ///   - storedCount: How many bytes are stored.
    ///   - now: For `Age` (RFC 9111 §5.1).
    package func answer(_ request: HTTPRequest, storedCount: Int, now: Int) -> Answer {
        var head = response
        head.headerFields[.age] = "\(age(at: now))"
        if isUnmodified(for: request) {
            head = HTTPResponse(status: 304, headerFields: HTTPFields(head.headerFields.filter { !$0.name.describesContent }))
            return Answer(head: head, content: nil)
        }
        if request.method == .head { return Answer(head: head, content: nil) }
        switch RequestedRange(request, of: self) {
        case .positions(let wanted): return part(wanted, head: head, storedCount: storedCount)
        case .whole, .unknown: return Answer(head: head, content: 0..<storedCount)
        }
    }

    private func part(_ wanted: Range<Int>, head: HTTPResponse, storedCount: Int) -> Answer {
        let start = positions?.lowerBound ?? 0
        let available = wanted.clamped(to: start..<start + storedCount)
        let length = RepresentationIdentity(response).completeLength
        var head = HTTPResponse(status: 206, headerFields: head.headerFields)
        head.headerFields[.contentRange] = ContentRange(positions: available, completeLength: length)?.description
        head.headerFields[.contentLength] = "\(available.count)"
        return Answer(head: head, content: available.lowerBound - start..<available.upperBound - start)
    }

    /// Whether the caller, by the preconditions of the request, has this representation. RFC 9111 §4.3.2.
    private func isUnmodified(for request: HTTPRequest) -> Bool {
        guard response.status == 200 || response.status == 206 else { return false }
        let fields = request.headerFields
        if let condition = fields[.ifNoneMatch] {
            guard let own = response.headerFields[.eTag] else { return false }
            if condition == "*" { return true }
            guard let tag = EntityTag(own) else { return false }
            return condition.elements.contains {
                EntityTag(String($0))?.weaklyMatches(tag) ?? false
            }
        }
        guard let since = fields[.ifModifiedSince].flatMap({ HTTPDate($0) }) else { return false }
        let modified = (response.headerFields[.lastModified] ?? response.headerFields[.date]).flatMap { HTTPDate($0) }
        return (modified?.secondsSinceEpoch ?? responseTime) <= since.secondsSinceEpoch
    }
}

extension HTTPField.Name {
    /// Whether the field is about the content that a 304 does not have. RFC 9110 §15.4.5.
    fileprivate var describesContent: Bool {
        [.contentLength, .contentEncoding, .contentType, .contentRange, .contentLanguage].contains(self)
    }
}

extension String {
    /// The parts between commas that do not stand in a quoted string.
    fileprivate var elements: [Substring] {
        var parts: [Substring] = []
        var start = startIndex
        var isQuoted = false
        var isEscaped = false
        for index in utf8.indices {
            let byte = utf8[index]
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = isQuoted
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: ","), !isQuoted {
                parts.append(self[start..<index])
                start = utf8.index(after: index)
            }
        }
        return parts + [self[start...]]
    }
}
