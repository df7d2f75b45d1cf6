internal import Files
internal import HTTPSemantics
internal import Retriever

/// What is kept of a host under a name: cookies, credentials and fields.
struct Session {
    /// As it is in the file.
    private struct Content: Codable {
        struct Field: Codable {
            var name: String
            var value: String
        }

        var fields: [Field] = []
        var authenticationType: Settings.AuthenticationType?
        var credentials: String?
        var usesKeyring: Bool?
        var cookies: [Cookie] = []
    }

    private let path: String
    private var content = Content()

    private static let sizeLimit = 16 << 20

    /// The session of a name; a new one when there is no file of it.
    ///
    /// - Throws: ``HTTPClientError`` when the file cannot be read.
    init(named name: String, for url: WebURL) throws {
        let isPath = name.utf8.contains(UInt8(ascii: "/"))
        // The name of a folder: an address of IPv6 and the port have colons.
        let host = String(decoding: url.authority.utf8.map { $0 == UInt8(ascii: ":") ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
        path = isPath ? name : UserFolder.configuration.path + "/sessions/\(host)/\(name).json"
        guard let bytes = try FileSystem.content(of: path, upTo: Self.sizeLimit, followsLinks: true) else { return }
        do { content = try JSON.Decoder().decode(Content.self, from: bytes) } catch {
            throw HTTPClientError(.file, "\(path) is no session, or damaged", cause: error)
        }
    }

    /// Adds what is kept to what was asked for, which counts more: options, and the fields that items name.
    func apply(to settings: inout Settings, itemFields: Set<HTTPField.Name>) {
        let given = itemFields.union(settings.fields.map(\.name))
        let kept = content.fields.compactMap { field in
            HTTPField.Name(field.name).flatMap { HTTPField(name: $0, value: field.value) }
        }
        settings.fields = kept.filter { !given.contains($0.name) } + settings.fields
        guard settings.credentials == nil, settings.authenticationType == nil else { return }
        settings.credentials = content.credentials
        settings.authenticationType = content.authenticationType
        if settings.keyring == nil { settings.keyring = content.usesKeyring }
    }

    /// A jar with the cookies that are kept.
    func cookieJar() -> CookieJar {
        let jar = CookieJar()
        jar.restore(content.cookies)
        return jar
    }

    /// Keeps what was asked for, the fields that the user has given among it, and the cookies there are now.
    mutating func save(_ settings: Settings, fields: [HTTPField], _ jar: CookieJar?) throws {
        content.fields = fields.filter { Self.isKept($0.name) }.map { .init(name: $0.name.rawName, value: $0.value) }
        // A password is kept in one place.
        content.credentials =
            settings.usesKeyring ? settings.credentials.map { Credentials.halves($0).user } : settings.credentials
        content.usesKeyring = settings.usesKeyring ? true : nil
        content.authenticationType = settings.authenticationType
        if let jar { content.cookies = jar.cookies }
        try UserFolder.make(FileSystem.folder(of: path))
        try FileSystem.writeAtomically(JSON.Encoder().encode(content), to: path)
    }

    /// Fields that are about one request are not for the next.
    private static func isKept(_ name: HTTPField.Name) -> Bool {
        let name = name.canonicalName
        return !name.utf8.starts(with: "content-".utf8) && !name.utf8.starts(with: "if-".utf8) && name != "cookie"
            && name != "range"
    }
}
