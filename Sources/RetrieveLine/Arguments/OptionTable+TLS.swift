internal import Files
internal import Retriever

extension OptionTable {
    static let tls = OptionTopic(
        name: "tls", title: "TLS",
        text: """
            Servers prove who they are by a certificate from an authority of the system's, or of --ca's, and of no others then. A pin
            is the SHA-256 of the server's public key in Base64, as curl's “sha256//…”.
            """,
        options: [
            .value(
                "ca", also: ["cacert", "capath"], called: "FILE|FOLDER", common: true,
                curl: .words { [FileSystem.kind(of: $0) == .folder ? "--capath" : "--cacert", $0] },
                "trust these authorities instead"
            ) {
                settings, path throws(UsageError) in
                switch FileSystem.kind(of: path) {
                case .folder: settings.change { $0.tls.authorities = .folder(path) }
                case .nothing: throw UsageError("there is no file \(path)")
                case .file, .other: settings.change { $0.tls.authorities = .file(path) }
                }
            },
            .value(
                "cert", called: "FILE[:PASSPHRASE]", curl: "--cert",
                "show this certificate, in PEM, with its key in the same file or in --key's"
            ) {
                $0.certificate = $1
            },
            .value("key", also: ["cert-key"], called: "FILE", curl: "--key", "the key for --cert") { $0.keyFile = $1 },
            .value("pass", called: "PASSPHRASE", curl: "--pass", "what the key is encrypted with") { $0.passphrase = $1 },
            .value(
                "pin", also: ["pinnedpubkey"], called: "SHA256",
                curl: .words { ["--pinnedpubkey", $0.utf8.starts(with: "sha256//".utf8) ? $0 : "sha256//" + $0] },
                "the server's key must be this one, or another that is given so"
            ) {
                settings, text throws(UsageError) in
                for part in text.split(separator: ";") {
                    let digest = part.utf8.starts(with: "sha256//".utf8) ? part.dropFirst(8) : part
                    guard let pin = PublicKeyPin(sha256: String(digest)) else { throw UsageError("this is no SHA-256 in Base64") }
                    settings.change { $0.tls.pinnedPublicKeys.append(pin) }
                }
            },
            .value(
                "tls-min", called: "1.2|1.3", curl: .words { ["--tlsv\($0.suffix(3))"] },
                "refuse lower versions; 1.2 unless told otherwise"
            ) {
                settings, text throws(UsageError) in
                let version = try version(text)
                settings.change { $0.tls.minimumVersion = version }
            },
            .value("tls-max", called: "1.2|1.3", curl: .words { ["--tls-max", String($0.suffix(3))] }, "offer no higher version")
            { settings, text throws(UsageError) in
                let version = try version(text)
                settings.change { $0.tls.maximumVersion = version }
            },
            .flag(
                "insecure", letters: "k", common: true, curl: "--insecure",
                "believe whoever answers: anybody on the way can read and change everything"
            ) {
                settings, isOn in
                settings.isInsecure = isOn
            },
            .value(
                "verify", called: "yes|no|FILE",
                curl: .words {
                    ["no", "false"].contains($0) ? ["--insecure"] : ["yes", "true"].contains($0) ? [] : ["--cacert", $0]
                }, "HTTPie's: no is --insecure, a file is --ca"
            ) {
                settings, text throws(UsageError) in
                switch text.lowercased() {
                case "no", "false": settings.isInsecure = true
                case "yes", "true": settings.isInsecure = false
                default:
                    guard FileSystem.kind(of: text) != .nothing else { throw UsageError("there is no file \(text)") }
                    settings.change { $0.tls.authorities = FileSystem.kind(of: text) == .folder ? .folder(text) : .file(text) }
                }
            },
        ],
        examples: [])

    private static func version(_ text: String) throws(UsageError) -> TLSConfiguration.Version {
        switch text {
        case "1.2", "tls1.2": .tls12
        case "1.3", "tls1.3": .tls13
        default: throw UsageError("it is 1.2 or 1.3")
        }
    }
}
