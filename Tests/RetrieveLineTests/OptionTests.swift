import RetrieveLine
import Retriever
import Testing

@Suite("Options of retrieve")
struct OptionTests {
    private func settings(_ words: String...) throws -> Settings { try RetrieveInvocation(words + ["a"]).settings }

    @Test func formsOfOptionsMeanTheSame() throws {
        #expect(try settings("--output", "f").outputFile == "f")
        #expect(try settings("--output=f").outputFile == "f")
        #expect(try settings("-o", "f").outputFile == "f")
        #expect(try settings("-of").outputFile == "f")
        let combined = try settings("-fFo=f")
        #expect(combined.contentStyle == .form && combined.followsRedirects && combined.outputFile == "f")
        #expect(try !settings("--follow", "--no-follow").followsRedirects)
        #expect(try !settings("--check-status=false").checksStatus)
        #expect(try !settings("--no-check-status").checksStatus)
        #expect(try settings("--follow=yes").followsRedirects)
    }

    @Test func bodyTakesASourceOrPrintsContentOnly() throws {
        #expect(try settings("--body").parts == .responseContent)
        #expect(try settings("-b", "--no-follow").parts == .responseContent)
        #expect(try settings("--body", "@f").contentSource == .file("f"))
        #expect(try settings("--body", "-").contentSource == .standardInput)
        #expect(try settings("--body=text").contentSource == .text("text"))
    }

    @Test func dataIsJoinedAsCurlDoes() throws {
        #expect(try settings("-d", "a=1", "--data-binary", "b=2", "--data-raw", "@c").contentSource == .text("a=1&b=2&@c"))
        #expect(try settings("-d", "@f").contentSource == .file("f"))
        #expect(try settings("-b", "--data-raw=@f").contentSource == .text("@f"))
        for words in [["-d", "@f", "-d", "x"], ["-d", "x", "-d", "@f"], ["-d", "x", "--body", "@f"], ["--raw=x", "-d=x"]] {
            #expect(throws: UsageError.self) { try RetrieveInvocation(words + ["a"]) }
        }
    }

    @Test("Options of curl's alone", arguments: ["--data-urlencode", "--head", "-T", "--fail"])
    func optionOfCurlsPointsToFromCurl(word: String) {
        let error = #expect(throws: UsageError.self) { try RetrieveInvocation(["a", word]) }
        #expect(error?.description.contains("from-curl") == true)
    }

    @Test func partsAreNamedByLetters() throws {
        #expect(try settings("--print", "Hb").parts == [.requestHead, .responseContent])
        #expect(try settings("-v").parts == [.requestHead, .requestContent, .responseHead, .responseContent])
        #expect(try settings("-vv").parts?.contains(.metrics) == true)
    }

    @Test(
        "Mistyped options",
        arguments: [
            ("--folow", "--follow", 2), ("--fomr", "--form", 2), ("--no-folow", "--no-follow", 2), ("--verbsoe", "--verbose", 2),
            ("--xyzzyxyzzy", nil, 2), ("-fZ", nil, 2), ("--print=Hx", nil, 1), ("--follow=maybe", nil, 9),
            ("--select=.a[", nil, 2), ("--write-out=%{stauts}", "%{status}", 2), ("--pretty=x", nil, 0), ("--output", nil, 2),
        ] as [(String, String?, Int)])
    func errorPointsAndSuggests(word: String, suggestion: String?, offset: Int) {
        let error = #expect(throws: UsageError.self) { try RetrieveInvocation(["a", word]) }
        #expect(error?.place?.offset == offset)
        #expect(suggestion == nil || error?.description.contains("\(suggestion ?? "")?") == true)
    }

    @Test(
        "Options that do not go together, or not alone",
        arguments: [
            ["--session", "s", "--cookies", "c"], ["--output", "f", "--select", ".a"], ["--json-output", "--verbose"],
            ["--dry-run", "--curl"],
            ["--key", "k"], ["--noproxy", "h"], ["--pass", "p"], ["--max-pages", "3"], ["--segments", "2"],
        ])
    func optionWithoutEffectIsRefused(words: [String]) {
        let error = #expect(throws: UsageError.self) { try RetrieveInvocation(words + ["a"]) }
        #expect(error?.description.contains(words[0]) == true)
    }

    @Test func everyNameAndLetterIsTakenOnce() {
        let names = OptionTable.options.flatMap(\.names)
        let letters = OptionTable.options.flatMap { Array($0.letters) }
        #expect(Set(names).count == names.count && Set(letters).count == letters.count)
        #expect(OptionTable.options.allSatisfy { !$0.help.isEmpty && !$0.help.hasSuffix(".") })
    }
}
