public import Retriever

/// Which requests a rule is for.
///
///     .get("https://example.com/jokes/*")
///     .post("/rater/vote").having([.accept: "application/json"]).where { $0.form["vote"] == "1" }
///
/// In the URL, `*` stands for any text. A URL that begins with "/" is for any host; one without "?" for any query.
public struct RequestPattern: Sendable {
    private let method: HTTPRequest.Method?
    private let url: String
    private var fields: HTTPFields = [:]
    private var conditions: [@Sendable (ReceivedRequest) -> Bool] = []

    /// Requests with a method and a URL.
    ///
    /// - Parameter method: `nil` for any.
    public init(_ method: HTTPRequest.Method?, _ url: String) {
        self.method = method
        self.url = url
    }

    /// All requests.
    public static let any = Self(nil, "*")
    /// GET requests to a URL.
    public static func get(_ url: String) -> Self { Self(.get, url) }
    /// HEAD requests to a URL.
    public static func head(_ url: String) -> Self { Self(.head, url) }
    /// POST requests to a URL.
    public static func post(_ url: String) -> Self { Self(.post, url) }
    /// PUT requests to a URL.
    public static func put(_ url: String) -> Self { Self(.put, url) }
    /// PATCH requests to a URL.
    public static func patch(_ url: String) -> Self { Self(.patch, url) }
    /// DELETE requests to a URL.
    public static func delete(_ url: String) -> Self { Self(.delete, url) }

    /// Of these requests, those that have all of these fields; in values, `*` stands for any text.
    public func having(_ fields: HTTPFields) -> Self {
        var result = self
        for field in fields { result.fields.append(field) }
        return result
    }

    /// Of these requests, those that fulfil a condition.
    public func `where`(_ condition: @escaping @Sendable (ReceivedRequest) -> Bool) -> Self {
        var result = self
        result.conditions.append(condition)
        return result
    }

    /// The difference that counts more than any other.
    static let otherURL = "the URL is another"

    /// Why a request is none of these; nothing for one that is.
    func differences(from received: ReceivedRequest) -> [String] {
        var result: [String] = []
        if let method, method != received.method { result.append("the method is not \(method)") }
        if !matches(received.url) { result.append(Self.otherURL) }
        for field in fields {
            let values = received.headerFields[values: field.name]
            guard !values.contains(where: { Glob(field.value).matches($0) }) else { continue }
            result.append(values.isEmpty ? "\(field.name) is missing" : "\(field.name) is another")
        }
        if !conditions.allSatisfy({ $0(received) }) { result.append("a condition does not hold") }
        return result
    }

    private func matches(_ target: WebURL) -> Bool {
        guard url != "*" else { return true }
        // The pattern is brought into the form that all URLs have, with a host in place of the one that does not matter.
        let isForAnyHost = url.utf8.first == UInt8(ascii: "/")
        let base = try? WebURL("http://any/")
        let pattern = Self.halves((try? WebURL(url, base: base))?.requestHref ?? url)
        var text = target.withoutCredentials.requestHref
        if isForAnyHost { text = "http://any" + target.path + (target.query.map { "?" + $0 } ?? "") }
        let target = Self.halves(text)
        guard Glob(pattern.path).matches(target.path) else { return false }
        return pattern.query.map { Glob($0).matches(target.query ?? "") } ?? true
    }

    private static func halves(_ url: String) -> (path: String, query: String?) {
        guard let mark = url.utf8.firstIndex(of: UInt8(ascii: "?")) else { return (url, nil) }
        return (String(url[..<mark]), String(url[url.utf8.index(after: mark)...]))
    }
}

extension RequestPattern: CustomStringConvertible {
    /// Method, URL and the names of fields.
    public var description: String {
        var result = "\(method?.rawValue ?? "any") \(url)"
        if !fields.isEmpty { result += " with \(fields.map(\.name.rawName).joined(separator: ", "))" }
        return conditions.isEmpty ? result : result + " and a condition"
    }
}

/// A text in which `*` stands for any text, none included.
struct Glob {
    private let pattern: [UInt8]

    init(_ pattern: String) { self.pattern = Array(pattern.utf8) }

    /// In a time that grows with the product of both lengths, at worst.
    func matches(_ text: String) -> Bool {
        let text = Array(text.utf8)
        var (position, place) = (0, 0)
        // Where the last star is, and how far what it stands for went.
        var star: (place: Int, end: Int)?
        while position < text.count {
            if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
                star = (place, position)
                place += 1
            } else if place < pattern.count, pattern[place] == text[position] {
                place += 1
                position += 1
            } else if let last = star {
                star = (last.place, last.end + 1)
                (place, position) = (last.place + 1, last.end + 1)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
