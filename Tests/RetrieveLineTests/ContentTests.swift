import RetrieveLine
import Retriever
import TestSupport
import Testing

@Suite("Content from items")
struct ContentTests {
    @Test(
        "Nested JSON",
        arguments: [
            (["a[b]=1"], #"{"a":{"b":"1"}}"#), (["a[]=1", "a[]:=2"], #"{"a":["1",2]}"#),
            (["a[2]=x"], #"{"a":[null,null,"x"]}"#), (["a[1][b]=x", "a[0]:=1"], #"{"a":[1,{"b":"x"}]}"#),
            (["user[roles][]=x", "user[name]=y"], #"{"user":{"roles":["x"],"name":"y"}}"#), (["[]=1", "[]=2"], #"["1","2"]"#),
            ([":=[1.50]"], "[1.50]"), ([#"a\[b\]=1"#], #"{"a[b]":"1"}"#), ([#"a[\0]=1"#], #"{"a":{"0":"1"}}"#),
            (["a:=1", "a:=2"], #"{"a":2}"#), ([#"a:={"b":1}"#, "a[c]=2"], #"{"a":{"b":1,"c":"2"}}"#),
            (["n:=12345678901234567890.10"], #"{"n":12345678901234567890.10}"#),
        ])
    func nameIsAPath(items: [String], json: String) throws {
        guard case .request(let line) = try RetrieveInvocation(["a"] + items).command else { throw UsageErrorExpected() }
        #expect(content(try line.build()) == json)
    }

    @Test(
        "The place of what is wrong",
        arguments: [
            (["a[b=1"], 1), (["a]=1"], 1), (["a[b]c=1"], 4), (["a[99999]=1"], 2), (["n:=[1,,2]"], 6), (["X Y:1"], 1),
            (["word"], 4),
        ])
    func errorPointsIntoTheItem(items: [String], offset: Int) throws {
        let error = #expect(throws: UsageError.self) {
            guard case .request(let line) = try RetrieveInvocation(["a"] + items).command else { throw UsageErrorExpected() }
            _ = try line.build()
        }
        #expect(error?.place?.word == items.last && error?.place?.offset == offset)
        #expect(error?.lines.count == 3 && error?.lines.last?.utf8.count == offset + 3)
    }

    @Test(
        "What does not fit",
        arguments: [
            ["a=1", "a[b]=2"], ["a[]=1", "a[b]=2"], ["[]=1", "a=2"], ["--json", "f@/etc/hostname"], ["@/etc/hostname", "a=1"],
            ["--raw", "x", "a=1"], ["f@/no/such/file"], ["f=@/no/such/file"], ["--form", "f@/"],
            ["a" + String(repeating: "[x]", count: 300) + "=1"],
        ])
    func contradictionIsRefused(words: [String]) throws {
        let invocation = try RetrieveInvocation(["a"] + words)
        guard case .request(let line) = invocation.command else { throw UsageErrorExpected() }
        #expect(throws: UsageError.self) { try line.build(invocation.settings) }
    }

    @Test func filesBecomeTextJSONAndParts() async throws {
        let folder = try TemporaryFolder()
        let text = try folder.write("line\n", to: "a.txt")
        let json = try folder.write(#"{"x": [1.0]}"#, to: "a.json")
        #expect(content(try request("a", "t=@\(text)", "j:=@\(json)")) == #"{"t":"line\n","j":{"x":[1.0]}}"#)
        #expect(content(try request("-f", "a", "t=@\(text)")) == "t=line%0A")
        let parts = try #require(try request("a", "n=1", "f@\(json)").content)
        let bytes = try #require(try await parts.inMemory().bytes)
        let sent = String(decoding: bytes, as: UTF8.self)
        #expect(sent.contains("name=\"f\"; filename=\"a.json\"\r\nContent-Type: application/json\r\n\r\n{\"x\": [1.0]}\r\n"))
        #expect(sent.contains("name=\"n\"\r\n\r\n1\r\n"))
        #expect(try request("a", "@\(text)").content?.contentType == "text/plain")
        #expect(try request("a", "--body", "@\(json)").content?.contentType == "application/json")
        #expect(try request("-d", "a=1", "b").content?.contentType == "application/x-www-form-urlencoded")
    }
}
