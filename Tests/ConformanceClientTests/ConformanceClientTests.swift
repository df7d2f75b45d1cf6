import Foundation
import TestSupport
import Testing

@Suite("The program conformance-client")
struct ConformanceClientTests {
    private typealias Answer = [String: Any]

    /// Runs the client with an object on each line, numbered from 0, and answers what it says to each.
    private func answers(to lines: [[String: Any]]) async throws -> [Answer] {
        let input = try lines.enumerated().map { number, line in
            let data = try JSONSerialization.data(withJSONObject: line.merging(["id": number]) { $1 })
            return String(decoding: data, as: UTF8.self) + "\n"
        }
        let outcome = try await Program.run("conformance-client", [], input: input.joined())
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        var answers = [Answer](repeating: [:], count: lines.count)
        for line in outcome.output.split(separator: "\n") {
            let answer = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? Answer)
            let number = try #require(answer["id"] as? Int)
            #expect(answers[number].isEmpty, "answered again: \(line)")
            answers[number] = answer
        }
        return answers
    }

    private func body(_ answer: Answer) throws -> String {
        String(decoding: try #require((answer["body_base64"] as? String).flatMap { Data(base64Encoded: $0) }), as: UTF8.self)
    }

    @Test func functionsAnswerAValueOrRefuse() async throws {
        let answers = try await answers(to: [
            ["fn": "url", "args": ["input": "x?y", "base": "http://U:P@H:81/a/b#c"]],
            ["fn": "url", "args": ["input": "x", "base": NSNull()]],
            ["fn": "url_set", "args": ["href": "http://h/", "name": "host", "value": "x:8"]],
            ["fn": "url_set", "args": ["href": "http://h/", "name": "port", "value": "x"]],
            ["fn": "mime", "args": ["input": "Text/HTML ; Charset=\"x\""]],
            ["fn": "data_url", "args": ["url": "data:;base64,WA"]],
            ["fn": "base64", "args": ["input": "W A=="]],
            ["fn": "base64", "args": ["input": "W"]],
            ["fn": "json", "args": ["base64": "eyJhIjoxLCJhIjoyfQ=="]],
            ["fn": "json", "args": ["base64": "WzEsXQ=="]],
            ["fn": "nothing", "args": [String: String]()],
            ["fn": "mime"],
        ])
        let values = answers.map { $0["value"] as? Answer }
        #expect(values[0]?["href"] as? String == "http://U:P@h:81/a/x?y")
        #expect(values[0]?["search"] as? String == "?y")
        #expect(values[0]?["origin"] as? String == "http://h:81")
        #expect(values[2]?["href"] as? String == "http://x:8/")
        #expect(values[3]?["href"] as? String == "http://h/")
        #expect(answers[4]["value"] as? String == "text/html;charset=x")
        #expect(values[5]?["body_base64"] as? String == "WA==")
        #expect(answers[6]["value"] as? String == "WA==")
        #expect(
            answers.map { $0["ok"] as? Bool } == [true, false, true, true, true, true, true, false, true, false, false, false])
        #expect(answers.map { $0["error"] != nil } == Array(repeating: false, count: 10) + [true, true])
    }

    @Test func cookiesAreKeptWhereTheLineSaysSo() async throws {
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                let isFirst = request.line.hasPrefix("GET /first ")
                let fields = isFirst ? "Set-Cookie: a=1; Path=/\r\nLocation: /second\r\n" : ""
                connection.respond(isFirst ? "302 There" : "200 OK", fields: fields, body: request.values("Cookie").joined())
            }
        }
        defer { server.stop() }
        let answers = try await answers(to: [
            ["url": server.url + "/first", "cookies": true], ["url": server.url + "/first"],
            ["fn": "cookie_date", "args": ["text": "6 Nov 94 8:49:37"]], ["fn": "cookie_date", "args": ["text": "soon"]],
            ["fn": "registrable", "args": ["domain": "a.b.Example.co.uk"]], ["fn": "registrable", "args": ["domain": "co.uk"]],
        ])
        #expect(try body(answers[0]) == "a=1" && body(answers[1]) == "")
        #expect(answers[2]["value"] as? Int == 784_111_777 && answers[3]["ok"] as? Bool == false)
        #expect(answers[4]["value"] as? String == "example.co.uk" && answers[5]["value"] is NSNull)
    }

    @Test func requestsGoOutAsTheLineSays() async throws {
        let server = try RawServer.echo()
        defer { server.stop() }
        let answers = try await answers(to: [
            ["url": "\(server.url)/p?q", "method": "PUT", "headers": [["X-One", "1"], ["X-One", "2"]], "body": "ü"],
            [
                "url": server.url, "method": "POST", "body_base64": "AP8=",
                "auth": ["type": "basic", "user": "u", "password": "p"],
            ],
            ["op": "reset"], ["url": server.url, "auth": ["type": "bearer", "token": "t0"]],
        ])
        let first = try body(answers[0])
        #expect(first.hasPrefix("PUT /p?q HTTP/1.1\r\n"))
        #expect(first.contains("\r\nX-One: 1\r\nX-One: 2\r\n"))
        #expect(first.hasSuffix("\r\n\r\nü"))
        #expect(answers[0]["version"] as? String == "1.1")
        #expect(answers[0]["redirects"] as? Int == 0)
        #expect(try body(answers[1]).contains("\r\nAuthorization: Basic dTpw\r\n"))
        #expect(try body(answers[1]).hasSuffix("\r\n\r\n\0\u{FFFD}"))
        #expect(answers[2].keys.sorted() == ["id"])
        #expect(try body(answers[3]).contains("\r\nAuthorization: Bearer t0\r\n"))
    }

    @Test func redirectsAreFollowedOrHandedOut() async throws {
        let server = try RawServer { connection in
            while let request = connection.readRequest() {
                let hops = Int(request.head.split(separator: " ")[1].dropFirst()) ?? 0
                guard hops > 0 else { return connection.respond(body: "there") }
                connection.write("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")
                connection.write("HTTP/1.1 302 Found\r\nLocation: /\(hops - 1)\r\nContent-Length: 0\r\n\r\n")
            }
        }
        defer { server.stop() }
        let answers = try await answers(to: [
            ["url": "\(server.url)/3"], ["url": "\(server.url)/3", "redirect": "manual"],
            ["url": "\(server.url)/3", "max_redirects": 2], ["url": "\(server.url)/3", "max_redirects": 3],
        ])
        #expect(try body(answers[0]) == "there")
        #expect(answers[0]["url"] as? String == "\(server.url)/0")
        #expect(answers[0]["redirects"] as? Int == 3)
        #expect(answers[1]["status"] as? Int == 302)
        let interim = try #require(answers[1]["interim"] as? [[Any]])
        #expect(interim.count == 1 && interim[0][0] as? Int == 103)
        #expect((interim[0][1] as? [String: String])?["link"] == "</x>")
        #expect(answers[2]["kind"] as? String == "redirects")
        #expect(answers[3]["status"] as? Int == 200)
    }

    @Test func failuresHaveAKind() async throws {
        let silent = try RawServer { $0.waitForClose() }
        let broken = try RawServer.answering("nonsense\r\n\r\n")
        defer {
            silent.stop()
            broken.stop()
        }
        let unused = try Loopback.unusedPort()
        let answers = try await answers(to: [
            ["url": "nowhere"], ["url": "ftp://127.0.0.1/"], ["url": "http://127.0.0.1:\(unused)/"], ["url": "http://x.invalid/"],
            ["url": silent.url, "timeout_s": 0.2], ["url": broken.url], ["url": silent.url, "fetch_cache": "odd"],
            ["url": silent.url, "auth": ["type": "smile"]], ["url": silent.url, "timeout_s": 1e300], ["op": "sing"],
            ["url": silent.url, "headers": [["a b", "c"]]], ["url": "http://127.0.0.1/", "proxy": "http://127.0.0.1:\(unused)"],
        ])
        #expect(
            answers.map { $0["kind"] as? String } == [
                "url", "url", "connect", "dns", "timeout", "protocol", "other", "other", "other", "other", "other", "connect",
            ])
        #expect(answers.allSatisfy { ($0["error"] as? String)?.isEmpty == false })
    }

    @Test func anythingIsAnsweredOnceAndManyAtOnce() async throws {
        let barrier = Barrier(6)
        let server = try RawServer { connection in
            _ = connection.readRequest()
            barrier.arrive()  // none is answered before all are there
            connection.respond(body: "x")
        }
        defer { server.stop() }
        let outcome = try await Program.run("conformance-client", [], input: "nonsense\n\n[1]\n\u{0}\n{\"id\":\"é\"}\n")
        #expect(outcome.status == 0)
        #expect(outcome.output.split(separator: "\n").count == 5)
        let answers = try await answers(to: Array(repeating: ["url": server.url], count: 6))
        #expect(answers.allSatisfy { $0["status"] as? Int == 200 })
    }
}
