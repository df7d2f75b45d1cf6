import HTTPSemantics
import Retriever

extension FuzzTarget {
    /// Fields of a response and of requests, as the cache reads them.
    static let caching = FuzzTarget(name: "caching") { bytes in
        let names = [
            "Cache-Control", "Date", "Expires", "Age", "Last-Modified", "ETag", "Vary", "Content-Range", "Connection",
            "CDN-Cache-Control", "Cache-Control", "Range", "If-None-Match", "If-Modified-Since", "If-Range", "Accept",
        ]
        let fields = zip(names, parts(bytes, names.count)).compactMap { name, value in
            HTTPField.Name(name).flatMap { HTTPField(name: $0, value: value) }
        }
        let split = fields.firstIndex { $0.name == .range } ?? fields.endIndex
        let asked = HTTPRequest(url: try parser.parse("http://h/a"), headerFields: HTTPFields(fields[split...]))
        var rules = CachingRules(parser: parser)
        rules.targets = [HTTPField.Name("CDN-Cache-Control")].compactMap(\.self)
        let now = 1_800_000_000
        for status in [200, 206] {
            let head = HTTPResponse(status: .init(code: status), headerFields: HTTPFields(fields[..<split]))
            guard let stored = rules.stored(head, to: asked, requestTime: now, responseTime: now) else { continue }
            try promise((0...1 << 31).contains(stored.age(at: now + 5)), "an age of \(stored.age(at: now + 5))")
            try promise(stored.freshnessLifetime >= 0, "fresh for \(stored.freshnessLifetime)")
            try promise(stored.selectingFields.match(asked.headerFields), "not for the request that it answered")
            let count = stored.positions?.count ?? 10
            guard count < 1 << 40 else { continue }
            let lookup = CacheLookup(asked, policy: .standard, isOffline: false, now: now)
            if case .answer = lookup.decision([stored]) {
                let answer = stored.answer(asked, storedCount: count, now: now)
                if let content = answer.content {
                    try promise(0 <= content.lowerBound && content.upperBound <= count, "bytes \(content) of \(count)")
                }
            }
            _ = stored.combined(with: stored, rules: rules)
        }
    }

    /// What is kept on the disk of a stored response.
    static let cacheRecord = FuzzTarget(name: "cache-record") { bytes in
        let rules = CachingRules(parser: parser)
        guard let record = DiskRecord(bytes, rules: rules) else { return }
        let again = record.bytes
        try promise(DiskRecord(again, rules: rules)?.bytes == again, "not the same when written again")
    }
}
