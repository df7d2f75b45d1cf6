import CatalogService
import CatalogStore
import Console
import FoundationEssentials
import Glibc
import HTTPServer

/// `retriever-service`.
@main
struct ServiceCommand {
    static let version = "0.1.0"

    static func main() async {
        umask(0o077)  // the database holds the key that signs voters' tokens, and password hashes
        do throws(UsageError) {
            let environment = ProcessInfo.processInfo.environment
            let command = try Command(Array(CommandLine.arguments.dropFirst()), environment: environment)
            exit(await run(command))
        } catch {
            Console.printError("retriever-service: \(error.sentence); see retriever-service --help")
            exit(2)
        }
    }

    /// - Returns: The exit status.
    private static func run(_ command: Command) async -> Int32 {
        do {
            switch command {
            case .help: Console.print(Command.usage)
            case .version: Console.print("retriever-service \(version)")
            case .serve(let configuration): try await serve(configuration)
            case .user(let action, let database): try await manage(action, database)
            }
            return 0
        } catch {
            Console.printError("retriever-service: \(error)")
            return 1
        }
    }

    private static func serve(_ configuration: ServiceConfiguration) async throws {
        let service = try await Service.start(configuration)
        let address = service.address
        await TerminationSignal.wait { Console.print("listening on \(address)") }
        await service.stop()
    }

    private static func manage(_ action: Command.UserAction, _ database: String) async throws {
        let catalog = try await CatalogFile.open(database)
        let users = UserAdministration(catalog: catalog)
        do {
            switch action {
            case .add(let name): try await users.add(name, password: try readPassword(of: name))
            case .remove(let name): try await users.remove(name)
            case .list: for name in try await users.names { Console.print(name) }
            }
        } catch {
            await catalog.close()
            throw error
        }
        await catalog.close()
    }

    private static func readPassword(of user: String) throws -> String {
        guard let password = Console.readPassword(prompt: "Password of \(user): ") else {
            throw ServiceError("No password was given")
        }
        if Console.isInteractive, Console.readPassword(prompt: "The same again: ") != password {
            throw ServiceError("The two passwords differ; nothing was changed")
        }
        return password
    }
}
