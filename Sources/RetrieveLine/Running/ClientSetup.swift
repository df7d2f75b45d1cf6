internal import Console
internal import Files
internal import Glibc
internal import HTTPSemantics
internal import Retriever

/// The client that the options ask for.
enum ClientSetup {
    /// - Throws: What files and folders say that cannot be used.
    static func configuration(_ settings: Settings, withholding names: Set<HTTPField.Name>) throws -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        if !names.isEmpty { configuration.headerFields.removeAll { names.contains($0.name) } }
        configuration.options.acceptsAnything = !names.contains(.accept)
        if names.contains(.acceptEncoding) { configuration.options.decodesContent = false }
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
        if settings.usesNetrc, settings.credentials == nil { configuration.credentialStores = [NetrcStore()] }
        return configuration
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
