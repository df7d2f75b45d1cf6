import Foundation
import Keyring
import Retriever
import Testing

/// The examples of `Documentation/credentials.md`, compiled. They are not run: their servers are made up.
private enum CredentialGuide {
    static func ask(_ space: ProtectionSpace) async -> String? { nil }

    static func oneRequest(client: HTTPClient) async throws -> [HTTPClientResponse] {
        let page = try await client.get("https://me:secret@example.com/private")

        var options = RequestOptions()
        options.credentials = .password(user: "me", password: "secret")
        let same = try await client.get("https://example.com/private", options: options)
        return [page, same]
    }

    // swift format would break lines that fit the guide.
    // swift-format-ignore
    static func configuration(other: HTTPClient) throws {
        var configuration = HTTPClient.Configuration()
        configuration.options.onChallenge = { challenge in
            guard challenge.previousFailures < 3, let password = await ask(challenge.protectionSpace) else { return .refuse }
            return .use(.password(user: "me", password: password), persistence: .session)
        }

        configuration.credentialStores = [NetrcStore(), MemoryCredentialStore()]
        configuration.credentialStores = [KeyringStore()]

        configuration.bearerTokens = [
            try BearerTokens(for: "https://api.example.com/") { refused in
                try await other.post("https://login.example.com/token", form: ["grant_type": "refresh_token"]).successful().text()
            }
        ]
    }
}

@Suite("The guide to credentials")
struct CredentialGuideTests {
    private func lines(of text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("Its examples are those that are compiled here") func examples() throws {
        let here = URL(filePath: #filePath)
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let guide = try String(contentsOf: root.appending(path: "Documentation/credentials.md"), encoding: .utf8)
        let compiled = lines(of: try String(contentsOf: here, encoding: .utf8))
        let examples = guide.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        #expect(examples.count == 5)
        for example in examples { #expect(compiled.firstRange(of: lines(of: example)) != nil, "\(example)") }
    }
}
