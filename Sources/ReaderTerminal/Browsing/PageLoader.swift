internal import HTTPSemantics
internal import PageText
internal import Retriever
internal import SafeBrowsing

/// Fetches a page and reads its text.
struct PageLoader: Sendable {
    /// How it went.
    enum Outcome: Sendable {
        case page(ReadablePage, address: String)
        case failed(String)
        /// The policy refused a redirect.
        case blocked
    }

    let client: HTTPClient
    /// The credentials that an origin may see.
    let credentials: @MainActor @Sendable (WebURL.Origin) -> BasicCredentials?
    private static let redirectLimit = 20

    init(client: HTTPClient, credentials: @escaping @MainActor @Sendable (WebURL.Origin) -> BasicCredentials?) {
        self.client = client
        self.credentials = credentials
    }

    /// Fetches; `verdict` is asked before each redirect is followed, since a policy decides about every navigation and not only
    /// about the first address.
    @MainActor
    func load(_ address: String, verdict: (String) -> NavigationVerdict) async -> Outcome {
        do {
            var url = try WebURL(address)
            for _ in 0...Self.redirectLimit {
                let response = try await fetch(url)
                guard let next = try redirect(response) else { return try await read(response) }
                if url.scheme == "https", next.scheme == "http" { return .failed("The page redirects from https to http.") }
                guard verdict(next.href) == .allow else { return .blocked }
                url = next
            }
            return .failed("The page redirects too often.")
        } catch {
            return .failed("\(error)")
        }
    }

    @MainActor
    private func fetch(_ url: WebURL) async throws -> HTTPClientResponse {
        var options = client.configuration.options
        options.redirects = .deliverRedirectionResponse
        options.credentials = credentials(url.origin).map(Credential.init)
        return try await client.get(
            url, headerFields: [.accept: "text/html, application/xhtml+xml, text/plain;q=0.8, */*;q=0.1"], options: options)
    }

    private func redirect(_ response: HTTPClientResponse) throws -> WebURL? {
        guard [301, 302, 303, 307, 308].contains(response.status.code), let location = response.headerFields[.location] else {
            return nil
        }
        return try WebURL(location, base: response.url)
    }

    private func read(_ response: HTTPClientResponse) async throws -> Outcome {
        guard response.status.kind == .successful else {
            return .failed("\(response.url) answered \(response.status).")
        }
        let type = response.headerFields[.contentType].flatMap(MediaType.init)
        let essence = type?.essence ?? "text/html"
        let isHTML = essence == "text/html" || essence == "application/xhtml+xml"
        guard isHTML || essence.hasPrefix("text/") || essence == "application/json" else {
            return .failed("This is no page of text but \(essence).")
        }
        let content = try await response.collected(upTo: ReadablePage.sizeLimit)
        let charset = type?.parameters["charset"]
        let page =
            isHTML
            ? await Self.readable(content.content, charset: charset, url: content.url)
            : ReadablePage(plainText: content.content, charset: charset)
        return .page(page, address: content.url.href)
    }

    /// Off the main actor: a large page takes a while.
    @concurrent
    private static func readable(_ bytes: [UInt8], charset: String?, url: WebURL) async -> ReadablePage {
        ReadablePage(html: bytes, charset: charset, url: url)
    }
}
