import CatalogAPI
import RetrieverTesting
import Testing

@Suite("The catalogue's client")
struct CatalogClientTests {
    private let transport = ScriptedTransport()
    private let catalog: CatalogClient

    init() throws {
        catalog = CatalogClient(service: try WebURL("https://jokes.example/"), client: HTTPClient(scripted: transport))
    }

    @Test("A joke is taken out of its envelope") func joke() async throws {
        let joke = Joke(id: 17, joke: "Ha", categories: ["short"])
        transport.on(.get("https://jokes.example/jokes/17"), try .json(ICNDBAnswer(value: joke)))
        transport.on(.get("https://jokes.example/jokes/random"), try .json(ICNDBAnswer(value: joke)))
        #expect(try await catalog.joke(id: 17) == joke)
        #expect(try await catalog.randomJoke() == joke)
        try transport.verify()
    }

    @Test("A joke that is not there is told in the service's words, though the status is 200") func noJoke() async throws {
        transport.on(.any, try .json(ICNDBAnswer(type: "NoSuchQuoteException", value: "No quote with id=0.")))
        let error = await #expect(throws: CatalogError.self) { try await catalog.joke(id: 0) }
        #expect(error?.message == "No quote with id=0.")
        #expect(error?.status == 404)
    }

    @Test("A vote is sent as a form with the voter's token") func vote() async throws {
        transport.on(
            .post("https://jokes.example/rater/vote").having([.cookie: "voter=abc"])
                .where { $0.form == ["joke_id": "17", "vote": "-1"] },
            try .json(Rating(id: 17, up: 0, down: 1, vote: .down)))
        #expect(try await catalog.vote(.down, on: 17, voter: "abc") == Rating(id: 17, up: 0, down: 1, vote: .down))
        try transport.verify()
    }

    @Test("A voter is named by the caller, not by a cookie that a service has set before") func ownVoter() async throws {
        transport.on(
            .any, try .json(Rating(id: 17, up: 1, down: 0), headerFields: [.setCookie: "voter=another; Path=/"]), times: .any)
        for _ in 0..<2 { _ = try await catalog.vote(.up, on: 17) }
        #expect(transport.requests.allSatisfy { !$0.headerFields.contains(.cookie) })
    }

    @Test("What the service finds wrong is told in its words") func problem() async throws {
        let problem = Problem(status: 400, title: "Bad Request", detail: "No such voter.", field: "voter")
        transport.on(.any, try .json(problem, status: 400, headerFields: [.contentType: "application/problem+json"]))
        let error = await #expect(throws: CatalogError.self) { try await catalog.vote(.up, on: 1, voter: "gone") }
        #expect(error?.message == "No such voter.")
        #expect(error?.refusesVoter == true)
    }

    @Test("Private courses are asked for with credentials, which other requests do not get") func privateCourses() async throws {
        let courses = [Course(title: "Swift", url: "https://courses.example/swift")]
        transport.on(
            .get("/private/courses.json").having([.authorization: "Basic *"]), try .json(CourseList(courses: courses)),
            times: .any)
        transport.on(.get("/private/courses.json"), .status(401), times: .any)
        transport.on(.get("/courses.json"), try .json(CourseList(courses: [])), times: .any)
        #expect(try await catalog.privateCourses(BasicCredentials(user: "anna", password: "secret")) == courses)
        let error = await #expect(throws: CatalogError.self) { try await catalog.privateCourses(nil) }
        #expect(error?.needsCredentials == true)
        #expect(try await catalog.courses() == [])
        #expect(transport.requests.last?.headerFields.contains(.authorization) == false)
    }

    @Test(
        "A service that cannot be reached is told with its cause",
        arguments: [
            HTTPClientError.Code.cannotConnect, .cannotResolve, .timedOut, .connectionLost, .tls,
        ])
    func unreachable(code: HTTPClientError.Code) async throws {
        transport.on(.any, .fails(code))
        let error = await #expect(throws: CatalogError.self) { try await catalog.randomJoke() }
        #expect(error?.cause?.code == code)
        #expect(error?.status == nil)
    }

    @Test("An answer that breaks off is told, and so is one that is no JSON") func broken() async throws {
        transport.on(.any, .text("{\"type\":\"success\"").breakingOff(after: 5), .text("<html>"))
        let lost = await #expect(throws: CatalogError.self) { try await catalog.randomJoke() }
        #expect(lost?.cause?.code == .connectionLost)
        let malformed = await #expect(throws: CatalogError.self) { try await catalog.randomJoke() }
        #expect(malformed?.cause?.code == .decoding)
    }
}
