internal import Console
internal import HTTPSemantics
internal import KeyringMessages
internal import Retriever

/// The passwords in the desktop's keyring, as the options allow for them.
final class KeyringPasswords: WritableCredentialStore {
    private let helper: KeyringHelper
    /// The schemes that passwords are used for.
    private let schemes: Set<AuthenticationScheme>
    private let say: @Sendable (String) async -> Void

    /// - Parameter say: Shows a line.
    /// - Throws: A sentence, when there is no way to the keyring.
    init(_ type: Settings.AuthenticationType?, say: @escaping @Sendable (String) async -> Void) throws(UsageError) {
        helper = try KeyringHelper()
        schemes =
            switch type {
            case nil: [.basic, .digest]
            case .basic: [.basic]
            case .digest: [.digest]
            case .ntlm: [.ntlm]
            case .bearer, .negotiate: throw UsageError("--keyring is for passwords: --auth-type basic, digest or ntlm")
            }
        self.say = say
    }

    func credential(for space: ProtectionSpace, user: String?) async throws -> Credential? {
        guard schemes.contains(space.scheme) else { return nil }
        let answer = try await helper.answer(to: KeyringQuestion(.find, space, user: user))
        guard let user = answer.user, let password = answer.password else { return nil }
        return credential(user, password)
    }

    func save(_ credential: Credential, for space: ProtectionSpace) async throws {
        guard case .password(let user, let password) = credential.secret else { return }
        var question = KeyringQuestion(.save, space, user: user)
        question.password = password
        do { _ = try await helper.answer(to: question) } catch {
            await say("retrieve: warning: the password was not kept: \("\(error)".printable)")
        }
    }

    func remove(_ credential: Credential, for space: ProtectionSpace) async throws {
        guard case .password(let user, _) = credential.secret else { return }
        _ = try await helper.answer(to: KeyringQuestion(.remove, space, user: user))
    }

    private func credential(_ user: String, _ password: String) -> Credential {
        schemes.contains(.ntlm) ? .ntlm(user: user, password: password) : .password(user: user, password: password)
    }

    // MARK: - Challenges

    /// What answers a server that asks: the password that was given, or that the keyring has, or that somebody types. It is kept when
    /// the server accepts it.
    ///
    /// - Parameters:
    ///   - given: User and password of the command line.
    ///   - asks: Whether somebody may be asked.
    func handler(given: (user: String, password: String)?, asks: Bool) -> ChallengeHandler {
        { [self] challenge in
            let space = challenge.protectionSpace
            guard let user = challenge.user, !space.isProxy else { return .defaultHandling }
            guard schemes.contains(space.scheme) else { return .nextProtectionSpace }
            if let given, given.user == user { return .use(credential(user, given.password), persistence: .permanent) }
            guard challenge.proposedCredential == nil else { return .defaultHandling }
            guard asks, Console.isInteractive else {
                let refused = challenge.previousFailures > 0
                await say(
                    "retrieve: \(refused ? "the password in the keyring was refused" : "the keyring has no password"): \(user) for \(space)"
                        .printable)
                return .defaultHandling
            }
            guard challenge.previousFailures < Self.attempts, let password = await Self.ask(user, space), !password.isEmpty else {
                return .defaultHandling
            }
            return .use(credential(user, password), persistence: .permanent)
        }
    }

    /// How many passwords a server may refuse.
    private static let attempts = 3

    private static func ask(_ user: String, _ space: ProtectionSpace) async -> String? {
        await KeyringHelper.waiting {
            Console.readPassword(prompt: "Password of \(user.printable) for \("\(space)".printable): ")
        }
    }

    // MARK: - Forgetting

    /// Removes what the keyring has for an origin, or of one user there.
    ///
    /// - Throws: ``HTTPClientError`` with code `authentication` when it cannot, or when it has nothing.
    static func forget(_ origin: WebURL.Origin, user: String?) async throws {
        var question = KeyringQuestion(.forget, origin)
        question.user = user
        guard try await KeyringHelper().answer(to: question).removed ?? 0 > 0 else {
            throw HTTPClientError(
                .authentication, "the keyring has no password \(user.map { "of \($0) " } ?? "")for \(origin)")
        }
    }
}
