import HTTPSemantics
import Testing

@Suite("netrc files")
struct NetrcTests {
    private func found(_ text: String, _ host: String = "host.example", login: String? = nil) throws -> Credential? {
        try NetrcFile(text).credential(host: host, login: login)
    }

    private let me = Credential.password(user: "me", password: "secret")

    @Test(
        "Who is found",
        arguments: [
            "machine host.example login me password secret", "machine host.example password secret login me",
            "MACHINE Host.Example\n\tLogin me\r\n\tPASSWORD secret\r\n", "machine\nhost.example\nlogin\nme\npassword\nsecret",
            "machine host.example login me account x password secret port 80",
            "\u{FEFF}machine host.example login me password secret",
            // others before and after
            "machine other.example login x password y machine host.example login me password secret machine host.example login z password z",
            "machine a login me\nmachine host.example login me password secret\ndefault login x password y",
            "default login x password y\nmachine host.example login me password secret",
            // quotes and comments
            #"machine "host.example" login "me" password "secret""#, #"machine host.example login "\m\e" password "s\ecret" x"#,
            "# machine host.example login x password y\nmachine host.example # login x\n login me #\n password secret # password z",
            // macros
            "macdef init\nmachine host.example login x password y\n\nmachine host.example login me password secret",
            "machine a login b password c\nmacdef init\r\nmachine host.example login x password y\r\n\r\nmachine host.example login me password secret",
            // what is missing does not count, and what is said twice counts once
            "machine host.example login x\nmachine host.example login me password secret",
            "machine host.example login me password secret password x login y",
            "login x password y machine host.example login me password secret",
        ])
    func found(text: String) throws {
        #expect(try found(text) == me)
        #expect(try found(text, "HOST.example") == me)
        #expect(try found(text, "host.example", login: "me") == me)
    }

    @Test(
        "Hosts are matched whole",
        arguments: [
            ("host.example", "www.host.example"), ("www.host.example", "host.example"), ("host.example", "xhost.example"),
            ("host.example", "host.example.evil"), ("host.example:80", "host.example"), ("*.example", "host.example"),
            (".example", "host.example"), ("", "host.example"), ("host.example", ""), ("host.example.", "host.example"),
        ])
    func hosts(machine: String, host: String) throws {
        #expect(try found("machine \(machine) login me password secret", host) == nil)
    }

    @Test("Addresses of IPv6 are written with or without brackets", arguments: ["::1", "[::1]"]) func addresses(machine: String)
        throws
    {
        #expect(try found("machine \(machine) login me password secret", "[::1]") == me)
    }

    @Test("default is for hosts without an entry", arguments: [("other.example", true), ("host.example", false)])
    func defaults(host: String, isFound: Bool) throws {
        let text = "machine host.example login x\ndefault login me password secret"
        #expect(try found(text, host) == (isFound ? me : nil))
    }

    @Test("One of several logins is chosen, and none instead of the one that is wanted") func logins() throws {
        let text = """
            machine host.example login a password 1
            machine host.example login b password 2
            machine host.example password 3
            default login c password 4
            """
        #expect(try found(text, login: "a") == .password(user: "a", password: "1"))
        #expect(try found(text, login: "b") == .password(user: "b", password: "2"))
        #expect(try found(text) == .password(user: "a", password: "1"))
        #expect(try found(text, login: "c") == nil)
        #expect(try found(text, login: "B") == nil)
        #expect(try found(text, "x.example", login: "c") == .password(user: "c", password: "4"))
        #expect(try found(text, "x.example", login: "a") == nil)
        #expect(try found("machine host.example password 3") == .password(user: "", password: "3"))
    }

    @Test(
        "Values may be anything",
        arguments: [
            (#""a b""#, "a b"), (##""#x""##, "#x"), ("#x", "#x"), (#""a\"b\\c\n\r\t""#, "a\"b\\c\n\r\t"), (#""""#, ""),
            ("machine", "machine"),
            (#"a"b"#, #"a"b"#), (#"\n"#, #"\n"#), ("päss", "päss"), ("\"\u{301}\"", "\u{301}"), (#""'""#, "'"),
            ("password", "password"),
        ])
    func values(text: String, password: String) throws {
        let found = try found("machine host.example login me password \(text)\nmachine other.example login x password y")
        #expect(found == .password(user: "me", password: password))
    }

    @Test(
        "A quote that does not end is an error, which names its line and nothing in it",
        arguments: ["\"secret", "\"sec\nret\"", "\"secret\\"])
    func openQuote(text: String) throws {
        let error = #expect(throws: NetrcError.self) { try NetrcFile("\n# x\nmachine host.example\nlogin me password \(text)") }
        #expect(error?.line == 4)
        #expect(error.map { "\($0)".contains("sec") } == false)
    }

    @Test(
        "Nothing is found in what is none",
        arguments: ["", "machine", "macdef", "macdef x\n", "default", "machine host.example", "#", "password x"])
    func nothing(text: String) throws {
        #expect(try found(text) == nil)
    }

    @Test("It does not show what is in it") func secrecy() throws {
        let file = try NetrcFile("machine host.example login me password secret")
        var text = "\(file)"
        dump(file, to: &text)
        print([file], me, to: &text)
        dump([me, .bearer("secret")], to: &text)
        #expect(text.contains("1 entries") && !text.contains("secret"))
    }
}
