internal import Files
public import HTTPSemantics
internal import PublicSuffixes
internal import Synchronization

/// The cookies of one client, or of several. RFC 6265bis.
///
///     let jar = try CookieJar(file: "cookies.txt")
///     configuration.cookieJar = jar
///     for cookie in try jar.cookies(for: "https://example.com/") { print(cookie.name, cookie.value) }
///
/// Requests may use it at the same time. The public suffixes are those of libpsl.
public final class CookieJar: Sendable {
    private struct State {
        var store = CookieStore(isPublicSuffix: PublicSuffixes.contains)
        /// What the file does not have yet; `nil` without a file.
        var changes: CookieFile.Changes?
    }

    private let state: Mutex<State>
    private let hasCookies = Atomic(false)
    private let file: CookieFile?
    private let onSaveFailure: (@Sendable (HTTPClientError) -> Void)?

    /// A jar in memory.
    public init() {
        state = Mutex(State())
        file = nil
        onSaveFailure = nil
    }

    /// A jar that is kept in a file, in the format of curl and others; see `NetscapeCookieFile`. Cookies of the session are kept, too.
    ///
    /// When a request returns, the cookies of its responses are in the file, and remain so whatever becomes of the process. Only the
    /// file's owner may read it. Several processes may have the same file: each writes what it has changed, and leaves the rest as the
    /// others have it. That comes to a jar when it is made.
    ///
    /// - Parameters:
    ///   - file: Its path. It need not be there, but its folder must be.
    ///   - onSaveFailure: Told when the file cannot be written, which fails no request; the next change tries again. Must return at once.
    /// - Throws: ``HTTPClientError`` with code `file` when it cannot be read, or a line of it is none of that format: what else is in it
    ///   would be lost.
    public init(file: String, onSaveFailure: (@Sendable (HTTPClientError) -> Void)? = nil) throws {
        let file = CookieFile(path: file)
        var state = State(changes: CookieFile.Changes())
        state.store.merge(try file.read(), now: .now)
        hasCookies.store(!state.store.isEmpty, ordering: .relaxed)
        self.state = Mutex(state)
        self.file = file
        self.onSaveFailure = onSaveFailure
    }

    // MARK: - Looking

    /// All cookies, in the order in which they were created: a snapshot, which ``restore(_:)`` takes, and which can be encoded.
    public var cookies: [Cookie] { state.withLock { $0.store.cookies(now: .now) } }

    /// The cookies that a request for a URL would carry, in their order. RFC 6265bis §5.8.3.
    ///
    /// - Throws: `URLParsingError` when `url` is none.
    public func cookies(for url: some WebURLConvertible) throws(URLParsingError) -> [Cookie] {
        let url = try url.webURL()
        return state.withLock { $0.store.cookies(for: url, now: .now) }
    }

    /// Whether there is nothing to send, to whomever. Asked for each request.
    var isEmpty: Bool { !hasCookies.load(ordering: .relaxed) }

    func field(for url: WebURL) -> HTTPField? { state.withLock { $0.store.field(for: url, now: .now) } }

    // MARK: - Changing

    /// Sets a cookie, in place of the one of the same name, domain and path.
    ///
    /// - Throws: `CookieRefusal` when it is for all hosts below a public suffix.
    public func set(_ cookie: Cookie) throws(CookieRefusal) {
        try change { state throws(CookieRefusal) in
            try state.store.set(cookie, now: .now)
            state.changes?.note(cookie)
        }
    }

    /// Sets a cookie as if the server at a URL had: `session=1; Path=/; Secure`.
    ///
    /// - Parameters:
    ///   - setCookie: The value of a field `Set-Cookie`.
    ///   - url: Where it comes from.
    /// - Throws: `CookieRefusal` when the server may not set it, `URLParsingError` when `url` is none.
    public func set(_ setCookie: String, from url: some WebURLConvertible) throws {
        let url = try url.webURL()
        let setCookie = try SetCookie(setCookie)
        try change { state in
            let cookie = try state.store.receive(setCookie, from: url, now: .now)
            state.changes?.note(cookie)
        }
    }

    /// Removes a cookie.
    public func remove(_ cookie: Cookie) { removeAll { $0.identity == cookie.identity } }

    /// Removes the cookies for which `condition` is true.
    public func removeAll(where condition: (Cookie) -> Bool) {
        change { state in
            for cookie in state.store.cookies(now: .now) where condition(cookie) {
                state.store.remove(cookie)
                state.changes?.note(cookie)
            }
        }
    }

    /// Removes all cookies, also those that other processes have written into the file.
    public func removeAll() { restore([]) }

    /// Ends the session: removes the cookies that say no other end. RFC 6265bis §5.7.
    public func removeSessionCookies() { removeAll { $0.expires == nil } }

    /// Replaces all cookies, also those that other processes have written into the file, with those of a snapshot. What has ended
    /// since is left out.
    public func restore(_ cookies: some Sequence<Cookie>) {
        change { state in
            state.store.removeAll { _ in true }
            state.store.merge(cookies, now: .now)
            state.changes?.replaceAll()
        }
    }

    private func change<Failure: Error>(_ body: (inout State) throws(Failure) -> Void) throws(Failure) {
        let result = state.withLock { state in
            let result = Result { () throws(Failure) in try body(&state) }
            hasCookies.store(!state.store.isEmpty, ordering: .relaxed)
            return result
        }
        if let file { file.queue.enqueue { try? self.write(to: file) } }
        try result.get()
    }

    /// Takes the cookies that a response sets; those that the server may not set are ignored.
    ///
    /// - Returns: Whether the file has to be written for that.
    func take(_ fields: HTTPFields, from url: WebURL) -> Bool {
        let setCookies = fields.setCookies
        return state.withLock { state in
            for setCookie in setCookies {
                guard let cookie = try? state.store.receive(setCookie, from: url, now: .now) else { continue }
                state.changes?.note(cookie)
            }
            hasCookies.store(!state.store.isEmpty, ordering: .relaxed)
            return state.changes.map { !$0.isEmpty } ?? false
        }
    }

    // MARK: - The file

    /// Waits until the file has all changes. That happens by itself as well, and need only be waited for after changes that the
    /// program has made.
    ///
    /// - Throws: ``HTTPClientError`` with code `file` when it cannot be written; the next change tries again.
    public func save() async throws {
        guard let file else { return }
        try await file.queue.run { try self.write(to: file) }
    }

    private func write(to file: CookieFile) throws(HTTPClientError) {
        let (changes, cookies) = state.withLock { state in
            defer { state.changes = CookieFile.Changes() }
            return (state.changes ?? CookieFile.Changes(), state.store.cookies(now: .now))
        }
        do {
            try file.write(changes, of: cookies)
        } catch {
            state.withLock { $0.changes?.formUnion(changes) }
            onSaveFailure?(error)
            throw error
        }
    }
}
