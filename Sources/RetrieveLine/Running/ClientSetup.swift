internal import Console
internal import Files
internal import Glibc
internal import HTTPSemantics
internal import Retriever

/// The client that the options ask for.
enum ClientSetup {
    /// - Parameters:
    ///   - names: Default fields that must not be sent.
    ///   - screen: Shows what there is to say, and keeps anybody from being asked meanwhile.
    /// - Throws: What files and folders say that cannot be used.
    static func configuration(
        _ settings: Settings, withholding names: Set<HTTPField.Name>, screen: ProgressScreen? = nil
    ) throws -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        if !names.isEmpty { configuration.headerFields.removeAll { names.contains($0.name) } }
        configuration.options.acceptsAnything = !names.contains(.accept)
        if names.contains(.acceptEncoding) { configuration.options.decodesContent = false }
        // There are few requests at once, and what they bring may be long.
        configuration.options.receiveBufferSize = 128 * 1024
        configuration.options.redirects =
            settings.followsRedirects ? .follow(maximum: settings.maximumRedirects) : .deliverRedirectionResponse
        for change in settings.changes { try change(&configuration) }
        if let proxy = settings.proxy { configuration.proxy = .proxy(proxy, except: NoProxyRules(settings.proxyExceptions)) }
        if let certificate = settings.certificate { configuration.tls.identity = identity(certificate, settings) }
        if settings.isInsecure {
            configuration.tls.verification = .noneSoAnybodyCanReadAndChangeEverything
            Console.printError("retrieve: warning: nobody checks who answers; everything can be read and changed on the way")
        }
        if let path = settings.cookieFile { configuration.cookieJar = try CookieJar(file: path) }
        if settings.usesCache { configuration.cache = try cache(settings) }
        if settings.usesKeyring { try useKeyring(settings, screen, &configuration) }
        if settings.usesNetrc, settings.credentials == nil { configuration.credentialStores.append(NetrcStore()) }
        return configuration
    }

    private static func useKeyring(
        _ settings: Settings, _ screen: ProgressScreen?, _ configuration: inout HTTPClient.Configuration
    ) throws(UsageError) {
        let passwords = try KeyringPasswords(settings.authenticationType) { line in
            if let screen { await screen.say(line) } else { Console.printError(line) }
        }
        configuration.credentialStores.append(passwords)
        let halves = settings.credentials.map(Credentials.halves)
        let given = halves.flatMap { user, password in password.map { (user: user, password: $0) } }
        configuration.options.onChallenge = passwords.handler(given: given, asks: screen == nil)
    }

    /// A passphrase may stand behind the file's name, as with curl; a file of that whole name comes first.
    private static func identity(_ certificate: String, _ settings: Settings) -> ClientIdentity {
        var (file, passphrase) = (certificate, settings.passphrase)
        if FileSystem.kind(of: certificate) == .nothing, let colon = certificate.utf8.lastIndex(of: UInt8(ascii: ":")) {
            file = String(certificate[..<colon])
            passphrase = passphrase ?? String(certificate[certificate.utf8.index(after: colon)...])
        }
        return ClientIdentity(certificateFile: file, keyFile: settings.keyFile, passphrase: passphrase)
    }

    private static func cache(_ settings: Settings) throws -> HTTPCache {
        let cache = try HTTPCache(folder: settings.cacheFolder ?? UserFolder.cache.make())
        cache.isOffline = settings.isOffline
        return cache
    }
}
