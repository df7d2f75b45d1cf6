import CatalogAPI
import ReaderCommand
import Retriever
import Testing

@Suite("The command line of retriever")
struct InvocationTests {
    @Test(
        "Commands",
        arguments: [
            ([], .open(inTerminal: false)), (["--terminal"], .open(inTerminal: true)), (["joke"], .joke(id: nil, json: false)),
            (["joke", "17", "--json"], .joke(id: 17, json: true)), (["--json", "joke"], .joke(id: nil, json: true)),
            (["vote", "17", "up"], .vote(id: 17, .up)), (["vote", "17", "down"], .vote(id: 17, .down)),
            (["vote", "17", "clear"], .vote(id: 17, .none)), (["courses"], .courses(user: nil, json: false)),
            (["courses", "--private", "--user", "ann"], .courses(user: "ann", json: false)),
            (["courses", "--user=ann", "--private", "--json"], .courses(user: "ann", json: true)), (["--help"], .help),
            (["joke", "-h"], .help),
            (["--version"], .version),
        ] as [([String], ReaderInvocation.Action)])
    func wordsMeanAnAction(words: [String], action: ReaderInvocation.Action) throws {
        #expect(try ReaderInvocation(words, environment: [:]).action == action)
    }

    @Test(
        "Refused lines",
        arguments: [
            ["jokes"], ["joke", "x"], ["joke", "0"], ["joke", "1", "2"], ["vote"], ["vote", "1"], ["vote", "1", "sideways"],
            ["vote", "x", "up"],
            ["vote", "1", "up", "now"], ["courses", "--private"], ["courses", "--user", "ann"], ["courses", "all"], ["--nope"],
            ["--service"],
            ["--service", ""], ["--user"], ["--json"], ["joke", "--terminal"], ["vote", "1", "up", "--json"],
            ["--json=1", "joke"],
            ["--service", "localhost:8080", "joke"], ["--service", "ftp://a", "joke"],
            ["courses", "--private", "--user", "ann", "--terminal"],
        ])
    func wordsThatMeanNothingAreRefusedInOneSentence(words: [String]) {
        #expect { try ReaderInvocation(words, environment: [:]) } throws: { !"\($0)".isEmpty && !"\($0)".contains("\n") }
    }

    @Test(
        "Where the service is",
        arguments: [
            ([], [:], "http://127.0.0.1:8080/"), ([], ["RETRIEVER_SERVICE": "https://a.example"], "https://a.example/"),
            ([], ["RETRIEVER_SERVICE": ""], "http://127.0.0.1:8080/"),
            (["--service", "http://b:1/c"], ["RETRIEVER_SERVICE": "http://a"], "http://b:1/c/"),
            (["--service=http://b/c/"], [:], "http://b/c/"),
        ] as [([String], [String: String], String)])
    func serviceIsTheOptionsElseTheEnvironmentsElseTheUsual(words: [String], environment: [String: String], service: String)
        throws
    {
        #expect(try ReaderInvocation(words, environment: environment).service.href == service)
    }

    @Test func helpIsHadEvenWhenTheEnvironmentIsWrong() throws {
        #expect(try ReaderInvocation(["--help"], environment: ["RETRIEVER_SERVICE": "nonsense"]).action == .help)
    }
}
