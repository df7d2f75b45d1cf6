internal import FoundationEssentials
internal import HTTPSemantics
internal import Synchronization

/// Remembers which hosts want to be reached by https only, so that not even a first request to them goes out in the clear.
/// RFC 6797. Clients may share one.
public final class StrictTransportStore: Sendable {
    private let policies: Mutex<StrictTransportPolicies>
    private let file: String?

    /// A store in memory.
    public init() {
        policies = Mutex(StrictTransportPolicies())
        file = nil
    }

    /// A store that is kept in a file, a line for each host: name, "+" when it is about hosts below it, too, else "-", and the end
    /// in seconds since 1970. Lines that are not of this form are dropped.
    ///
    /// - Throws: ``HTTPClientError`` with code `configuration` when the file cannot be read or written.
    public init(file: String) throws {
        var policies = StrictTransportPolicies()
        let now = Self.now
        if FileManager.default.fileExists(atPath: file) {
            guard let data = FileManager.default.contents(atPath: file) else {
                throw HTTPClientError(.configuration, "\(file) cannot be read; it keeps which hosts want https only")
            }
            for line in String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline) {
                let parts = line.split(separator: " ")
                guard parts.count == 3, ["+", "-"].contains(parts[1]), let expires = Int(parts[2]), expires > now else {
                    continue
                }
                policies.set(.init(expires: expires, includesSubdomains: parts[1] == "+"), for: String(parts[0]), now: now)
            }
        }
        try Self.write(policies, to: file)
        self.policies = Mutex(policies)
        self.file = file
    }

    private static var now: Int { Int(Date().timeIntervalSince1970) }

    /// The URL to use instead: https where the host wants it. RFC 6797 §8.3.
    func upgrading(_ url: WebURL) -> WebURL {
        guard !url.isSecure, url.isHTTP, let host = url.host, policies.withLock({ $0.apply(to: host, now: Self.now) }),
            // A port of the URL's own stays; parsing anew leaves the new scheme's default out.
            let upgraded = try? WebURL("https" + url.href.dropFirst(4))
        else { return url }
        return upgraded
    }

    /// Remembers what a response says that came over a verified connection.
    func note(_ response: HTTPResponse, from url: WebURL) {
        guard url.isSecure, let host = url.host,
            let field = response.headerFields[values: .strictTransportSecurity].first
        else { return }
        policies.withLock { policies in
            guard policies.note(field, from: host, now: Self.now), let file else { return }
            try? Self.write(policies, to: file)  // memory knows it all the same, and the next change tries again
        }
    }

    private static func write(_ policies: StrictTransportPolicies, to file: String) throws {
        let lines = policies.policies.sorted { $0.key < $1.key }
            .map { "\($0.key) \($0.value.includesSubdomains ? "+" : "-") \($0.value.expires)\n" }
        do {
            try Data(lines.joined().utf8).write(to: URL(filePath: file), options: .atomic)
        } catch {
            throw HTTPClientError(.configuration, "\(file) cannot be written; it keeps which hosts want https only", cause: error)
        }
    }
}
