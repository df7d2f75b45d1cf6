import Console
import Glibc
import RetrieveLine
import Retriever

/// `retrieve`.
@main
struct RetrieveCommand {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            try HTTPClient.giveThread {
                let status = await Retrieval.run(arguments)
                // Not `exit`: OpenSSL would take its tables apart first.
                fflush(nil)
                _exit(status)
            }
        } catch {
            Console.printError("retrieve: \(error)")
            exit(1)
        }
    }
}
