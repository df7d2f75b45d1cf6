import HTTPSemantics
import Testing

@Suite("WWW-Authenticate, RFC 9110 §11")
struct ChallengeTests {
    /// Challenges in one line each: scheme, what stands behind it, parameters by name.
    private func summary(_ lines: [String]) -> [String] {
        Challenge.list(lines).map { challenge in
            let parameters = challenge.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return ([challenge.scheme.name] + (challenge.token68.map { ["<\($0)>"] } ?? []) + parameters).joined(separator: " ")
        }
    }

    @Test(
        "What a line says",
        arguments: [
            // RFC 9110 §11.6.1, RFC 7616 §3.9, RFC 6750 §3
            (
                #"Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\"""#,
                ["basic realm=simple", #"newauth realm=apps title=Login to "apps" type=1"#]
            ),
            (
                #"Bearer realm="example", error="invalid_token", error_description="The access token expired""#,
                ["bearer error=invalid_token error_description=The access token expired realm=example"]
            ),
            (#"Digest qop="auth, auth-int", nonce="7yp/f==", realm="a""#, ["digest nonce=7yp/f== qop=auth, auth-int realm=a"]),
            // token68
            ("Negotiate", ["negotiate"]), ("NTLM TlRMTVNTUAACAAAA==", ["ntlm <TlRMTVNTUAACAAAA==>"]),
            ("Negotiate, NTLM, Basic realm=x", ["negotiate", "ntlm", "basic realm=x"]),
            ("Negotiate abc=, Basic realm=x", ["negotiate <abc=>", "basic realm=x"]),
            ("NTLM a+/=== , Digest nonce=n", ["ntlm <a+/===>", "digest nonce=n"]),
            // order, case, white space, commas
            (#"dIgEsT NONCE="n",ReAlM="r",Algorithm=md5"#, ["digest algorithm=md5 nonce=n realm=r"]),
            ("  ,, Basic\t realm = \"x\"\t,, ,charset=\"UTF-8\" , ", ["basic charset=UTF-8 realm=x"]),
            (#"Basic, realm="x""#, ["basic realm=x"]),
            (#"Basic realm="a" Digest nonce="b" realm="c""#, ["basic realm=a", "digest nonce=b realm=c"]),
            (#"Basic realm="a"Digest nonce=b"#, ["basic realm=a", "digest nonce=b"]),
            (#"Bearer Basic realm="x""#, ["bearer", "basic realm=x"]),
            // quoting
            (#"Basic realm="a, Digest nonce=\"b\"""#, [#"basic realm=a, Digest nonce="b""#]),
            (#"Basic realm="\a\\b""#, [#"basic realm=a\b"#]), (#"Basic realm="open, nonce=x"#, ["basic realm=open, nonce=x"]),
            (#"Basic realm="a\"#, [#"basic realm=a\"#]),
            (#"Digest nonce=a/b+c==;x, realm=/r"#, ["digest nonce=a/b+c==;x realm=/r"]),
            ("Basic realm=\"Ünï\"", ["basic realm=Ünï"]),
            ("Basic realm=\"a\"\u{301}, x=\"\u{301}\"", ["basic realm=a x=\u{301}"]),
            // what makes no sense
            ("", []), (" , ,", []), ("realm=x", []), (#"=, "Basic", @"#, []), ("Basic realm=a, realm=b", ["basic realm=a"]),
            (#"@ "x=" Basic realm=a"#, ["basic realm=a"]), ("Basic realm", ["basic <realm>"]),
            ("Digest nonce=", ["digest <nonce=>"]),
            ("Digest realm=a, nonce=, opaque=", ["digest nonce= opaque= realm=a"]),
        ])
    func lines(line: String, expected: [String]) {
        #expect(summary([line]) == expected)
    }

    @Test("Lines are one list, but a quote ends with its line") func severalLines() {
        #expect(summary(["Basic realm=a", "Digest nonce=n"]) == ["basic realm=a", "digest nonce=n"])
        #expect(summary(["Digest realm=a", "nonce=n, opaque=o"]) == ["digest nonce=n opaque=o realm=a"])
        #expect(summary([#"Basic realm="a"#, "Digest nonce=n"]) == ["basic realm=a", "digest nonce=n"])
        let fields: HTTPFields = [.wwwAuthenticate: "Basic realm=a", .proxyAuthenticate: "NTLM", .wwwAuthenticate: "NTLM"]
        #expect(Challenge.list(in: fields).map(\.scheme) == [.basic, .ntlm])
        #expect(Challenge.list(in: fields, name: .proxyAuthenticate).map(\.scheme) == [.ntlm])
    }

    @Test("Schemes are one in any case") func schemes() {
        #expect(AuthenticationScheme("BASIC") == .basic)
        #expect(["basic", "ntlm", "x"].map { "\(AuthenticationScheme($0))" } == ["Basic", "NTLM", "X"])
        #expect(Challenge.list(["basic REALM=r"]).first?.realm == "r")
    }

    @Test("Much of it is read in a moment", .timeLimit(.minutes(1))) func long() {
        let line = String(repeating: "Basic realm=\"a\\\"b\", ", count: 10_000) + String(repeating: "x ", count: 50_000) + "\""
        #expect(Challenge.list([line]).count > 10_000)
    }
}
