import TestSupport

/// A message bus of a test's own, with a keyring on it or without, on which programs run.
struct KeyringSession {
    let folder: TemporaryFolder
    /// The words that start a shell there; a script and its arguments follow.
    let shell: [String]

    init(withKeyring: Bool = true) throws {
        folder = try TemporaryFolder()
        // Without services to start by themselves, such as the keyring of the machine
        let configuration = try folder.write(
            """
            <busconfig><type>session</type><listen>unix:dir=\(folder.path)</listen><policy context="default">
            <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
            """, to: "bus.conf")
        // The daemon is told the password of its first keyring, which it makes then.
        let start = withKeyring ? "printf secret | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1 && " : ""
        shell = ["--config-file=\(configuration)", "--", "/bin/sh", "-c", start + "exec /bin/sh -c \"$0\" sh \"$@\""]
    }

    static let program = "/usr/bin/dbus-run-session"

    var environment: [String: String] { Program.environment(folder, ["XDG_RUNTIME_DIR": folder.path]) }

    /// Runs a script of the shell, with arguments, to its end.
    func run(_ script: String, _ arguments: [String] = []) async throws -> Program.Outcome {
        try await Program.run(Self.program, shell + [script] + arguments, environment: environment)
    }

    /// Runs a script at a terminal.
    func terminal(_ script: String, _ arguments: [String] = []) throws -> PseudoTerminal {
        try PseudoTerminal(Self.program, shell + [script] + arguments, environment: environment)
    }
}
