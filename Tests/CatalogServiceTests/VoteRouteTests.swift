import Foundation
import TestSupport
import Testing

@testable import CatalogService

@Suite("Voting")
struct VoteRouteTests {
    @Test func firstVoteMakesAVoterWhoIsKnownFromThenOn() async throws {
        let fixture = try await ServiceFixture()
        let first = try await fixture.vote("joke_id=3&vote=1")
        #expect(first.status == 200)
        #expect(first["content-type"] == "application/json; charset=utf-8")
        #expect(first.rating == "1 0 1")
        #expect(first.object["id"] as? Int == 3)
        let token = try #require(first.object["voter"] as? String)
        let cookie = try #require(first["set-cookie"])
        #expect(cookie.hasPrefix("voter=\(token); Path=/; Max-Age="))
        #expect(cookie.hasSuffix("; HttpOnly; SameSite=Lax"))

        let again = try await fixture.vote("joke_id=3&vote=1", ["Cookie: other=x; voter=\(token)"])
        #expect(again.rating == "1 0 1")
        #expect(again.object["voter"] == nil)
        #expect(again["set-cookie"] == nil)
        #expect(try await fixture.vote("joke_id=3&vote=-1&voter=\(token)").rating == "0 1 -1")
        #expect(try await fixture.vote("joke_id=3&vote=0&voter=\(token)").rating == "0 0 0")
        #expect(try await fixture.vote("joke_id=3&vote=1").rating == "1 0 1")
        #expect(try await fixture.get("/jokes/3/rating", ["Cookie: voter=\(token)"]).rating == "1 0 0")
        await fixture.stop()
    }

    @Test(
        "Content",
        arguments: [
            ("application/json", #"{"joke_id":5,"vote":1}"#, "1 0 1"),
            ("application/json", #"{"joke_id":"5","vote":"-1"}"#, "0 1 -1"),
            ("application/json; charset=utf-8", #"{"joke_id":5,"vote":0,"other":[1,{"vote":2}]}"#, "0 0 0"),
            ("Application/X-WWW-Form-URLencoded; charset=utf-8", "vote=-1&joke_id=5&x=y", "0 1 -1"),
            ("application/x-www-form-urlencoded", "joke_id=5&vote=%2B1", "1 0 1"),
            ("application/x-www-form-urlencoded", "joke_id=5&vote=+1", "1 0 1"),
            ("application/json", #"{"joke_id":5,"vote":1,"voter":null}"#, "1 0 1"),
            ("application/json", #"{"vote":1,"joke_id":5,"x":"\"vote\":","y":{"vote":3},"z":["vote"]}"#, "1 0 1"),
        ])
    func formAndJSONAreTaken(type: String, content: String, rating: String) async throws {
        let fixture = try await ServiceFixture()
        let response = try await rawRequest(fixture.port, "POST", "/rater/vote", ["Content-Type: \(type)"], content: content)
        #expect(response.status == 200)
        #expect(response.rating == rating)
        await fixture.stop()
    }

    private static let form = "application/x-www-form-urlencoded"
    private static let json = "application/json"

    @Test(
        "Refusals",
        arguments: [
            (form, "vote=1", 400, "joke_id"), (form, "joke_id=5", 400, "vote"), (form, "", 400, "joke_id"),
            (form, "joke_id=5&vote=2", 400, "vote"), (form, "joke_id=5&vote=up", 400, "vote"),
            (form, "joke_id=5&vote=", 400, "vote"),
            (form, "joke_id=x&vote=1", 400, "joke_id"), (form, "joke_id=0&vote=1", 400, "joke_id"),
            (form, "joke_id=-5&vote=1", 400, "joke_id"), (form, "joke_id=5;DROP TABLE votes&vote=1", 400, "joke_id"),
            (form, "joke_id=99999999999999999999&vote=1", 400, "joke_id"), (form, "joke_id=9999&vote=1", 404, "joke_id"),
            (form, "joke_id=5&joke_id=5&vote=1", 400, "joke_id"), (form, "joke_id=5&vote=1&vote=-1", 400, "vote"),
            (form, "joke_id=5&vote=1&voter=x", 400, "voter"), (form, "joke_id=5&vote=1&voter=", 400, "voter"),
            (form, "%FF%00&&==", 400, "joke_id"), (json, "{\"joke_id\":5}", 400, "vote"),
            (json, "{\"joke_id\":5,\"vote\":1.5}", 400, "vote"), (json, "{\"joke_id\":[5],\"vote\":1}", 400, "joke_id"),
            (json, "{\"joke_id\":true,\"vote\":1}", 400, "joke_id"),
            (json, "{\"joke_id\":5,\"vote\":1,\"vote\":-1}", 400, "vote"),
            (json, #"{"joke_id":5,"vote":1,"vo\u0074e" : 1}"#, 400, "vote"),
            (json, "{\"joke_id\":5,\"vote\":1e400}", 400, "vote"), (json, "[5,1]", 400, nil), (json, "{", 400, nil),
            (json, "", 400, nil),
            (json, "\u{FF}", 400, nil), ("text/plain", "joke_id=5&vote=1", 415, nil),
            ("multipart/form-data; boundary=x", "--x--", 415, nil), ("", "joke_id=5&vote=1", 415, nil),
        ] as [(String, String, Int, String?)])
    func refusalNamesTheFieldAndStoresNothing(type: String, content: String, status: Int, field: String?) async throws {
        let fixture = try await ServiceFixture()
        let response = try await rawRequest(
            fixture.port, "POST", "/rater/vote", type.isEmpty ? [] : ["Content-Type: \(type)"], content: content)
        #expect(response.status == status)
        #expect(response["content-type"] == "application/problem+json; charset=utf-8")
        #expect(response.object["status"] as? Int == status)
        #expect((response.object["detail"] as? String)?.isEmpty == false)
        #expect(response.problemField == field)
        #expect(try await fixture.get("/jokes/5/rating").rating == "0 0 0")
        #expect(try await fixture.get("/rater/top").text == #"{"jokes":[]}"#)
        await fixture.stop()
    }

    @Test func forgedTokensAreRefusedFromCookieAndField() async throws {
        let fixture = try await ServiceFixture()
        let token = try #require(try await fixture.vote("joke_id=1&vote=1").object["voter"] as? String)
        let other = try #require(try await fixture.vote("joke_id=1&vote=1").object["voter"] as? String)
        let halves = token.split(separator: "."), otherHalves = other.split(separator: ".")
        let forged = [
            "\(halves[0]).\(otherHalves[1])", "\(halves[0])", "\(token).x", "\(token)=", ".", "x\(token.dropFirst())",
            String(repeating: "A", count: 5000 / 2), "\(halves[0]).",
        ]
        for token in forged {
            let byField = try await fixture.vote("joke_id=2&vote=1&voter=\(token)")
            #expect(byField.status == 400)
            #expect(byField.problemField == "voter")
            let byCookie = try await fixture.vote("joke_id=2&vote=1", ["Cookie: voter=\(token)"])
            #expect(byCookie.status == 400)
            #expect(byCookie.problemField == "voter")
            #expect(byCookie["set-cookie"]?.contains("Max-Age=0") == true)
        }
        #expect(try await fixture.get("/jokes/2/rating").rating == "0 0 0")
        await fixture.stop()
    }

    @Test func addressThatMakesTooManyVotersHasToWait() async throws {
        let fixture = try await ServiceFixture { $0.newVotersPerAddress = 2 }
        let token = try #require(try await fixture.vote("joke_id=1&vote=1").object["voter"] as? String)
        #expect(try await fixture.vote("joke_id=9999&vote=1").status == 404)  // makes no voter
        #expect(try await fixture.vote("joke_id=1&vote=1").status == 200)
        let refused = try await fixture.vote("joke_id=1&vote=1")
        #expect(refused.status == 429)
        #expect((1...3601).contains(refused["retry-after"].flatMap { Int($0) } ?? 0))
        #expect(try await fixture.vote("joke_id=2&vote=1&voter=\(token)").status == 200)
        #expect(try await fixture.get("/jokes/1/rating").rating == "2 0 0")
        await fixture.stop()
    }

    @Test func budgetIsByAddressAndComesBack() {
        let clock = TestClock()
        let budget = VoterBudget(limit: 2, period: .seconds(60), now: { clock.now })
        #expect(budget.spend("a") == nil)
        clock.advance(by: .seconds(20))
        #expect(budget.spend("a") == nil)
        #expect(budget.spend("a") == .seconds(40))
        #expect(budget.spend("b") == nil)
        clock.advance(by: .seconds(40))
        #expect(budget.spend("a") == nil)
    }

    @Test func votesOfManyVotersAtOnceSumUp() async throws {
        let fixture = try await ServiceFixture { $0.newVotersPerAddress = 1000 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<90 {
                group.addTask {
                    let token = try await fixture.vote("joke_id=8&vote=1").object["voter"] as? String ?? ""
                    let vote = ["1", "-1", "0"][number % 3]
                    for _ in 0..<2 { _ = try await fixture.vote("joke_id=8&vote=\(vote)&voter=\(token)") }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await fixture.get("/jokes/8/rating").rating == "30 30 0")
        await fixture.stop()
    }

    @Test func ratingTellsTheCallersVote() async throws {
        let fixture = try await ServiceFixture()
        let token = try #require(try await fixture.vote("joke_id=4&vote=-1").object["voter"] as? String)
        #expect(try await fixture.get("/jokes/4/rating", ["Cookie: voter=\(token)"]).rating == "0 1 -1")
        #expect(try await fixture.get("/jokes/4/rating").rating == "0 1 0")
        #expect(try await fixture.get("/jokes/4/rating", ["Cookie: voter=forged"]).rating == "0 1 0")
        for id in ["9999", "abc", "-1"] { #expect(try await fixture.get("/jokes/\(id)/rating").status == 404) }
        await fixture.stop()
    }

    @Test func topIsRankedAndLimited() async throws {
        let fixture = try await ServiceFixture()
        for (joke, vote) in [(1, 1), (2, 1), (2, 1), (3, -1)] { _ = try await fixture.vote("joke_id=\(joke)&vote=\(vote)") }
        let top = try await fixture.get("/rater/top").object["jokes"] as? [[String: [String: Any]]] ?? []
        #expect(top.compactMap { $0["rating"]?["id"] as? Int } == [2, 1, 3])
        #expect((top.first?["joke"]?["joke"] as? String)?.contains("Chuck Norris") == true)
        #expect((try await fixture.get("/rater/top?limit=1").object["jokes"] as? [Any])?.count == 1)
        for limit in ["0", "101", "x", "", "-1"] {
            let response = try await fixture.get("/rater/top?limit=\(limit)")
            #expect(response.status == 400)
            #expect(response.problemField == "limit")
        }
        await fixture.stop()
    }
}

/// A clock that a test moves.
final class TestClock: @unchecked Sendable {  // used by one test, on one task
    private(set) var now = ContinuousClock.now
    func advance(by duration: Duration) { now += duration }
}
