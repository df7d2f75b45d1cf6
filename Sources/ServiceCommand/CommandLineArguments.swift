import CatalogService
import HTTPServer

/// What the words after the program's name ask for.
enum Command {
    case serve(ServiceConfiguration)
    case user(UserAction, database: String)
    case help
    case version

    enum UserAction {
        case add(String)
        case remove(String)
        case list
    }

    static let usage = """
        Usage: retriever-service [--host 127.0.0.1] [--port 8080] [--database FILE] [--import FILE]
               retriever-service user add NAME [--database FILE]
               retriever-service user remove NAME [--database FILE]
               retriever-service user list [--database FILE]

        Serves jokes, votes and courses over HTTP. When it is ready it prints "listening on http://HOST:PORT".

          --host HOST      the host name or address to listen on; 127.0.0.1 when not given
          --port PORT      the port; 8080 when not given, 0 for one that is free
          --database FILE  the database; $XDG_DATA_HOME/retriever/catalog.sqlite when not given
          --import FILE    add the jokes and courses of a JSON file first
          --help           show this text
          --version        show the version

        "user add" reads the password of a user who may see the private courses: without echo from a terminal, otherwise one
        line of standard input.
        """

    /// Parses the words.
    ///
    /// - Throws: `UsageError` with a sentence.
    init(_ arguments: [String], environment: [String: String]) throws(UsageError) {
        var words: [String] = []
        var configuration = ServiceConfiguration(database: ServiceConfiguration.defaultDatabase(environment: environment))
        var options: Set<String> = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-") else {
                words.append(argument)
                continue
            }
            if argument == "--help" || argument == "-h" { self = .help; return }
            if argument == "--version" { self = .version; return }
            let (name, value) = try Self.option(argument, &rest)
            options.insert(name)
            switch name {
            case "--host": configuration.server.host = value
            case "--port":
                guard let port = UInt16(value) else { throw UsageError("--port is a number from 0 to 65535, not \(value)") }
                configuration.server.port = port
            case "--database": configuration.database = value
            case "--import": configuration.importFile = value
            default: throw UsageError("There is no option \(name)")
            }
        }
        if words.isEmpty {
            self = .serve(configuration)
        } else {
            guard options.isSubset(of: ["--database"]) else { throw UsageError("\"user\" takes no option but --database") }
            self = .user(try Self.userAction(words), database: configuration.database)
        }
    }

    /// The name and value of `--name value` or `--name=value`.
    private static func option(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> (String, String) {
        if let equals = argument.firstIndex(of: "=") {
            return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
        }
        guard ["--host", "--port", "--database", "--import"].contains(argument) else {
            throw UsageError("There is no option \(argument)")
        }
        guard let value = rest.popFirst(), !value.isEmpty else { throw UsageError("\(argument) needs a value") }
        return (argument, value)
    }

    private static func userAction(_ words: [String]) throws(UsageError) -> UserAction {
        switch (words.first, words.dropFirst().first, words.count) {
        case ("user", "add", 3): return .add(words[2])
        case ("user", "remove", 3): return .remove(words[2])
        case ("user", "list", 2): return .list
        case ("user", _, _): throw UsageError("After \"user\" comes add NAME, remove NAME or list")
        default: throw UsageError("There is no command \(words[0])")
        }
    }
}

/// Words that mean nothing, and why.
struct UsageError: Error {
    var sentence: String
    init(_ sentence: String) { self.sentence = sentence }
}
