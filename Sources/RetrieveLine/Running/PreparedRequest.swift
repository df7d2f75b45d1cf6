internal import HTTPSemantics
internal import Retriever

/// A request with all that options, session and terminal say about it, ready to be made.
struct PreparedRequest {
    /// With what the session adds.
    let settings: Settings
    let built: BuiltRequest
    private let credential: Credential?
    private var session: Session?
    /// The fields that the user has named.
    private let fieldNames: Set<HTTPField.Name>

    /// - Throws: What is wrong with the line, or with the files that it names.
    init(_ line: RequestLine, _ settings: Settings) throws {
        var settings = settings
        if let name = settings.session {
            session = try Session(named: name, for: try line.url())
            session?.apply(to: &settings, itemFields: line.fieldNames)
        }
        built = try line.build(settings, input: try line.input(settings))
        credential = try Credentials.credential(settings, for: built.request.url)
        fieldNames = line.fieldNames.union(settings.fields.map(\.name))
        self.settings = settings
    }

    /// The configuration of the client that makes it.
    func configuration() throws -> HTTPClient.Configuration {
        var configuration = try ClientSetup.configuration(settings, withholding: built.withheldFields)
        configuration.options.credentials = credential
        if let session { configuration.cookieJar = session.cookieJar() }
        return configuration
    }

    /// Keeps what is to be kept when the request has been answered.
    mutating func saveSession(_ jar: CookieJar?) throws {
        guard settings.savesSession else { return }
        try session?.save(settings, fields: built.request.headerFields.filter { fieldNames.contains($0.name) }, jar)
    }
}
