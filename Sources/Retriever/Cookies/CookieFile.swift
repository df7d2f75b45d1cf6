internal import Files
internal import Glibc
internal import HTTPSemantics
internal import PublicSuffixes

/// The file of a jar, which others may have as well.
struct CookieFile: Sendable {
    /// Which cookies have changed.
    struct Changes {
        private var identities: Set<Cookie.Identity> = []
        private var areAll = false

        var isEmpty: Bool { identities.isEmpty && !areAll }

        func contains(_ cookie: Cookie) -> Bool { areAll || identities.contains(cookie.identity) }

        mutating func note(_ cookie: Cookie) { identities.insert(cookie.identity) }
        /// Whatever there is, it is none of the file's.
        mutating func replaceAll() { areAll = true }

        mutating func formUnion(_ other: Changes) {
            identities.formUnion(other.identities)
            areAll = areAll || other.areAll
        }
    }

    let path: String
    /// Where it is written.
    let queue = FileQueue()
    private static let sizeLimit = 64 << 20

    init(path: String) { self.path = path }

    /// The cookies in it; none when there is no file.
    ///
    /// - Throws: ``HTTPClientError`` with code `file` when it cannot be read, or is no cookie file.
    func read() throws(HTTPClientError) -> [Cookie] {
        let file = NetscapeCookieFile(octets: try translated(content))
        guard let line = file.damagedLines.first else { return file.cookies }
        throw HTTPClientError(.file, "\(path) is no cookie file, or damaged: there is no cookie in line \(line)")
    }

    private func content() throws(FileError) -> [UInt8] {
        if try FileSystem.stamp(of: path) == nil {
            guard FileSystem.kind(of: FileSystem.folder(of: path)) == .folder else {
                throw FileError("write", path, number: ENOENT)
            }
            return []
        }
        guard let octets = try FileSystem.content(of: path, upTo: Self.sizeLimit) else {
            throw FileError("read", path, number: EFBIG)
        }
        return octets
    }

    /// Writes what has changed, and leaves the rest as it is in the file.
    ///
    /// - Parameter cookies: All cookies of the jar.
    /// - Throws: ``HTTPClientError`` with code `file`.
    func write(_ changes: Changes, of cookies: [Cookie]) throws(HTTPClientError) {
        guard !changes.isEmpty else { return }
        let lock = try translated { () throws(FileError) in try OpenFile.locked(path: path) }
        var merged = CookieStore(isPublicSuffix: PublicSuffixes.contains)
        merged.merge(try read(), now: .now)
        let changed = cookies.filter(changes.contains)
        let kept = Set(changed.map(\.identity))
        merged.removeAll { changes.contains($0) && !kept.contains($0.identity) }
        merged.merge(changed, now: .now)
        let octets = NetscapeCookieFile(cookies: merged.cookies(now: .now)).octets
        try translated { () throws(FileError) in try FileSystem.writeAtomically(octets, to: path) }
        withExtendedLifetime(lock) {}
    }

    private func translated<Value>(_ body: () throws(FileError) -> Value) throws(HTTPClientError) -> Value {
        do { return try body() } catch { throw HTTPClientError(.file, "the file of the cookies: \(error)", cause: error) }
    }
}
