package import HTTPServer

/// How a service runs.
package struct ServiceConfiguration: Sendable {
    /// Where it listens and what it accepts.
    package var server = ServerConfiguration()
    /// The database file.
    package var database: String
    /// A file of jokes and courses to add before the service starts.
    package var importFile: String?
    /// How many new voters one address may become in ``voterPeriod``.
    package var newVotersPerAddress = 60
    /// The time after which an address may become new voters again.
    package var voterPeriod: Duration = .seconds(3600)

    /// A configuration with a database.
    package init(database: String) { self.database = database }

    /// The database for a user with this environment: `retriever/catalog.sqlite` in the folder for data, by the XDG base
    /// directory specification.
    package static func defaultDatabase(environment: [String: String]) -> String {
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (data ?? (environment["HOME"] ?? "") + "/.local/share") + "/retriever/catalog.sqlite"
    }
}
