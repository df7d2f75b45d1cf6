import Glibc
import RetrieveLine

/// `retrieve`.
@main
struct RetrieveCommand {
    static func main() async {
        exit(await Retrieval.run(Array(CommandLine.arguments.dropFirst())))
    }
}
