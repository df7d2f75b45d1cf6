import Keyring
import Retriever

/// Does with the keyring of its session what the arguments say, one after the other, and prints what comes of it:
/// `save USER PASSWORD SCHEME [REALM]`, `find SCHEME [REALM]`, `find-user USER SCHEME [REALM]`, `remove USER SCHEME [REALM]`, `remove-all`,
/// `remove-all-of USER`, each in one argument, and `get URL`.
@main struct KeyringProgram {
    static func main() async {
        for argument in CommandLine.arguments.dropFirst() {
            do {
                print(try await outcome(argument.split(separator: " ").map(String.init)[...]))
            } catch {
                print("error: \(error)")
            }
        }
    }

    private static func outcome(_ words: ArraySlice<String>) async throws -> String {
        var words = words
        let store = KeyringStore()
        switch words.removeFirst() {
        case "save":
            let credential = Credential.password(user: words.removeFirst(), password: words.removeFirst())
            try await store.save(credential, for: try space(words))
            return "saved"
        case "find": return try await found(store.credential(for: try space(words), user: nil))
        case "find-user":
            let user = words.removeFirst()
            return try await found(store.credential(for: try space(words), user: user))
        case "remove":
            let credential = Credential.password(user: words.removeFirst(), password: "")
            try await store.remove(credential, for: try space(words))
            return "removed"
        case "remove-all": return "removed \(try await store.removeAll(for: try space([]).origin))"
        case "remove-all-of": return "removed \(try await store.removeAll(for: try space([]).origin, user: words.removeFirst()))"
        default:
            var configuration = HTTPClient.Configuration()
            configuration.credentialStores = [store]
            configuration.options.onChallenge = { challenge in
                challenge.proposedCredential == nil
                    ? .use(.password(user: "me", password: "pass-word"), persistence: .permanent) : .defaultHandling
            }
            return "\(try await HTTPClient(configuration: configuration).get(words.removeFirst()).status)"
        }
    }

    private static func space(_ words: ArraySlice<String>) throws -> ProtectionSpace {
        let origin = try WebURL("https://host.example:8443/").origin
        return ProtectionSpace(
            origin: origin, scheme: AuthenticationScheme(words.first ?? ""), realm: words.dropFirst().first)
    }

    /// The test's passwords are no secrets.
    private static func found(_ credential: Credential?) -> String {
        switch credential?.secret {
        case .password(let user, let password): "\(user) \(password)"
        case nil: "nothing"
        default: "something else"
        }
    }
}
