import CatalogAPI
import CatalogStore
import Foundation
import TestSupport
import Testing

@testable import CatalogService

@Suite("Courses")
struct CourseRouteTests {
    private func feed(_ response: RawResponse) throws -> [Course] {
        try JSONDecoder().decode(CourseList.self, from: Data(response.content)).courses
    }

    private func basic(_ user: String, _ password: String) -> String {
        "Authorization: Basic \(Data("\(user):\(password)".utf8).base64EncodedString())"
    }

    private func fixtureWithUser() async throws -> ServiceFixture {
        let fixture = try await ServiceFixture()
        let catalog = try await CatalogFile.open(fixture.folder.file("catalog.sqlite"))
        try await UserAdministration(catalog: catalog).add("Zoë", password: "päss:word")
        await catalog.close()
        return fixture
    }

    @Test func feedHasTheShapeOfTheTutorial() async throws {
        let fixture = try await ServiceFixture()
        let response = try await fixture.get("/courses.json")
        #expect(response["content-type"] == "application/json; charset=utf-8")
        let courses = try feed(response)
        #expect(courses.count == 15)
        #expect(courses.filter { $0.upcoming == nil }.count == 1)
        #expect(courses.filter { $0.upcoming == [] }.count == 1)
        #expect(courses.contains { $0.title == #"Play Some "Tango" & Waltz"# })
        #expect(courses[0].upcoming?[0].startDate == "2027-02-10")
        let first = (response.object["courses"] as? [[String: Any]])?.first?["upcoming"] as? [[String: Any]]
        #expect(Set(first?[0].keys ?? [:].keys) == ["start_date", "end_date", "instructors", "location"])
        await fixture.stop()
    }

    @Test func linksLeadToPages() async throws {
        let fixture = try await ServiceFixture()
        let origin = "http://127.0.0.1:\(fixture.port)"
        for course in try feed(try await fixture.get("/courses.json")) {
            #expect(course.url.hasPrefix("\(origin)/courses/"))
            #expect(try await fixture.get(String(course.url.dropFirst(origin.count))).status == 200)
        }
        await fixture.stop()
    }

    @Test(
        "Hosts of links",
        arguments: [
            ("example.org", "example.org"), ("example.org:81", "example.org:81"), ("[::1]:8080", "[::1]:8080"),
            ("127.0.0.1", "127.0.0.1"),
            ("", nil), ("a/b", nil), ("a\"b", nil), ("evil.example/?", nil), ("a:b", nil), ("a:99999", nil), ("user@host", nil),
            ("[::1", nil),
            ("[]", nil), (":80", nil), ("a:", nil), (String(repeating: "a", count: 256), nil),
        ] as [(String, String?)])
    func hostIsUsedOnlyWhenItIsOne(host: String, expected: String?) { #expect(CourseRoutes.authority(host) == expected) }

    @Test func unusableHostGivesWayToTheServersAddress() async throws {
        let fixture = try await ServiceFixture()
        let connection = try RawConnection(port: fixture.port)
        connection.send("GET /courses.json HTTP/1.1\r\nHost: \"<x>\r\n\r\n")
        #expect(try feed(try await connection.response())[0].url.hasPrefix("http://127.0.0.1:\(fixture.port)/courses/"))
        connection.send("GET /courses.json HTTP/1.1\r\nHost: jokes.example:81\r\n\r\n")
        #expect(try feed(try await connection.response())[0].url.hasPrefix("http://jokes.example:81/courses/"))
        await fixture.stop()
    }

    @Test func privateFeedAsksForCredentials() async throws {
        let fixture = try await fixtureWithUser()
        let wrong = [
            [], [basic("Zoë", "wrong")], [basic("nobody", "päss:word")], ["Authorization: Basic"], ["Authorization: Basic ###"],
            ["Authorization: Basic \(Data("no colon".utf8).base64EncodedString())"], ["Authorization: Bearer abc"],
            [basic("", "")],
            [basic("Zoë", String(repeating: "x", count: 2000))],
        ]
        for fields in wrong {
            let response = try await fixture.get("/private/courses.json", fields)
            #expect(response.status == 401)
            #expect(response["www-authenticate"] == #"Basic realm="private courses", charset="UTF-8""#)
            #expect(response["content-type"] == "application/problem+json; charset=utf-8")
            #expect(!response.text.contains("volunteer"))
        }
        for scheme in ["Basic", "basic"] {
            let fields = [basic("Zoë", "päss:word").replacing("Basic", with: scheme)]
            let response = try await fixture.get("/private/courses.json", fields)
            #expect(response.status == 200)
            #expect(try feed(response).count == 3)
            #expect(response["cache-control"] == "no-store")
        }
        // A password that was right is remembered, a wrong one beside it is not.
        #expect(try await fixture.get("/private/courses.json", [basic("Zoë", "wrong")]).status == 401)
        await fixture.stop()
    }

    @Test func newPasswordReplacesTheOldAtOnceAndARemovedUserIsOut() async throws {
        let fixture = try await fixtureWithUser()
        #expect(try await fixture.get("/private/courses.json", [basic("Zoë", "päss:word")]).status == 200)
        let catalog = try await CatalogFile.open(fixture.folder.file("catalog.sqlite"))
        let users = UserAdministration(catalog: catalog)
        try await users.add("Zoë", password: "new")
        #expect(try await fixture.get("/private/courses.json", [basic("Zoë", "päss:word")]).status == 401)
        #expect(try await fixture.get("/private/courses.json", [basic("Zoë", "new")]).status == 200)
        try await users.remove("Zoë")
        #expect(try await fixture.get("/private/courses.json", [basic("Zoë", "new")]).status == 401)
        await #expect(throws: ServiceError.self) { try await users.remove("Zoë") }
        await catalog.close()
        await fixture.stop()
    }

    @Test func storedHashIsArgon2id() async throws {
        let fixture = try await fixtureWithUser()
        let catalog = try await CatalogFile.open(fixture.folder.file("catalog.sqlite"))
        #expect(try await catalog.passwordHash(ofUser: "Zoë")?.hasPrefix("$argon2id$") == true)
        for (name, password) in [("", "x"), ("a:b", "x"), ("a\n", "x"), ("a", ""), ("a", String(repeating: "x", count: 1025))] {
            await #expect(throws: ServiceError.self) {
                try await UserAdministration(catalog: catalog).add(name, password: password)
            }
        }
        await catalog.close()
        await fixture.stop()
    }

    @Test func privatePagesAreBehindTheSameDoor() async throws {
        let fixture = try await fixtureWithUser()
        let closed = try await fixture.get("/courses/volunteer-welcome")
        #expect(closed.status == 401)
        #expect(closed["content-type"] == "text/html; charset=utf-8")
        #expect(closed["www-authenticate"] != nil)
        let open = try await fixture.get("/courses/volunteer-welcome", [basic("Zoë", "päss:word")])
        #expect(open.status == 200)
        #expect(open["cache-control"] == "no-store")
        await fixture.stop()
    }
}
