import HTTPSemantics
import Testing

@Suite("Hosts that want https only, RFC 6797")
struct StrictTransportTests {
    @Test(
        "A policy holds for its host and, if it says so, for those below",
        arguments: [
            ("max-age=100", "example.com", true), ("max-age=100", "www.example.com", false),
            ("max-age=100; includeSubDomains", "www.example.com", true),
            ("includeSubdomains ; MAX-AGE=\"100\"; preload", "a.b.example.com", true),
            ("max-age=100; includeSubDomains", "notexample.com", false), ("max-age=100;;", "example.com.", true),
            // Malformed: says nothing
            ("includeSubDomains", "example.com", false), ("max-age", "example.com", false), ("max-age=", "example.com", false),
            ("max-age=-1", "example.com", false), ("max-age=1x", "example.com", false),
            ("max-age=100; max-age=200", "example.com", false), ("", "example.com", false),
            ("max-age=99999999999999999999", "example.com", true), ("max-age=0", "example.com", false),
        ])
    func policies(field: String, host: String, applies: Bool) {
        var policies = StrictTransportPolicies()
        _ = policies.note(field, from: "example.com", now: 1000)
        #expect(policies.apply(to: host, now: 1050) == applies)
    }

    @Test("A policy ends, is taken back, and is not written down for each response") func life() {
        var policies = StrictTransportPolicies()
        func note(_ field: String, from host: String, at now: Int) -> Bool { policies.note(field, from: host, now: now) }
        #expect(note("max-age=200000", from: "example.com", at: 1000) == true)
        #expect(note("max-age=200000", from: "example.com", at: 1100) == false)
        #expect(note("max-age=200000; includeSubDomains", from: "example.com", at: 1100) == true)
        #expect(policies.apply(to: "example.com", now: 201_099))
        #expect(!policies.apply(to: "example.com", now: 201_100))
        #expect(note("max-age=0", from: "example.com", at: 1200) == true)
        #expect(!policies.apply(to: "example.com", now: 1200))
    }

    @Test("An address has no policy", arguments: ["127.0.0.1", "[::1]"]) func addresses(host: String) {
        var policies = StrictTransportPolicies()
        let isNoted = policies.note("max-age=100", from: host, now: 0)
        #expect(!isNoted)
        #expect(!policies.apply(to: host, now: 1))
    }

    @Test("A server cannot fill the memory with hosts") func limit() {
        var policies = StrictTransportPolicies()
        for number in 0..<StrictTransportPolicies.limit + 10 {
            _ = policies.note("max-age=\(100 + number)", from: "h\(number).example", now: 0)
        }
        #expect(policies.policies.count == StrictTransportPolicies.limit)
        #expect(!policies.apply(to: "h0.example", now: 1))
    }
}
