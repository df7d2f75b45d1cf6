import Glibc
import RetrieveLine
import Retriever

/// `retrieve`.
@main
struct RetrieveCommand {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        // On the thread that carries the request: starting Swift's own threads takes longer than a request does.
        Task(executorPreference: HTTPClient.shared.executor) { exit(await Retrieval.run(arguments)) }
        while true { pause() }
    }
}
