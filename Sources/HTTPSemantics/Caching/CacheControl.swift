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
        for value in values {
            for directive in CacheDirective.parse(value) { apply(directive) }
        }
    }

    /// The directives of a field for caches of one kind, a structured one; `nil` when it is empty or malformed. RFC 9213 §2.1.
    init?(targeted lines: [String]) {
        guard let members = try? StructuredField.Dictionary(parsing: lines.joined(separator: ", ")), !members.isEmpty else {
            return nil
        }
        self.init()
        for member in members {
            if let directive = member.value.item.flatMap({ CacheDirective(name: member.key, $0.bareItem) }) { apply(directive) }
        }
    }

    /// The directives of a message, `Pragma: no-cache` of a request without `Cache-Control` included (RFC 9111 §5.4).
    init(request fields: HTTPFields) {
        let lines = fields[values: .cacheControl]
        self.init(lines)
        if lines.isEmpty, fields[.pragma]?.equalsIgnoringASCIICase("no-cache") == true { noCache = .response }
    }

    private mutating func apply(_ directive: CacheDirective) {
        switch directive.name {
        case "max-age": maxAge = maxAge ?? directive.seconds
        case "s-maxage": sharedMaxAge = sharedMaxAge ?? directive.seconds
        case "max-stale": maxStale = maxStale ?? (directive.argument == nil ? .max : directive.seconds)
        case "min-fresh": minFresh = minFresh ?? directive.seconds
        case "stale-while-revalidate": staleWhileRevalidate = staleWhileRevalidate ?? directive.seconds
        case "stale-if-error": staleIfError = staleIfError ?? directive.seconds
        case "no-cache": noCache = directive.scope(with: noCache)
        case "private": self.private = directive.scope(with: self.private)
        case "no-store": noStore = true
        case "only-if-cached": onlyIfCached = true
        case "must-revalidate": mustRevalidate = true
        case "proxy-revalidate": proxyRevalidate = true
        case "must-understand": mustUnderstand = true
        case "public": self.public = true
        case "immutable": immutable = true
        default: break
        }
    }
}

/// One directive: a name and perhaps an argument.
private struct CacheDirective {
    /// In lower case.
    let name: String
    let argument: String?

    /// RFC 9111 §1.2.2: at most 2³¹ seconds.
    static let secondsLimit = 1 << 31

    init(name: String, argument: String?) {
        self.name = name
        self.argument = argument
    }

    /// A member of a structured field; `nil` when it says nothing.
    init?(name: String, _ value: StructuredField.BareItem) {
        switch value {
        case .boolean(true): self.init(name: name, argument: nil)
        case .integer(let number): self.init(name: name, argument: "\(number)")
        default:
            guard let text = value.text else { return nil }
            self.init(name: name, argument: text)
        }
    }

    var seconds: Int {
        guard let argument, !argument.isEmpty, argument.utf8.allSatisfy(\.isASCIIDigit) else { return 0 }
        return min(Int(argument) ?? .max, Self.secondsLimit)
    }

    /// What the directive is about, together with what earlier ones were about.
    func scope(with earlier: CacheControl.Scope?) -> CacheControl.Scope {
        guard let argument, earlier != .response else { return .response }
        var names: [HTTPField.Name] = []
        if case .fields(let known) = earlier { names = known }
        names += argument.split(separator: ",").compactMap { HTTPField.Name(String($0.trimmingOptionalWhitespace)) }
        return .fields(names)
    }

    /// The directives of a line. What is malformed is left out; quoted commas and directives inside quotes belong to the argument.
    static func parse(_ line: String) -> [CacheDirective] {
        var result: [CacheDirective] = []
        for element in line.splitOutsideQuotes(at: UInt8(ascii: ",")) {
            let halves = element.trimmingOptionalWhitespace.splitOutsideQuotes(at: UInt8(ascii: "="), once: true)
            // White space before "=" makes it no name, after it no number (RFC 9111 §5.2).
            guard halves[0].isToken else { continue }
            result.append(
                CacheDirective(name: halves[0].asciiLowercased, argument: halves.count > 1 ? unquoted(halves[1]) : nil))
        }
        return result
    }

    private static func unquoted(_ text: Substring) -> String {
        guard text.utf8.count >= 2, text.utf8.first == UInt8(ascii: "\""), text.utf8.last == UInt8(ascii: "\"") else {
            return String(text)
        }
        return String(text.dropFirst().dropLast())
    }
}

extension StringProtocol {
    /// The parts between a delimiter that does not stand in a quoted string.
    func splitOutsideQuotes(at delimiter: UInt8, once: Bool = false) -> [SubSequence] {
        var parts: [SubSequence] = []
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
            } else if byte == delimiter, !isQuoted {
                parts.append(self[start..<index])
                start = utf8.index(after: index)
                if once { break }
            }
        }
        return parts + [self[start...]]
    }
}
