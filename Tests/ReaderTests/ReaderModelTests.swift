import CatalogAPI
import Foundation
import Reader
import Retriever
import SafeBrowsing
import TestSupport
import Testing

@MainActor
@Suite("The reader's models, on the real service")
struct ReaderModelTests {
    private let service: ServiceProcess
    private let folder: TemporaryFolder
    private let catalog: CatalogClient

    init() throws {
        folder = try TemporaryFolder()
        service = try ServiceProcess(database: folder.file("catalog.sqlite"))
        catalog = CatalogClient(service: try WebURL(service.url))
    }

    private func voters() -> VoterTokens { VoterTokens(file: URL(filePath: folder.file("deep/voters.json"))) }

    @Test("A vote is announced with the rating that the service confirmed, and belongs to one voter") func voting() async throws {
        let model = JokeModel(catalog: catalog, voters: voters())
        await model.load()
        let content = try #require(model.state.content)
        #expect(content.rating == Rating(id: content.joke.id, up: 0, down: 0))
        #expect(!content.joke.plainText.contains("&quot;"))
        #expect(await model.vote(.up)?.text == "Voted Up – 1 up, 0 down, you voted up")
        #expect(await model.vote(.up)?.text == "Voted Up – 1 up, 0 down, you voted up")
        #expect(await model.vote(.down)?.text == "Voted Down – 0 up, 1 down, you voted down")
        #expect(model.state.content?.rating?.down == 1)
        #expect(await model.vote(.none)?.text == "Vote Taken Back – 0 up, 0 down")

        // Another run of the program is the same voter: the token is in its file.
        _ = await model.vote(.up)
        let later = JokeModel(catalog: catalog, voters: voters())
        await later.load(id: content.joke.id)
        #expect(later.state.content?.rating?.vote == .up)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("deep/voters.json"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("A service that is not there is a failed state and an announcement, not a crash") func serviceDown() async throws {
        let model = JokeModel(catalog: catalog, voters: voters())
        await model.load()
        service.signal(SIGTERM)
        #expect(service.wait() == 0)
        let announcement = await model.vote(.up)
        #expect(announcement?.isError == true)
        #expect(announcement?.text.contains("connection refused") == true)
        #expect(model.state.content?.rating?.up == 0)
        await model.load()
        guard case .failed(let reason) = model.state else { return #expect(Bool(false), "\(model.state)") }
        #expect(reason.contains("127.0.0.1:\(service.port)"))
        #expect(await model.vote(.up) == nil)
        let courses = CoursesModel(catalog: catalog)
        await courses.load()
        guard case .failed = courses.state else { return #expect(Bool(false), "\(courses.state)") }
    }

    @Test("An unknown joke is told of in the service's words") func unknownJoke() async throws {
        let model = JokeModel(catalog: catalog, voters: voters())
        await model.load(id: 99_999)
        guard case .failed(let reason) = model.state else { return #expect(Bool(false), "\(model.state)") }
        #expect(reason == "No quote with id=99999.")
        let error = await #expect(throws: CatalogError.self) { try await catalog.vote(.up, on: 99_999) }
        #expect(error?.status == 404 && error?.field == "joke_id")
    }

    @Test("A damaged token file is a new voter") func damagedTokens() throws {
        let file = try folder.write("{broken", to: "voters.json")
        let tokens = VoterTokens(file: URL(filePath: file))
        let url = try WebURL(service.url)
        #expect(tokens.token(for: url) == nil)
        tokens.set("t", for: url)
        #expect(VoterTokens(file: URL(filePath: file)).token(for: url) == "t")
        #expect(tokens.token(for: try WebURL("http://elsewhere.example/")) == nil)
    }

    @Test("Courses have a next date, or none yet") func courses() async throws {
        let model = CoursesModel(catalog: catalog)
        await model.load()
        let rows = try #require(model.state.content)
        #expect(rows.count == 15)
        #expect(rows.filter { $0.date == "no date yet" }.count == 2)
        #expect(rows.allSatisfy { $0.page?.origin == catalog.service.origin })
    }

    @Test("Private courses ask, ask again, and are kept for the session") func privateCourses() async throws {
        let added = try ServiceProcess.run(
            ["user", "add", "anna", "--database", folder.file("catalog.sqlite")], input: "pässword\n")
        #expect(added.status == 0, "\(added.errors)")
        let model = CoursesModel(catalog: catalog)
        await model.load()
        #expect(await model.showPrivate() == .needsCredentials(failed: false))
        #expect(await model.showPrivate(with: BasicCredentials(user: "anna", password: "no")) == .needsCredentials(failed: true))
        #expect(!model.isPrivate && model.state.content?.count == 15)
        #expect(await model.showPrivate(with: BasicCredentials(user: "anna", password: "pässword")) == .shown)
        #expect(model.isPrivate && model.state.content?.count == 3)
        await model.showPublic()
        #expect(await model.showPrivate() == .shown)
        #expect(model.credentials(for: catalog.service.origin)?.user == "anna")
        #expect(model.credentials(for: try WebURL("http://127.0.0.1:1/").origin) == nil)
    }

    @Test("A token that the service does not know is replaced by a new one") func foreignToken() async throws {
        let tokens = voters()
        tokens.set("AAAAAAAAAAAAAAAAAAAAAA.BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB", for: try WebURL(service.url))
        let rating = try await tokens.vote(.up, on: 1, with: catalog)
        #expect(rating.up == 1)
        #expect(tokens.token(for: try WebURL(service.url)) == rating.voter)
    }

    @Test("A late answer about private courses does not replace the open ones") func lateCourses() async throws {
        let gate = Barrier(2)
        let server = try RawServer { connection in
            guard let request = connection.readRequest() else { return }
            if request.line.contains("/private/") { gate.arrive() }
            connection.respond(body: #"{"courses":[]}"#)
        }
        defer { server.stop() }
        let model = CoursesModel(catalog: CatalogClient(service: try WebURL(server.url)))
        async let late = model.showPrivate(with: BasicCredentials(user: "a", password: "b"))
        while server.connectionCount == 0 { await Task.yield() }
        await model.showPublic()
        await Task.detached { gate.arrive() }.value
        #expect(await late == .superseded)
        #expect(!model.isPrivate && model.state.content == [])
    }

    @Test("Only the newest load counts") func staleAnswers() async throws {
        let gate = Barrier(2)
        let server = try RawServer { connection in
            guard let request = connection.readRequest() else { return }
            if request.line.contains("/jokes/1 ") { gate.arrive() }
            let id = request.line.contains("/jokes/1 ") ? 1 : 2
            connection.respond(body: #"{"type":"success","value":{"id":\#(id),"joke":"j","categories":[]}}"#)
        }
        defer { server.stop() }
        let model = JokeModel(catalog: CatalogClient(service: try WebURL(server.url)), voters: voters())
        async let slow: Void = model.load(id: 1)
        while server.connectionCount == 0 { await Task.yield() }
        await model.load(id: 2)
        await Task.detached { gate.arrive() }.value
        await slow
        #expect(model.state.content?.joke.id == 2)
    }
}

@MainActor
@Suite("The page screen")
struct PageModelTests {
    private struct NoQueries: NavigationPolicy {
        func verdict(for request: NavigationRequest) -> NavigationVerdict {
            request.url?.query == nil ? .allow : .block(reason: "No queries.")
        }
    }

    @Test("The policy is asked for every navigation, and a refusal is shown") func policy() throws {
        let model = PageModel(title: "T", start: try WebURL("http://h/"), policy: NoQueries())
        #expect(model.verdict(for: "http://h/a", kind: .link) == .allow)
        #expect(model.problem == nil)
        #expect(model.verdict(for: "http://h/a?b", kind: .link) == .block(reason: "No queries."))
        #expect(model.status == "No queries.")
        #expect(model.events == [.blocked("No queries.")])
    }

    @Test(
        "By default only web pages open",
        arguments: [
            ("http://h/", true), ("https://h/", true), ("file:///etc/passwd", false), ("data:text/html,x", false),
            ("javascript:alert(1)", false), ("about:blank", false), ("HTTP://H/", true), ("", false), ("ftp://h/", false),
        ])
    func webPagesOnly(address: String, allowed: Bool) throws {
        let model = PageModel(title: "T", start: try WebURL("http://h/"))
        #expect((model.verdict(for: address, kind: .other) == .allow) == allowed)
        #expect((model.problem == nil) == allowed)
    }

    @Test("Start, progress, finish and failure are told") func events() throws {
        let model = PageModel(title: "T", start: try WebURL("http://h/"))
        var changes = 0
        model.onChange = { changes += 1 }
        #expect(model.progress == nil && model.status.isEmpty)
        model.report(.started)
        model.report(.progress(0.5))
        #expect(model.progress == 0.5 && model.status == "Loading…")
        model.report(.finished)
        #expect(model.progress == nil && model.status == "Loaded")
        model.report(.progress(1))
        #expect(model.progress == nil)
        model.report(.failed("No."))
        #expect(model.status == "No.")
        model.report(.started)
        #expect(model.problem == nil)
        model.setHistory(canGoBack: true, canGoForward: false)
        #expect(model.canGoBack && !model.canGoForward)
        #expect(changes == 7)
    }
}

@Suite("HTML-encoded text")
struct HTMLEncodingTests {
    @Test(
        "References become characters, the rest stays",
        arguments: [
            ("a &lt;b&gt; &amp; &quot;c&quot; &apos;&#39;&#x27;", "a <b> & \"c\" '''"), ("&#128512;&#xe9;", "😀é"),
            ("AT&T &nope; &; &#; &#0; &#xD800; &#99999999; &amp", "AT&T &nope; &; &#; &#0; &#xD800; &#99999999; &amp"),
            ("&amp;lt;", "&lt;"), ("", ""),
        ])
    func decoding(encoded: String, text: String) {
        #expect(encoded.decodingHTMLReferences() == text)
    }
}
