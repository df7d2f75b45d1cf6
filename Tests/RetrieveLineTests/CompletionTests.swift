import RetrieveLine
import TestSupport
import Testing

/// What is typed behind `retrieve`, up to the tabulator, and what the shell then shows besides.
private let completions: [(typed: String, shown: [String])] = [
    ("--fol", ["--folder", "--follow"]), ("--no-fol", ["--no-follow"]), ("--pretty ", ["all", "colors", "format", "none"]),
    ("--pretty c", ["--pretty colors"]), ("--pretty=c", ["--pretty=colors"]), ("--auth-type ", ["basic", "digest", "negotiate"]),
    ("help down", ["help downloads"]), ("lin", ["retrieve lines"]), ("get --seg", ["get --segments"]),
    ("--output no", ["--output notes.txt"]), ("--output=no", ["--output=notes.txt"]), ("-o no", ["-o notes.txt"]),
    (":8080 file@no", ["file@notes.txt"]), (":8080 @no", ["@notes.txt"]), (":8080 --body @no", ["--body @notes.txt"]),
    ("--unix-socket no", ["--unix-socket notes.txt"]),
]

/// The shells themselves are asked.
@Suite("Completion")
struct CompletionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        _ = try folder.write("", to: "notes.txt")
    }

    /// Writes the script as `retrieve help` does.
    private func script(_ shell: Settings.Shell, _ name: String) async throws -> String {
        let outcome = try await Program.run("retrieve", ["help", "--completions", shell.rawValue])
        #expect(outcome.status == 0)
        return try folder.write(outcome.output, to: name)
    }

    /// Types at a shell's prompt, once it has read some lines.
    private func complete(_ typed: String, shows shown: [String], in shell: String, _ words: [String], setup: String) async throws
    {
        let terminal = try PseudoTerminal(
            shell, words, environment: Program.environment(folder), width: 160, height: 60)
        terminal.type("cd '\(folder.path)'; PS1='> '; \(setup); echo rea''dy\n")
        try await terminal.wait(for: "prompt") { $0.text.contains("\nready\n") && $0.text.hasSuffix("> ") }
        terminal.type("retrieve \(typed)\t")
        try await terminal.wait(for: "\(shown)") { screen in shown.allSatisfy { screen.text.contains($0) } }
    }

    @Test("What bash completes", arguments: completions)
    func bash(typed: String, shown: [String]) async throws {
        let script = try await script(.bash, "retrieve.bash")
        let settings = ["show-all-if-ambiguous on", "enable-bracketed-paste off", "page-completions off"]
        try await complete(
            typed, shows: shown, in: "/bin/bash", ["--norc", "--noprofile", "-i"],
            setup: settings.map { "bind 'set \($0)'; " }.joined() + "source '\(script)'")
    }

    @Test("What zsh completes", arguments: completions)
    func zsh(typed: String, shown: [String]) async throws {
        _ = try await script(.zsh, "_retrieve")
        try await complete(
            typed, shows: shown, in: "/usr/bin/zsh", ["-f", "-i"],
            setup: "fpath=('\(folder.path)' $fpath); autoload -U compinit; compinit -u -D; LISTMAX=1000")
    }

    @Test func zshTakesTheScriptBySource() async throws {
        let script = try await script(.zsh, "retrieve.zsh")
        try await complete(
            "--no-fol", shows: ["--no-follow"], in: "/usr/bin/zsh", ["-f", "-i"],
            setup: "autoload -U compinit; compinit -u -D; source '\(script)'")
    }

    @Test("What fish completes", arguments: completions)
    func fish(typed: String, shown: [String]) async throws {
        // It answers with the words that could stand there.
        let words = "cd '\(folder.path)'; source '\(try await script(.fish, "retrieve.fish"))'; complete -C 'retrieve \(typed)'"
        let outcome = try await Program.run(
            "/usr/bin/fish", ["--no-config", "-c", words], environment: Program.environment(folder))
        let lines = outcome.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        for word in shown { #expect(lines.contains { $0 == word.split(separator: " ").last }) }
        #expect(outcome.errors.isEmpty && (shown.count > 1 || lines.count == 1))
    }

    @Test(
        "Every option is completed",
        arguments: [Settings.Shell.zsh, .fish, .bash])
    func everyOption(shell: Settings.Shell) {
        let script = CompletionScript.text(for: shell)
        for name in OptionTable.options.flatMap(\.names) {
            let forms =
                switch shell {
                case .zsh: ["--\(name)[", "--\(name)=["]
                case .fish: ["-l \(name) "]
                case .bash: ["--\(name) ", "--\(name)|", "--\(name))"]
                }
            #expect(forms.contains { script.contains($0) }, "\(name)")
        }
    }
}
