import CatalogStore
import HTTPSemantics
import HTTPServer
import Secrets
import Synchronization

/// Lets users in, by the Basic scheme.
final class Authenticator: Sendable {
    private let catalog: any Catalog
    private let hasher = PasswordHasher()
    private let key = SecretKey()  // only for the memory below; dies with the process
    private let verified = Mutex<[[UInt8]: ContinuousClock.Instant]>([:])
    private let lifetime: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    /// What the password of an unknown user is compared with, so that the time taken does not tell who exists: the hash of a
    /// random password that nobody wrote down.
    private static let dummy = PasswordHash(
        text: "$argon2id$v=19$m=65536,t=2,p=1$qst6OI7ckVHUwS1UdcF14w$FZiYtaUG5gpjOqQzpmOQ5pwG8PCUL4l1fwgTG0GJc5c")

    /// - Parameter lifetime: How long a password that was right is remembered, so that not every request costs a hash.
    init(
        catalog: any Catalog, lifetime: Duration = .seconds(300),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.catalog = catalog
        self.lifetime = lifetime
        self.now = now
    }

    /// Returns when the request carries the name and password of a user.
    ///
    /// - Throws: `Fault` 401 with the challenge, or 503 when too many passwords are being checked.
    func authenticate(_ request: ServerRequest) async throws(Fault) {
        guard let credentials = request.headerFields[.authorization].flatMap(BasicCredentials.init(authorization:)) else {
            throw Self.challenge("This needs a user name and a password.")
        }
        let stored = try await Fault.translating { try await self.catalog.passwordHash(ofUser: credentials.user) }
        // The memory holds no password and no bare hash of one. The stored hash is part of it, so a new password works, and the
        // old one stops working, at once.
        let proof = key.tag(of: Array("\(credentials.user)\0\(stored ?? "")\0\(credentials.password)".utf8))
        if stored != nil, isRemembered(proof) { return }
        guard let isRight = await hasher.check(credentials.password, against: stored.map(PasswordHash.init) ?? Self.dummy) else {
            throw Fault(503, "Too many passwords are being checked.", headerFields: [.retryAfter: "5"])
        }
        guard isRight, stored != nil else { throw Self.challenge("User name or password is wrong.") }
        remember(proof)
    }

    private func isRemembered(_ proof: [UInt8]) -> Bool {
        let now = now()
        return verified.withLock { $0[proof].map { $0 > now } ?? false }
    }

    private func remember(_ proof: [UInt8]) {
        let now = now()
        verified.withLock { verified in
            verified = verified.filter { $0.value > now }
            verified[proof] = now + lifetime
        }
    }

    private static func challenge(_ detail: String) -> Fault {
        Fault(401, detail, headerFields: [.wwwAuthenticate: #"Basic realm="private courses", charset="UTF-8""#])
    }
}
