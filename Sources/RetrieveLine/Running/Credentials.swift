internal import Console
internal import HTTPSemantics
internal import Retriever

/// The credential that the options give.
enum Credentials {
    /// What proves who asks; `nil` when nothing was given. Asks on the terminal for a password that is missing.
    ///
    /// - Throws: A sentence, when something is missing and nobody can be asked.
    static func credential(_ settings: Settings, for url: WebURL) throws(UsageError) -> Credential? {
        if settings.usesKeyring { return try nameOnly(settings.credentials) }
        guard let text = settings.credentials else {
            guard let type = settings.authenticationType else { return nil }
            guard type == .negotiate else { throw UsageError("--auth-type \(type.rawValue) needs --auth") }
            return .negotiate
        }
        if settings.authenticationType == .bearer { return .bearer(text) }
        if settings.authenticationType == .negotiate { return .negotiate }
        let (user, password) = try parts(text, for: url)
        return switch settings.authenticationType {
        case .digest: .digest(user: user, password: password)
        case .ntlm: .ntlm(user: user, password: password)
        default: .password(user: user, password: password)
        }
    }

    /// A name with a password that is found when the server asks for it.
    private static func nameOnly(_ text: String?) throws(UsageError) -> Credential? {
        guard let user = text.map({ halves($0).user }) else { return nil }
        guard !user.isEmpty else { throw UsageError("--keyring needs a name in --auth: --auth user") }
        return .password(user: user, password: "")
    }

    /// What stands before the first colon, and behind it; `nil` for no colon.
    static func halves(_ text: String) -> (user: String, password: String?) {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return (text, nil) }
        return (String(text[..<colon]), String(text[text.utf8.index(after: colon)...]))
    }

    private static func parts(_ text: String, for url: WebURL) throws(UsageError) -> (user: String, password: String) {
        if case (let user, let password?) = halves(text) { return (user, password) }
        guard Console.isInteractive,
            let password = Console.readPassword(prompt: "Password of \(text.printable) at \(url.authority): ")
        else { throw UsageError("a password is missing, and nobody is there to be asked: --auth user:password") }
        return (text, password)
    }
}
