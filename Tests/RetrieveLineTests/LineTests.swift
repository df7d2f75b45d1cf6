import RetrieveLine
import Retriever
import Testing

func line(_ words: String...) throws -> RequestLine {
    guard case .request(let line) = try RetrieveInvocation(words).command else { throw UsageErrorExpected() }
    return line
}

/// The request that words mean, with what the options among them ask for.
func request(_ words: String...) throws -> BuiltRequest {
    let invocation = try RetrieveInvocation(words)
    guard case .request(let line) = invocation.command else { throw UsageErrorExpected() }
    return try line.build(invocation.settings)
}

struct UsageErrorExpected: Error {}

func content(_ built: BuiltRequest) -> String { String(decoding: built.content?.bytes ?? [], as: UTF8.self) }

@Suite("The line of retrieve")
struct LineTests {
    @Test(
        "Items",
        arguments: [
            ("name=value", .text(name: "name", value: "value")), ("a=b=c", .text(name: "a", value: "b=c")),
            ("name=", .text(name: "name", value: "")), ("q==x y", .query(name: "q", value: "x y")),
            ("q===x", .query(name: "q", value: "=x")), ("Accept:text/html", .field(name: "Accept", value: "text/html")),
            ("X-Time:12:30", .field(name: "X-Time", value: "12:30")), ("Accept:", .field(name: "Accept", value: "")),
            ("n:=3", .json(name: "n", value: "3")), (#"l:=[1, {"a":null}]"#, .json(name: "l", value: #"[1, {"a":null}]"#)),
            (#"a\=b=c"#, .text(name: #"a\=b"#, value: "c")), (#"a\:b==c"#, .query(name: "a:b", value: "c")),
            (#"a\b=c"#, .text(name: #"a\b"#, value: "c")), (#"a=b\c"#, .text(name: "a", value: #"b\c"#)),
            ("url=http://x", .text(name: "url", value: "http://x")), ("ключ=значение", .text(name: "ключ", value: "значение")),
            (#"mail=a@b"#, .text(name: "mail", value: "a@b")), ("X-Empty;", .emptyField(name: "X-Empty")),
            ("a;b=c", .text(name: "a;b", value: "c")), ("f@a.txt", .file(name: "f", path: "a.txt", type: nil)),
            ("f@a;type=text/csv", .file(name: "f", path: "a", type: "text/csv")), ("f=@a", .textFile(name: "f", path: "a")),
            ("f:=@a", .jsonFile(name: "f", path: "a")), ("@a.txt", .content(path: "a.txt", type: nil)),
            ("a[b][]=c", .text(name: "a[b][]", value: "c")), ("a\u{301}=c", .text(name: "a\u{301}", value: "c")),
        ] as [(String, RequestItem.Kind)])
    func itemIsReadByItsFirstSeparator(word: String, kind: RequestItem.Kind) throws {
        #expect(try RequestItem(word).kind == kind)
    }

    @Test(
        "Refused items",
        arguments: [
            "name", "=value", "==value", ":value", "n:=", "n:=01", "n:=[1,]", "n:={a:1}", "n:=nul", "n:=1 2", "f@", "@",
            "=\u{301}a=c", "",
        ])
    func itemThatMeansNothingIsQuotedInTheError(word: String) {
        #expect { try RequestItem(word) } throws: { "\($0)".contains("“\(word)”") && !"\($0)".contains("\n") }
    }

    @Test(
        "JSON",
        arguments: [
            ("0", true), ("-0.5e+3", true), (" true ", true), (#""a\u00e9\n""#, true), ("[[],{}]", true), ("0e1", true),
            ("1.", false), ("+1", false),
            ("[1,]", false), ("\"a\u{1}\"", false), (#""\x""#, false), ("tru", false), ("{\"a\" 1}", false), ("", false),
            ("[", false),
            (String(repeating: "[", count: 100_000), false),
        ])
    func onlyJSONIsAcceptedAsJSON(text: String, isValid: Bool) {
        let item = try? RequestItem("n:=" + text)
        #expect((item != nil) == isValid)
    }

    @Test(
        "Addresses",
        arguments: [
            (":8080/x", "http://localhost:8080/x"), (":/x", "http://localhost/x"), (":", "http://localhost"),
            ("host", "http://host"),
            ("localhost:81/a:b", "http://localhost:81/a:b"), ("https://a/", "https://a/"), ("HTTPS://a/", "HTTPS://a/"),
            ("a/?u=http://b", "http://a/?u=http://b"), ("://a", "http://a"), ("[::1]:80", "http://[::1]:80"),
        ])
    func addressIsCompleted(typed: String, address: String) throws {
        #expect(try line(typed).address == address)
    }

    @Test(
        "Methods",
        arguments: [
            (["GET", "a"], "GET", "a"), (["post", "a", "b=c"], "POST", "a"), (["PURGE", "a"], "PURGE", "a"),
            (["localhost", "b=c"], nil, "localhost"),
            (["a"], nil, "a"), (["--", "get", "a"], "GET", "a"), (["VERSION-CONTROL", "a"], "VERSION-CONTROL", "a"),
        ] as [([String], String?, String)])
    func firstWordIsTheMethodWhenItLooksLikeOne(words: [String], method: String?, host: String) throws {
        guard case .request(let line) = try RetrieveInvocation(words).command else { throw UsageErrorExpected() }
        #expect(line.method == method)
        #expect(line.address == "http://" + host)
    }

    @Test("Refused lines", arguments: [[], ["GET"], ["--nope", "a"], ["--form"], ["a", "word"]] as [[String]])
    func lineThatMeansNothingIsRefused(words: [String]) {
        #expect(throws: UsageError.self) { try RetrieveInvocation(words) }
    }

    @Test(
        "Places of errors",
        arguments: [
            (["a[0]=1", "a[b]=2"], 1), (["x=1", "[][y]=3"], 0), (["u[a]=1", "u[a][b]=2"], 4), ([#"a\[[0]=1"#, #"a\[[x]=1"#], 3),
            (["f@/no/such/file;type=x"], 2), (["@/no/such/file"], 1), (["n:=@/etc/hostname"], 4), (["@/etc/hostname", "a=b"], 0),
            (["Host:"], 0), (["X-A:v\nw"], 5), (["n=@/no/such/file"], 3),
        ])
    func errorPointsAtTheItemAndTheCharacter(items: [String], offset: Int) throws {
        guard case .request(let line) = try RetrieveInvocation(["a"] + items).command else { throw UsageErrorExpected() }
        let error = #expect(throws: UsageError.self) { try line.build() }
        #expect(error?.place?.offset == offset && items.contains(error?.place?.word ?? ""))
    }

    @Test(
        "Passwords in addresses", arguments: ["http://u:topsecret@ho st/", "u:topsecret@ho st", "http://u:topsecret@h:99999/x@y"])
    func addressThatIsNoneIsQuotedWithoutItsPassword(address: String) throws {
        let request = #expect(throws: UsageError.self) { try line(address).build() }
        let download = #expect(throws: UsageError.self) { try RetrieveInvocation(["get", address]) }
        for error in [request, download] {
            let lines = error?.lines.joined() ?? ""
            #expect(lines.contains("…@h") && !lines.contains("topsecret"))
        }
    }

    @Test func contentMakesAPost() throws {
        #expect(try line("a").build().request.method == .get)
        #expect(try line("a", "q==1", "X:y").build().request.method == .get)
        #expect(try line("a", "n=1").build().request.method == .post)
        #expect(try line("PUT", "a", "n=1").build().request.method == .put)
    }

    @Test func itemsBecomeAJSONObjectInTheirOrder() throws {
        let built = try request("a", "z=1", "b:=[2]", #"q="x"\"#, "n=a\nb\u{1}é", "z=3")
        #expect(content(built) == #"{"z":"3","b":[2],"q":"\"x\"\\","n":"a\nb\u0001é"}"#)
        #expect(built.content?.contentType == "application/json")
        #expect(built.request.headerFields[.accept] == "application/json, */*;q=0.5")
    }

    @Test func itemsBecomeAFormWithRepeatedNames() throws {
        let built = try request("--form", "a", "n=a b", "n=ü&=", "m:=1", "k[x]=y")
        #expect(content(built) == "n=a+b&n=%C3%BC%26%3D&m=1&k%5Bx%5D=y")
        #expect(built.content?.contentType == "application/x-www-form-urlencoded")
    }

    @Test func queryItemsAreAddedToTheQuery() throws {
        #expect(try line("a/x?k=v#f", "q==a b&c", "q==").build().request.url.href == "http://a/x?k=v&q=a%20b%26c&q=#f")
    }

    @Test func fieldsReplaceDefaultsRepeatAndAreLeftOut() throws {
        let built = try line("a", "n=1", "Accept:text/x", "X-A:1", "x-a:2", "User-Agent:").build()
        #expect(built.request.headerFields[values: .accept] == ["text/x"])
        #expect(built.request.headerFields.filter { $0.name.canonicalName == "x-a" }.map(\.value) == ["1", "2"])
        #expect(built.withheldFields == [.userAgent])
    }

    @Test("Refused requests", arguments: [["http://"], ["ftp://a"], ["a", "X Y:1"], ["a", "X:1\r\nY: 2"], ["http://a:99999/"]])
    func requestThatCannotBeMadeIsRefusedInOneLine(words: [String]) throws {
        guard case .request(let line) = try RetrieveInvocation(words).command else { throw UsageErrorExpected() }
        #expect(throws: UsageError.self) { try line.build() }
    }
}
