import FoundationEssentials
import PublicSuffixes
import Retriever

/// The pure functions of the library, by the names that the suites have for them.
enum Functions {
    /// The value of a call; `nil` or an error when the input must be refused.
    private typealias Function = @Sendable (_ arguments: JSON.Value) throws -> JSON.Value?

    private static let all: [String: Function] = [
        "url": url,
        "url_set": urlSet,
        "mime": { try MediaType(string("input", in: $0)).map { .string($0.description) } },
        "data_url": dataURL,
        "json": json,
        "base64": { try [UInt8](forgivingBase64: string("input", in: $0)).map { .string(Data($0).base64EncodedString()) } },
        "sf_parse": StructuredFieldFunctions.parse,
        "sf_serialize": StructuredFieldFunctions.serialize,
        "cookie_date": { try HTTPDate(cookieDate: string("text", in: $0)).map { .integer($0.secondsSinceEpoch) } },
        "registrable": { try PublicSuffixes.registrableDomain(of: string("domain", in: $0)).map { .string($0) } ?? .null },
    ]

    static func answer(_ name: String, _ arguments: JSON.Value) -> JSON.Object {
        guard let function = all[name] else { return ["ok": .bool(false), "error": .string("the library has no \(name)")] }
        do {
            guard let value = try function(arguments) else { return ["ok": .bool(false)] }
            return ["ok": .bool(true), "value": value]
        } catch let error as MissingArgument {
            return ["ok": .bool(false), "error": .string("\(error.name) is missing")]
        } catch {
            return ["ok": .bool(false)]
        }
    }

    private struct MissingArgument: Error { let name: String }

    private static func string(_ name: String, in arguments: JSON.Value) throws -> String {
        guard let value = arguments[name]?.string else { throw MissingArgument(name: name) }
        return value
    }

    @Sendable private static func url(_ arguments: JSON.Value) throws -> JSON.Value? {
        let base = try arguments["base"]?.string.map { try WebURL($0) }
        return components(try WebURL(string("input", in: arguments), base: base))
    }

    @Sendable private static func urlSet(_ arguments: JSON.Value) throws -> JSON.Value? {
        var url = try WebURL(string("href", in: arguments))
        let (name, value) = (try string("name", in: arguments), try string("value", in: arguments))
        do {
            switch name {
            case "href": url = try WebURL(value)
            case "protocol": try url.setScheme(value)
            case "username": try url.setUsername(value)
            case "password": try url.setPassword(value)
            case "host": try url.setAuthority(value)
            case "hostname": try url.setHost(value)
            case "port": try url.setPort(value)
            case "pathname": try url.setPath(value)
            case "search": url.setQuery(value)
            case "hash": url.setFragment(value)
            default: throw MissingArgument(name: "a component's name")
            }
        } catch is URLParsingError {
            // On the web a value that does not fit is ignored.
        }
        return components(url)
    }

    @Sendable private static func dataURL(_ arguments: JSON.Value) throws -> JSON.Value? {
        guard let url = DataURL(try WebURL(string("url", in: arguments))) else { return nil }
        return ["mime": .string(url.mediaType.description), "body_base64": .string(Data(url.content).base64EncodedString())]
    }

    /// Whether the bytes are JSON. Of the grammar alone is no name that stands twice.
    @Sendable private static func json(_ arguments: JSON.Value) throws -> JSON.Value? {
        guard let bytes = try [UInt8](forgivingBase64: string("base64", in: arguments)) else { return nil }
        _ = try JSON.Value(parsing: bytes, options: JSON.ParsingOptions(duplicateKeys: .last))
        return true
    }

    /// The components as the web's `URL` shows them.
    private static func components(_ url: WebURL) -> JSON.Value {
        func marked(_ mark: String, _ text: String?) -> JSON.Value {
            .string(text.flatMap { $0.isEmpty ? nil : mark + $0 } ?? "")
        }
        return [
            "href": .string(url.href), "origin": .string(url.origin.serialized), "protocol": .string(url.scheme + ":"),
            "username": .string(url.username), "password": .string(url.password), "host": .string(url.authority),
            "hostname": .string(url.host ?? ""), "port": .string(url.port.map(String.init) ?? ""),
            "pathname": .string(url.path), "search": marked("?", url.query), "hash": marked("#", url.fragment),
        ]
    }
}
