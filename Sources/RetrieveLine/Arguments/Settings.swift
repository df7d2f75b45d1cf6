package import HTTPSemantics
package import Retriever

/// What the options ask for; each is described in ``OptionTable``.
package struct Settings: Sendable {
    /// What the items become.
    package enum ContentStyle: Sendable, Equatable { case json, form, multipart }

    /// A shell that completes words.
    package enum Shell: String, Sendable, CaseIterable { case bash, zsh, fish }

    /// How the client proves who asks.
    package enum AuthenticationType: String, Sendable, CaseIterable, Codable { case basic, digest, bearer, negotiate, ntlm }

    /// Where content comes from that is sent as it is.
    package enum ContentSource: Sendable, Equatable {
        case text(String)
        case file(String)
        case standardInput
    }

    // The request
    package var method: String?
    package var contentStyle: ContentStyle?
    package var contentSource: ContentSource?
    package var fields: [HTTPField] = []
    package var ignoresStandardInput = false

    // Output
    package var parts: OutputParts?
    package var isQuiet = false
    package var pretty: Pretty?
    package var streams = false
    package var outputFile: String?
    package var selection: Selection?
    package var template: OutputTemplate?
    package var wantsReport = false
    package var wantsMetrics = false
    package var checksStatus = true

    // Redirects
    package var followsRedirects = false
    package var maximumRedirects = 20
    package var showsHops = false

    // Who asks
    package var credentials: String?
    package var authenticationType: AuthenticationType?
    package var usesNetrc = true
    /// `nil` when only a session has a say in it.
    package var keyring: Bool?
    package var usesKeyring: Bool { keyring ?? false }
    package var forgetsPasswords = false
    package var session: String?
    package var savesSession = true
    package var cookieFile: String?

    // The cache
    package var usesCache = false
    package var cacheFolder: String?
    package var isOffline = false

    // Instead of sending
    package var isDryRun = false
    package var printsCurl = false
    /// What does the same for curl, as far as it is about the client.
    var curlWords: [String] = []
    /// The options that curl has nothing like.
    var unlikeCurl: [String] = []

    // Streams
    package var maximumPages = 1000
    package var lastEventID = ""

    // Downloads
    package var downloads = false
    package var folder: String?
    package var resumesDownloads = true
    package var segments = 1
    package var parallelDownloads = 4
    package var areMirrors = false
    package var checksum: SHA256Digest?
    package var rateLimit: Int?
    package var inputFile: String?
    package var isConditional = false
    /// `nil` for a number, or, of conditional downloads, a replacement.
    package var existingFile: ExistingFilePolicy?
    package var showsProgress = true

    /// Changes of the client's configuration, in their order.
    var changes: [@Sendable (inout HTTPClient.Configuration) throws -> Void] = []
    package var retries: Int?
    package var proxy: Proxy?
    package var proxyExceptions = ""
    package var certificate: String?
    package var keyFile: String?
    package var passphrase: String?
    package var isInsecure = false

    // The command
    package var wantsHelp = false
    package var wantsVersion = false
    package var wantsManual = false
    package var completedShell: Shell?

    package init() {}

    /// Adds a change of the client's configuration.
    mutating func change(_ change: @escaping @Sendable (inout HTTPClient.Configuration) throws -> Void) { changes.append(change) }
}
