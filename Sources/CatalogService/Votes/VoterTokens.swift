import CatalogStore
import Secrets

/// Hands out and checks the tokens voters are known by: 16 random bytes and the service's signature on them. The service keeps no
/// list of voters, and nobody can make up another one.
struct VoterTokens: Sendable {
    private static let idSize = 16
    private let key: SecretKey

    init(key: SecretKey) { self.key = key }

    /// A new voter.
    func make() -> (id: VoterID, token: String) {
        let id = randomBytes(Self.idSize)
        return (id, Base64URL.encode(id) + "." + Base64URL.encode(key.tag(of: id)))
    }

    /// The voter a token stands for, or `nil` when this service did not make it.
    func voter(of token: String) -> VoterID? {
        guard token.utf8.count <= 128 else { return nil }
        let halves = token.split(separator: ".", omittingEmptySubsequences: false)
        guard halves.count == 2, let id = Base64URL.decode(halves[0]), id.count == Self.idSize,
            let tag = Base64URL.decode(halves[1]), key.verify(tag, of: id)
        else { return nil }
        return id
    }
}
