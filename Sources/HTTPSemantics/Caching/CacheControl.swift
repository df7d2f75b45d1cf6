/// The directives of `Cache-Control`, in a request or a response. RFC 9111 §5.2, RFC 5861, RFC 8246.
///
/// Of a directive that occurs several times the first counts; one whose seconds are no number means zero, so that a response is
/// stale rather than wrongly fresh (RFC 9111 §4.2.1). Unknown directives mean nothing.
public struct CacheControl: Hashable, Sendable {
    /// What a directive is about that may name fields.
    public enum Scope: Hashable, Sendable {
        /// The whole response.
        case response
        /// These of its fields.
        case fields([HTTPField.Name])
    }

    /// `max-age`: how many seconds a response is fresh, or how old one may be.
    public var maxAge: Int?
    /// `s-maxage`: instead of ``maxAge`` for shared caches.
    public var sharedMaxAge: Int?
    /// `max-stale`: how many seconds past its freshness a response may be; the largest number for any.
    public var maxStale: Int?
    /// `min-fresh`: for how many seconds a response must stay fresh.
    public var minFresh: Int?
    /// `stale-while-revalidate`: for how many seconds past its freshness a response may be used while it is validated. RFC 5861 §3.
    public var staleWhileRevalidate: Int?
    /// `stale-if-error`: for how many seconds past its freshness a response may stand in for an error. RFC 5861 §4.
    public var staleIfError: Int?
    /// `no-cache`: not used without validation.
    public var noCache: Scope?
    /// `private`: not for shared caches.
    public var `private`: Scope?
    /// `no-store`: not stored.
    public var noStore = false
    /// `only-if-cached`: answered from the cache or not at all.
    public var onlyIfCached = false
    /// `must-revalidate`: never used when stale.
    public var mustRevalidate = false
    /// `proxy-revalidate`: never used by shared caches when stale.
    public var proxyRevalidate = false
    /// `must-understand`: stored by who knows the status code, whatever `no-store` says.
    public var mustUnderstand = false
    /// `public`: for shared caches too.
    public var `public` = false
    /// `immutable`: does not change while it is fresh. RFC 8246.
    public var immutable = false

    /// No directive.
    public init() {}

    /// The directives of a field's lines.
    public init(_ values: some Sequence<String>) {
        for value in values { apply(line: value.utf8.span) }
    }

    /// The directives of `Cache-Control` in a message.
    init(_ fields: HTTPFields) {
        fields.forEachValue(.cacheControl) { apply(line: $0) }
    }

    /// The directives of a field for caches of one kind, a structured one; `nil` when it is empty or malformed. RFC 9213 §2.1.
    init?(targeted lines: [String]) {
        guard let members = try? StructuredField.Dictionary(parsing: lines.joined(separator: ", ")), !members.isEmpty else {
            return nil
        }
        self.init()
        for member in members {
            guard let value = member.value.item?.bareItem else { continue }
            let name = member.key.utf8.span
            switch value {
            case .boolean(true): apply(name, nil)
            case .integer(let number): apply(name, "\(number)".utf8.span)
            default: if let text = value.text { apply(name, text.utf8.span) }
            }
        }
    }

    /// The directives of a message, `Pragma: no-cache` of a request without `Cache-Control` included (RFC 9111 §5.4).
    init(request fields: HTTPFields) {
        self.init()
        guard fields.contains(any: Self.requestFields) else { return }
        self.init(fields)
        if !fields.contains(.cacheControl), fields[.pragma]?.equalsIgnoringASCIICase("no-cache") == true { noCache = .response }
    }

    private static let requestFields: HTTPFieldNames = [.cacheControl, .pragma]

    // MARK: - Reading. Responses are read as they come, most of them in vain: hence bytes, and no strings but for fields' names.

    /// RFC 9111 §1.2.2: at most 2³¹ seconds.
    private static let secondsLimit = 1 << 31

    /// Takes over the directives of a line. What is malformed is left out; quoted commas and directives inside quotes belong to the
    /// argument.
    private mutating func apply(line: Span<UInt8>) {
        var start = 0
        while start <= line.count {
            let end = line.end(of: UInt8(ascii: ","), from: start, to: line.count)
            let element = line.trimmed(start..<end)
            let sign = line.end(of: UInt8(ascii: "="), from: element.lowerBound, to: element.upperBound)
            // White space before "=" makes it no name, after it no number (RFC 9111 §5.2).
            let name = line.extracting(element.lowerBound..<sign)
            if name.isToken {
                apply(name, sign < element.upperBound ? line.extracting(line.unquoted(sign + 1..<element.upperBound)) : nil)
            }
            start = end + 1
        }
    }

    private mutating func apply(_ name: Span<UInt8>, _ argument: Span<UInt8>?) {
        // By length first: there are few of one.
        switch name.count {
        case 6:
            if name.isWord("public") { self.public = true }
        case 7:
            if name.isWord("max-age") {
                maxAge = maxAge ?? Self.seconds(argument)
            } else if name.isWord("private") {
                self.private = Self.scope(argument, with: self.private)
            }
        case 8:
            if name.isWord("no-cache") {
                noCache = Self.scope(argument, with: noCache)
            } else if name.isWord("no-store") {
                noStore = true
            } else if name.isWord("s-maxage") {
                sharedMaxAge = sharedMaxAge ?? Self.seconds(argument)
            }
        case 9:
            if name.isWord("immutable") {
                immutable = true
            } else if name.isWord("max-stale") {
                maxStale = maxStale ?? (argument == nil ? .max : Self.seconds(argument))
            } else if name.isWord("min-fresh") {
                minFresh = minFresh ?? Self.seconds(argument)
            }
        case 14:
            if name.isWord("stale-if-error") {
                staleIfError = staleIfError ?? Self.seconds(argument)
            } else if name.isWord("only-if-cached") {
                onlyIfCached = true
            }
        case 15:
            if name.isWord("must-revalidate") {
                mustRevalidate = true
            } else if name.isWord("must-understand") {
                mustUnderstand = true
            }
        case 16:
            if name.isWord("proxy-revalidate") { proxyRevalidate = true }
        case 22:
            if name.isWord("stale-while-revalidate") {
                staleWhileRevalidate = staleWhileRevalidate ?? Self.seconds(argument)
            }
        default: break
        }
    }

    /// What is no number is zero.
    private static func seconds(_ argument: Span<UInt8>?) -> Int {
        guard let argument else { return 0 }
        var seconds = 0
        for position in argument.indices {
            guard argument[position].isASCIIDigit else { return 0 }
            seconds = min(seconds * 10 + Int(argument[position] - UInt8(ascii: "0")), secondsLimit)
        }
        return seconds
    }

    /// What a directive is about, together with what earlier ones were about.
    private static func scope(_ argument: Span<UInt8>?, with earlier: Scope?) -> Scope {
        guard let argument, earlier != .response else { return .response }
        var names: [HTTPField.Name] = []
        if case .fields(let known) = earlier { names = known }
        names += argument.text.split(separator: ",").compactMap { HTTPField.Name(String($0.trimmingOptionalWhitespace)) }
        return .fields(names)
    }
}

extension Span<UInt8> {
    /// Where the next delimiter stands that is not in a quoted string; `end` when there is none.
    fileprivate func end(of delimiter: UInt8, from start: Int, to end: Int) -> Int {
        var isQuoted = false
        var position = start
        while position < end {
            let byte = self[position]
            if byte == UInt8(ascii: "\\") {
                if isQuoted { position += 1 }
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == delimiter, !isQuoted {
                return position
            }
            position += 1
        }
        return end
    }

    /// The range without spaces and tabs at its ends.
    fileprivate func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
        while start < end, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
        return start..<end
    }

    /// The range without quotation marks around it.
    fileprivate func unquoted(_ range: Range<Int>) -> Range<Int> {
        guard range.count >= 2, self[range.lowerBound] == UInt8(ascii: "\""), self[range.upperBound - 1] == UInt8(ascii: "\"")
        else {
            return range
        }
        return range.lowerBound + 1..<range.upperBound - 1
    }

    /// Whether this is a token. RFC 9110 §5.6.2.
    fileprivate var isToken: Bool {
        for position in indices where !self[position].isTokenCharacter { return false }
        return !isEmpty
    }
}
