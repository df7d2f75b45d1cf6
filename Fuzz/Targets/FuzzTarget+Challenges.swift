import Digests
import HTTPSemantics

extension FuzzTarget {
    /// Lines of `WWW-Authenticate`, and the answers to what they ask for.
    static let challenge = FuzzTarget(name: "challenge") { bytes in
        let lines = bytes.split(separator: 0x0A).map { text($0) }
        let challenges = Challenge.list(lines)
        for challenge in challenges {
            try promise(challenge.scheme.name.isToken, "scheme \(challenge.scheme.name)")
            for name in challenge.parameters.keys {
                try promise(name.isToken && name == name.asciiLowercased, "parameter \(name)")
            }
            try promise(challenge.token68.map { !$0.isEmpty } ?? true, "an empty token")
            if let known = DigestChallenge(challenge) { try checkAnswer(to: known) }
        }
        let written = challenges.map { challenge in
            let parameters = challenge.parameters.map { "\($0.key)=\(quoted($0.value))" }
            return challenge.scheme.name + " " + ([challenge.token68].compactMap(\.self) + parameters).joined(separator: ", ")
        }
        let again = Challenge.list([written.joined(separator: ", ")])
        try promise(again == challenges, "not the same when written again: \(written)")
    }

    private static func checkAnswer(to challenge: DigestChallenge) throws {
        let functions = DigestFunctions { _, bytes in SHA256.digest(of: bytes) }
        var session = DigestSession(challenge, user: "me", password: "secret", clientNonce: "c", functions: functions)
        guard let answer = session.answer(method: .get, target: "/", content: []) else {
            return try promise(false, "no answer")
        }
        let isValid = HTTPField.isValid(value: challenge.realm + challenge.nonce + (challenge.opaque ?? ""))
        try promise(HTTPField.isValid(value: answer.value) == isValid, "an answer that is no field's value")
        guard let parameters = Challenge.list([answer.value]).first?.parameters else { return try promise(false, "no answer") }
        try promise(parameters["realm"] == challenge.realm && parameters["nonce"] == challenge.nonce, "realm or nonce are lost")
        try promise(parameters["opaque"] == challenge.opaque && parameters["uri"] == "/", "the opaque part or target is lost")
        try promise(!answer.value.contains("secret"), "the password is told")
    }

    /// A netrc file.
    static let netrc = FuzzTarget(name: "netrc") { bytes in
        let text = text(bytes)
        guard let file = try? NetrcFile(text) else { return }
        let before = try? NetrcFile("machine host.example login me password secret\n" + text)
        let found = before?.credential(host: "host.example")
        // A BOM is one at the beginning only.
        try promise(text.utf8.first == 0xEF || found == .password(user: "me", password: "secret"), "an entry was lost")
        try promise(file.credential(host: "[::1]") == file.credential(host: "::1"), "brackets make a difference")
    }
}
