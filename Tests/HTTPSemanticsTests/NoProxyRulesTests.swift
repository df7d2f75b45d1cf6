import HTTPSemantics
import Testing

@Suite("Hosts without a proxy")
struct NoProxyRulesTests {
    @Test(
        "An entry matches hosts, networks and ports",
        arguments: [
            // Names, with or without those below them
            ("example.com", "example.com", 80, true), ("example.com", "www.example.com", 80, true),
            ("example.com", "notexample.com", 80, false), ("example.com", "example.com.evil", 80, false),
            (".example.com", "example.com", 80, false), (".example.com", "www.example.com", 80, true),
            ("*.example.com", "a.b.example.com", 80, true), ("*.example.com", "example.com", 80, false),
            ("EXAMPLE.com", "example.com", 80, true), ("example.com", "example.com.", 80, true),
            ("example.com.", "example.com", 80, true),
            // Ports
            ("example.com:8080", "example.com", 8080, true), ("example.com:8080", "example.com", 80, false),
            ("example.com:", "example.com", 80, false), ("example.com:99999", "example.com", 80, false),
            ("10.0.0.1:81", "10.0.0.1", 81, true), ("10.0.0.1:81", "10.0.0.1", 80, false),
            ("[::1]:81", "[::1]", 81, true), ("[::1]:81", "[::1]", 80, false),
            // Addresses and networks
            ("10.0.0.1", "10.0.0.1", 80, true), ("10.0.0.1", "10.0.0.10", 80, false), ("10.0.0.1", "x.10.0.0.1", 80, false),
            ("10.0.0.0/8", "10.200.3.4", 80, true), ("10.0.0.0/8", "11.0.0.0", 80, false),
            ("192.168.128.0/17", "192.168.200.1", 80, true), ("192.168.128.0/17", "192.168.1.1", 80, false),
            ("0.0.0.0/0", "8.8.8.8", 80, true), ("0.0.0.0/0", "[::1]", 80, false), ("10.0.0.0/33", "10.0.0.0", 80, false),
            ("::1", "[::1]", 80, true), ("[::1]", "[::1]", 80, true), ("0:0::1", "[::1]", 80, true),
            ("fd00::/8", "[fdff::1]", 80, true), ("fd00::/8", "[fe80::1]", 80, false), ("::/0", "10.0.0.1", 80, false),
            // Lists, and what is none
            ("a.com, b.com", "b.com", 80, true), ("a.com b.com,,c.com", "c.com", 80, true), ("*", "anything", 80, true),
            ("", "example.com", 80, false), (",", "example.com", 80, false), (".", "example.com", 80, false),
            ("exa*ple.com", "example.com", 80, false),
        ] as [(String, String, UInt16, Bool)])
    func matching(rules: String, host: String, port: UInt16, expected: Bool) {
        #expect(NoProxyRules(rules).matches(host: host, port: port) == expected)
    }
}
