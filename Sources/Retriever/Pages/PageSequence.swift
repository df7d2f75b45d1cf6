public import HTTPSemantics

/// Responses each of which links to the next (RFC 8288), such as the pages of a long list. Each is asked for when the loop wants it.
public struct PageSequence: AsyncSequence, Sendable {
    /// The response for a page, its status 2xx.
    public typealias Element = HTTPClientResponse

    let client: HTTPClient
    let request: HTTPRequest
    let relation: String
    let maximum: Int
    let options: RequestOptions

    /// Asks for page after page.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let pages: PageSequence
        private var request: HTTPRequest
        private var options: RequestOptions
        /// Where to look for the next page; `nil` before the first.
        private var last: (fields: HTTPFields, url: WebURL)?
        private var visited: Set<WebURL> = []

        fileprivate init(_ pages: PageSequence) {
            self.pages = pages
            (request, options) = (pages.request, pages.options)
        }

        /// The next page, or `nil` after the last.
        ///
        /// - Throws: ``HTTPClientError``: code `status` unless the status is 2xx, `pagination` when the next page was there before, has no
        ///   usable URL, or would be one too many.
        public mutating func next() async throws -> HTTPClientResponse? {
            if let last {
                guard let link = last.fields.link(pages.relation, from: last.url) else { return nil }
                try follow(link, from: last.url)
            }
            let response = try await pages.client.perform(request, options: options).successful()
            visited.insert(request.url.withoutFragment)
            last = (response.headerFields, response.url)
            return response
        }

        private mutating func follow(_ link: Link, from url: WebURL) throws {
            let target: WebURL
            do {
                target = try WebURL(link.target, base: url)
                var asked = request
                asked.url = url  // a redirect may have led elsewhere
                request = try options.redirectRules.request(for: target, after: asked)
            } catch {
                throw HTTPClientError(.pagination, "the next page after \(url) has no usable address: \(error)", cause: error)
            }
            if !target.hasSameOrigin(as: pages.request.url) { options.credentials = nil }
            guard visited.count < pages.maximum else {
                throw HTTPClientError(.pagination, "there are more than \(pages.maximum) pages")
            }
            guard !visited.contains(target.withoutFragment) else {
                throw HTTPClientError(.pagination, "the pages go round in circles: \(target) comes again")
            }
        }
    }

    /// Begins with the first page.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

extension HTTPClient {
    /// A page and all that follow it, by their `Link` fields with `rel="next"`. RFC 8288.
    ///
    ///     for try await page in try client.pages(from: "https://example.com/issues") { issues += try await page.decoded() }
    ///
    /// A page of another origin is asked for as after a redirect there: without what is secret, and never from https to http.
    ///
    /// - Parameters:
    ///   - target: The first page's URL, seen from the client's ``HTTPClient/Configuration/baseURL`` when it is relative.
    ///   - query: Added to the query that `target` has; the next pages' URLs are what the server says.
    ///   - headerFields: The fields of each request.
    ///   - relation: What leads to the following page; in lower case unless it is a URL.
    ///   - maximum: The most pages; one more is an error.
    ///   - options: Instead of the client's.
    /// - Throws: ``HTTPClientError`` when `target` is no URL.
    public func pages(
        from target: some WebURLConvertible, query: FormParameters = [:], headerFields: HTTPFields = [:],
        relation: String = "next",
        maximum: Int = 1000, options: RequestOptions? = nil
    ) throws -> PageSequence {
        var options = options ?? configuration.options
        let url = try url(target).appending(query: query)
        // Those in the first URL are meant for all pages of its origin.
        if options.credentials == nil, let credentials = BasicCredentials(url) {
            options.credentials = .password(user: credentials.user, password: credentials.password)
        }
        let request = HTTPRequest(url: url.withoutCredentials, headerFields: headerFields)
        return PageSequence(client: self, request: request, relation: relation, maximum: maximum, options: options)
    }
}
