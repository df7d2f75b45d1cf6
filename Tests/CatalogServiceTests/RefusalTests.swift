import TestSupport
import Testing

@testable import CatalogService

@Suite("Refusals of the service")
struct RefusalTests {
    @Test(
        "As JSON",
        arguments: [
            ("GET", "/nothing", 404), ("POST", "/jokes/random", 405), ("GET", "/rater/vote", 405), ("DELETE", "/jokes/1", 405),
            ("PUT", "/courses.json", 405), ("PATCH", "/", 405),
        ])
    func refusalIsAProblem(method: String, target: String, status: Int) async throws {
        let fixture = try await ServiceFixture()
        let response = try await rawRequest(fixture.port, method, target)
        #expect(response.status == status)
        #expect(response["content-type"] == "application/problem+json; charset=utf-8")
        #expect(response.object["status"] as? Int == status)
        #expect((response.object["title"] as? String)?.isEmpty == false)
        #expect((response["allow"] != nil) == (status == 405))
        await fixture.stop()
    }

    @Test func contentThatIsTooLargeIsAProblem() async throws {
        let fixture = try await ServiceFixture()
        let response = try await fixture.vote("joke_id=1&vote=1&x=" + String(repeating: "x", count: 70_000))
        #expect(response.status == 413)
        #expect(response.object["status"] as? Int == 413)
        await fixture.stop()
    }

    @Test(
        "HEAD",
        arguments: ["/jokes/1", "/jokes", "/jokes/random/3", "/courses.json", "/private/courses.json", "/hero", "/nothing"])
    func headIsLikeGet(target: String) async throws {
        let fixture = try await ServiceFixture()
        let get = try await fixture.get(target)
        let head = try await rawRequest(fixture.port, "HEAD", target)
        #expect(head.status == get.status)
        // Random jokes differ in length.
        func names(_ response: RawResponse) -> [String] {
            response.fields.map { $0.name == "date" || target.contains("random") ? $0.name : "\($0)" }
        }
        #expect(names(head) == names(get))
        #expect(head.content.isEmpty)
        await fixture.stop()
    }
}
