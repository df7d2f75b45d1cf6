import Foundation
import Retriever
import Synchronization
import TestSupport
import Testing

/// An interceptor in a few lines.
private struct Step: Interceptor {
    let body: nonisolated(nonsending) @Sendable (InterceptedRequest, Next) async throws -> HTTPClientResponse

    func intercept(_ call: InterceptedRequest, next: Next) async throws -> HTTPClientResponse { try await body(call, next) }
}

private struct Failure: Error, Equatable {}

private let markName = HTTPField.Name("X-Mark") ?? .cookie

@Suite("Interceptors")
struct InterceptorTests {
    private func client(_ calls: [any Interceptor], attempts: [any Interceptor] = []) -> HTTPClient {
        .with {
            $0.interceptors = calls
            $0.attemptInterceptors = attempts
        }
    }

    @Test("They run in their order, there and back; those of attempts inside") func order() async throws {
        let server = try RuledServer { _, _ in .respond() }
        defer { server.stop() }
        let record = Record<String>()
        func noting(_ name: String) -> Step {
            Step { call, next in
                record.append("\(name) →")
                let response = try await next(call)
                record.append("\(name) ←")
                return response
            }
        }
        let client = client([noting("a"), noting("b")], attempts: [noting("c"), noting("d")])
        #expect(try await client.get(server.url).status == 200)
        #expect(record.all == ["a →", "b →", "c →", "d →", "d ←", "c ←", "b ←", "a ←"])
    }

    @Test("Each may change method, URL, fields, content and options", arguments: [true, false])
    func change(ofCall: Bool) async throws {
        let server = try RuledServer { _, _ in .respond("302 There", fields: "Location: /no\r\n") }
        defer { server.stop() }
        let step = Step { call, next in
            var call = call
            call.request.method = .put
            call.request.url = try WebURL("/changed", base: call.request.url)
            call.request.headerFields[markName] = "1"
            call.content = .text("changed")
            call.options.redirects = .deliverRedirectionResponse
            return try await next(call)
        }
        var options = RequestOptions()
        options.redirects = .deliverRedirectionResponse
        let client = ofCall ? client([step]) : client([], attempts: [step])
        let response = try await client.post(server.url, content: .text("x"), options: ofCall ? nil : options)
        #expect(response.status == 302 && response.url.path == "/changed")
        let request = try #require(server.seen.all.first)
        #expect(request.line == "PUT /changed HTTP/1.1" && request.values("X-Mark") == ["1"])
        #expect(String(decoding: request.body, as: UTF8.self) == "changed")
        #expect(request.values("Content-Type") == ["text/plain; charset=utf-8"])
    }

    @Test("One may answer by itself, and nobody is asked", arguments: [true, false]) func answering(ofCall: Bool) async throws {
        let port = try Loopback.unusedPort()
        let step = Step { call, _ in
            HTTPClientResponse(
                head: HTTPResponse(status: 203, headerFields: [markName: "1"]), url: call.request.url,
                body: ResponseBody(Array("made".utf8), trailerFields: [markName: "2"]))
        }
        let client = ofCall ? client([step]) : client([], attempts: [step])
        let response = try await client.get("http://me:secret@127.0.0.1:\(port)/a")
        #expect(response.status == 203 && response.headerFields[markName] == "1")
        #expect(response.url.href == "http://127.0.0.1:\(port)/a")
        let collected = try await response.collected()
        #expect(collected.text == "made" && collected.trailerFields[markName] == "2")
        struct Greeting: Decodable { let a: Int }
        let json = HTTPClient.with {
            $0.interceptors = [
                Step { call, _ in
                    let parts = Mutex(["{\"a\"", "", ":1}"][...])
                    return HTTPClientResponse(
                        head: HTTPResponse(status: 200), url: call.request.url,
                        body: ResponseBody { parts.withLock { $0.popFirst() }.map { Array($0.utf8) } })
                }
            ]
        }
        #expect(try await json.get("http://h/").decoded(as: Greeting.self).a == 1)
    }

    @Test("Errors pass through, and may be replaced by an answer") func errors() async throws {
        let port = try Loopback.unusedPort()
        let seen = Record<HTTPClientError.Code>()
        let watching = Step { call, next in
            do {
                return try await next(call)
            } catch let error as HTTPClientError {
                seen.append(error.code)
                throw error
            }
        }
        let url = "http://127.0.0.1:\(port)/"
        await expectError(.cannotConnect) { try await client([watching], attempts: [watching]).get(url) }
        #expect(seen.all == [.cannotConnect, .cannotConnect])
        let rescuing = Step { call, next in
            (try? await next(call)) ?? HTTPClientResponse(head: HTTPResponse(status: 204), url: call.request.url)
        }
        #expect(try await client([rescuing, watching]).get(url).status == 204)
        await #expect(throws: Failure()) {
            try await client([], attempts: [Step { _, _ in throw Failure() }]).get(url, options: .retrying())
        }
    }

    @Test("The content streams through one that watches, with its trailers; it ends once") func watching() async throws {
        let server = try RawServer.answering(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Mark\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nX-Mark: 1\r\n\r\n"
        )
        defer { server.stop() }
        let read = Record<[UInt8]?>()
        let client = client([
            Step { call, next in
                let response = try await next(call)
                return response.with(body: response.body.watched { read.append($0) })
            }
        ])
        let collected = try await client.get(server.url).collected()
        #expect(collected.text == "abcde" && collected.trailerFields[markName] == "1")
        #expect(read.all.compactMap(\.self).flatMap(\.self) == Array("abcde".utf8))
        let response = try await client.get(server.url)
        #expect(read.all.count(where: { $0 == nil }) == 1, "nothing is told that nobody has read")
        var content: [UInt8] = []
        for try await chunk in response.body { content += chunk }
        for try await _ in response.body { Issue.record("more content") }
        #expect(content == Array("abcde".utf8) && read.all.count(where: { $0 == nil }) == 2)
    }

    @Test("Content may be replaced as it comes") func replacing() async throws {
        let server = try RuledServer { _, _ in .respond(body: "abc") }
        defer { server.stop() }
        let client = client([
            Step { call, next in
                let response = try await next(call)
                let chunks = response.body
                return response.with(body: ResponseBody { try await chunks.makeAsyncIterator().next()?.map { $0 - 32 } })
            }
        ])
        #expect(try await client.get(server.url).text() == "ABC")
    }

    @Test("A call is one, with all its redirects and attempts; an attempt is each request on the wire") func counts() async throws
    {
        let server = try RuledServer { request, number in
            request.target == "/a" ? .redirect("/b") : number < 4 ? .respond("503 No") : .respond(body: "there")
        }
        defer { server.stop() }
        let calls = Record<String>()
        let attempts = Record<String>()
        func noting(_ record: Record<String>) -> Step {
            Step { call, next in
                record.append("\(call.attempt) \(call.request.url.path)")
                let response = try await next(call)
                record.append("\(response.status.code) \(response.history.count)")
                return response
            }
        }
        let client = client([noting(calls)], attempts: [noting(attempts)])
        #expect(try await client.get(server.url + "/a", options: .retrying()).text() == "there")
        #expect(calls.all == ["1 /a", "200 1"])
        #expect(attempts.all == ["1 /a", "302 0", "1 /b", "503 0", "2 /b", "503 0", "3 /b", "200 0"])
    }

    @Test("An interceptor may ask again itself") func again() async throws {
        let server = try RuledServer { _, number in .respond(number < 3 ? "404 No" : "200 OK", body: "\(number)") }
        defer { server.stop() }
        let step = Step { call, next in
            var response = try await next(call)
            while response.status == 404 { response = try await next(call) }
            return response
        }
        #expect(try await client([step]).get(server.url).text() == "3")
        #expect(try await client([], attempts: [step]).get(server.url).text() == "4")
    }

    @Test("A relative redirect is seen from where an interceptor has asked, and takes no secrets to another origin")
    func detour() async throws {
        let mirror = try RuledServer { request, _ in request.target == "/m/a" ? .redirect("b") : .respond(body: "mirror") }
        let server = try RuledServer { _, _ in .respond(body: "server") }
        defer {
            mirror.stop()
            server.stop()
        }
        let step = Step { call, next in
            var call = call
            if call.request.url.path == "/a" { call.request.url = try WebURL(mirror.url + "/m/a") }
            return try await next(call)
        }
        let response = try await client([], attempts: [step]).get(server.url + "/a")
        #expect(try await response.text() == "mirror")
        #expect(response.url.href == mirror.url + "/m/b" && response.history.map(\.url.href) == [mirror.url + "/m/a"])
        #expect(server.seen.all.isEmpty)
    }

    @Test("Who puts proof of who asks into attempts gets the 401 that answers it; nobody else is asked") func ownProof()
        async throws
    {
        let server = try RuledServer { _, _ in .respond("401 Who", fields: "WWW-Authenticate: Basic realm=r\r\n") }
        defer { server.stop() }
        let asked = Record<Int>()
        let client = HTTPClient.with {
            $0.attemptInterceptors = [DefaultFieldsInterceptor { _ in [.authorization: "Bearer t0ken"] }]
            $0.options.credentials = .password(user: "me", password: "pass-word")
            $0.options.onChallenge = { challenge in
                asked.append(challenge.previousFailures)
                return .use(.password(user: "me", password: "pass-word"))
            }
        }
        #expect(try await client.get(server.url).status == 401)
        #expect(server.seen.all.map { $0.values("Authorization") } == [["Bearer t0ken"]])
        #expect(asked.all.isEmpty)
    }

    @Test("Attempts go to http and https addresses without passwords", arguments: ["file:///etc/hosts", "http://me:secret@h/"])
    func wrongAddress(address: String) async throws {
        let step = Step { call, next in
            var call = call
            call.request.url = try WebURL(address)
            return try await next(call)
        }
        let error = await expectError(.badURL) { try await client([], attempts: [step]).get("http://h/") }
        #expect(error?.message.contains("secret") == false)
    }

    // MARK: - Shipped

    @Test("Default fields are added where the request has none, whatever they depend on") func defaultFields() async throws {
        let server = try RuledServer { _, _ in .respond() }
        defer { server.stop() }
        let accept = DefaultFieldsInterceptor { request in
            [.accept: "a/b", .acceptEncoding: "x", markName: request.url.path]
        }
        let client = client([accept])
        #expect(try await client.get(server.url + "/one", headerFields: [.accept: "c/d"]).status == 200)
        let request = try #require(server.seen.all.first)
        #expect(request.values("Accept") == ["c/d"] && request.values("X-Mark") == ["/one"])
        await #expect(throws: Failure()) {
            try await self.client([DefaultFieldsInterceptor { _ in throw Failure() }]).get(server.url)
        }
    }

    @Test("A trace goes on in a task, or begins; a field of the request's own stays") func trace() async throws {
        let server = try RuledServer { _, _ in .respond() }
        defer { server.stop() }
        let client = client([TraceInterceptor()])
        let parent = TraceContext(isSampled: false)
        try await TraceInterceptor.$current.withValue(parent) { _ = try await client.get(server.url) }
        _ = try await client.get(server.url)
        _ = try await client.get(server.url, headerFields: [.traceparent: "mine"])
        let values = server.seen.all.map { $0.values("traceparent") }
        let child = try #require(values[0].first.flatMap { TraceContext($0) })
        #expect(child.traceID == parent.traceID && child.parentID != parent.parentID && !child.isSampled)
        let new = try #require(values[1].first.flatMap { TraceContext($0) })
        #expect(new.traceID != parent.traceID && new.isSampled)
        #expect(values[2] == ["mine"])
    }

    @Test(
        "Relative addresses are seen from the base URL",
        arguments: [
            ("jokes?x=1", "/api/jokes?x=1"), ("/jokes", "/jokes"), ("../v2/", "/v2/"), ("", "/api/"), ("?q=ü", "/api/?q=%C3%BC"),
        ])
    func baseURL(address: String, target: String) async throws {
        let server = try RuledServer { _, _ in .respond() }
        defer { server.stop() }
        let client = try HTTPClient.with { $0.baseURL = try WebURL(server.url + "/api/") }
        #expect(try await client.get(address).status == 200)
        #expect(try await client.get(server.url + "/whole").status == 200)
        #expect(server.targets == [target, "/whole"])
        if !address.isEmpty { await expectError(.badURL) { try await HTTPClient().get(address) } }
    }

    // MARK: - Rates

    private func limited(_ interceptor: RateLimitInterceptor) -> HTTPClient { client([], attempts: [interceptor]) }

    @Test("A request that would wait too long fails, and is no failure of the server; others have their own rate")
    func rate() async throws {
        let server = try RuledServer { request, _ in request.target == "/a" ? .redirect("/b") : .respond() }
        let other = try RuledServer { _, _ in .respond() }
        defer {
            server.stop()
            other.stop()
        }
        let client = HTTPClient.with {
            $0.attemptInterceptors = [RateLimitInterceptor(requestsPerSecond: 0.001, burst: 3, longestWait: .zero)]
            $0.circuitBreaker = CircuitBreaker.Limits(failures: 1)
        }
        #expect(try await client.get(server.url + "/a").status == 200, "which counts twice")
        #expect(try await client.get(server.url).status == 200)
        for _ in 1...2 {
            let error = await expectError(.timedOut) { try await client.get(server.url, options: .retrying()) }
            #expect(error?.timeLimit == "longestWait")
        }
        #expect(server.seen.all.count == 3)
        #expect(try await client.get(other.url).status == 200)
    }

    @Test(
        "A server that says that it takes no more gets no more",
        arguments: [
            ("200 OK", "RateLimit: \"d\";r=0;t=1000\r\n", true), ("200 OK", "RateLimit: \"d\";r=1;t=1000\r\n", false),
            ("200 OK", "X-RateLimit-Remaining: 0\r\nX-RateLimit-Reset: 1000\r\n", true),
            ("429 No", "Retry-After: 1000\r\n", true),
            ("503 No", "Retry-After: 1000\r\n", true), ("503 No", "", false), ("404 No", "Retry-After: 1000\r\n", false),
        ])
    func closed(status: String, fields: String, closes: Bool) async throws {
        let server = try RuledServer { _, _ in .respond(status, fields: fields) }
        defer { server.stop() }
        let client = limited(RateLimitInterceptor(requestsPerSecond: 1000, burst: 100, longestWait: .seconds(10)))
        _ = try await client.get(server.url)
        if closes {
            await expectError(.timedOut) { try await client.get(server.url) }
        } else {
            _ = try await client.get(server.url)
        }
        #expect(server.seen.all.count == (closes ? 1 : 2))
    }

    @Test("Nobody waits for a turn that would come after the request's time; the wait can be cancelled") func turns() async throws
    {
        let server = try RuledServer { _, _ in .respond() }
        defer { server.stop() }
        let client = limited(RateLimitInterceptor(requestsPerSecond: 0.001, longestWait: .seconds(10_000)))
        _ = try await client.get(server.url)
        var options = RequestOptions()
        options.totalTimeout = .seconds(100)
        await expectError(.timedOut) { try await client.get(server.url, options: options) }
        let task = Task { try await client.get(server.url) }
        task.cancel()
        await expectError(.cancelled) { try await task.value }
        #expect(server.seen.all.count == 1)
    }
}
