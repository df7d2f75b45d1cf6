import CatalogAPI
import Console
import Dispatch
import FoundationEssentials
import Glibc
import HTTPSemantics
import Reader
import ReaderCommand
import ReaderTerminal
import Retriever

/// `retriever`.
@main
struct ReaderApp {
    /// Not async: the window's own loop has to find the main thread free.
    static func main() {
        signal(SIGPIPE, SIG_IGN)  // a server or reader that goes away is no reason to end without a word
        let environment = ProcessInfo.processInfo.environment
        let invocation: ReaderInvocation
        do throws(UsageError) {
            invocation = try ReaderInvocation(Array(CommandLine.arguments.dropFirst()), environment: environment)
        } catch {
            Console.printError("retriever: \(error); see retriever --help")
            exit(2)
        }
        if invocation.action == .open(inTerminal: false), hasDisplay(environment) {
            if let status = openWindow(service: invocation.service) { exit(status) }
        }
        Task { exit(await run(invocation, environment)) }
        dispatchMain()
    }

    private static func hasDisplay(_ environment: [String: String]) -> Bool {
        ["WAYLAND_DISPLAY", "DISPLAY"].contains { environment[$0, default: ""] != "" }
    }

    @MainActor
    private static func run(_ invocation: ReaderInvocation, _ environment: [String: String]) async -> Int32 {
        let catalog = CatalogClient(service: invocation.service)
        let voters = VoterTokens(file: VoterTokens.standardFile)
        let run = ReaderRun(catalog: catalog, voters: voters)
        do {
            switch invocation.action {
            case .help: Console.print(ReaderInvocation.helpText)
            case .version: Console.print("retriever \(RetrieverVersion.current)")
            case .joke(let id, let json): try await run.joke(id: id, json: json)
            case .vote(let id, let vote): try await run.vote(vote, on: id)
            case .courses(nil, let json): try await run.courses(json: json)
            case .courses(let user?, let json): try await run.privateCourses(user: user, json: json)
            case .open(let inTerminal):
                if TerminalDevice.isUsable(environment: environment), let device = TerminalDevice() {
                    let usesStyles = environment["NO_COLOR", default: ""].isEmpty
                    return await TerminalReader(device: device, catalog: catalog, voters: voters, usesStyles: usesStyles).run()
                }
                guard !inTerminal else {
                    Console.printError("retriever: --terminal needs a terminal at standard input and output; try retriever joke")
                    return 2
                }
                try await run.joke(id: nil, json: false, showsNextCommand: true)
            }
            return 0
        } catch {
            Console.printError("retriever: \(run.explanation(of: error))")
            return 1
        }
    }
}
