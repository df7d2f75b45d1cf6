public import HTTPSemantics
internal import Synchronization

/// The tokens for one server, renewed when it refuses them. RFC 6750.
///
/// A client that has them (``HTTPClient/Configuration/bearerTokens``) sends the current token to the server's origin and to no other.
/// When the server answers 401, the token is dropped, a new one is asked for, and the request is repeated with it, once. However many
/// requests need a token at a moment, it is asked for once; all of them get it, or the failure.
public final class BearerTokens: Sendable {
    /// Makes a new token, such as by a request to the authorization server. It is given the token that was refused; `nil` for the
    /// first. Its own requests are sent without a token of these.
    public typealias Renewal = @Sendable (_ refused: String?) async throws -> String

    private struct State {
        var token: String?
        var renewal: SharedWork<String>?
        /// Grows with each renewal: one that was given up has no say any more.
        var generation = 0
    }

    /// The server that they are for.
    public let origin: WebURL.Origin
    private let state: Mutex<State>
    private let renew: Renewal
    @TaskLocal private static var renewing: [ObjectIdentifier] = []

    /// Tokens.
    ///
    /// - Parameters:
    ///   - target: The server, as a URL of it.
    ///   - token: The first token; `nil` to ask for one when it is needed.
    ///   - renew: Makes the next one.
    /// - Throws: ``HTTPClientError`` with code `badURL` when `target` is no URL.
    public init(for target: some WebURLConvertible, token: String? = nil, renew: @escaping Renewal) throws {
        do {
            origin = try target.webURL().origin
        } catch {
            throw HTTPClientError(.badURL, error.description, cause: error)
        }
        state = Mutex(State(token: token))
        self.renew = renew
    }

    /// Whether requests to a URL are sent with a token.
    func apply(to url: WebURL) -> Bool { url.origin == origin && !Self.renewing.contains(ObjectIdentifier(self)) }

    /// The current token; asks for one when there is none.
    ///
    /// - Throws: ``HTTPClientError`` with code `authentication`, whose cause is the renewal's error.
    public func token() async throws -> String { try await token(insteadOf: nil) }

    /// The token after one that was refused: a newer one that is there already, or one that is asked for.
    ///
    /// - Throws: As ``token()``.
    public func token(insteadOf refused: String?) async throws -> String {
        let (token, renewal) = state.withLock { state -> (String?, SharedWork<String>?) in
            if refused != nil, state.token == refused { state.token = nil }
            if let token = state.token { return (token, nil) }
            let renewal = state.renewal ?? makeRenewal(refused, &state)
            renewal.join()
            return (nil, renewal)
        }
        if let token { return token }
        guard let renewal else { throw CancellationError() }
        defer { leave(renewal) }
        do {
            return try await renewal.value()
        } catch {
            guard !Task.isCancelled else { throw HTTPClientError.cancelled }
            throw HTTPClientError(.authentication, "no new token for \(origin): \(Self.reason(error))", cause: error)
        }
    }

    /// Drops the current token: the next request asks for another.
    public func dropToken() { state.withLock { $0.token = nil } }

    private func makeRenewal(_ refused: String?, _ state: inout State) -> SharedWork<String> {
        state.generation += 1
        let generation = state.generation
        let renewal = SharedWork { [self] in
            let result: Result<String, any Error>
            do {
                let renewing = Self.renewing + [ObjectIdentifier(self)]
                result = .success(try await Self.$renewing.withValue(renewing) { try await renew(refused) })
            } catch {
                result = .failure(error)
            }
            self.state.withLock { state in
                guard state.generation == generation else { return }
                state.token = try? result.get()
                state.renewal = nil
            }
            return try result.get()
        }
        state.renewal = renewal
        return renewal
    }

    /// Waits no longer for a renewal. When nobody else does, it ends, and the next request begins anew.
    private func leave(_ renewal: SharedWork<String>) {
        let isLast = state.withLock { state in
            guard renewal.leave() else { return false }
            if state.renewal === renewal {
                state.renewal = nil
                state.generation += 1
            }
            return true
        }
        if isLast { renewal.cancel() }
    }

    /// What went wrong; errors of others may say the token.
    private static func reason(_ error: any Error) -> String {
        (error as? HTTPClientError)?.message ?? "the renewal threw \(type(of: error))"
    }
}
