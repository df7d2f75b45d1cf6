import Foundation
import TestSupport
import Testing

/// The reader's window on a display of its own, driven as a screen reader would.
struct WindowSession {
    private let conversation: Conversation
    private let folder: TemporaryFolder

    init(service: String) async throws {
        folder = try TemporaryFolder()
        let fixtures = try #require(Bundle.module.resourceURL).appending(path: "Fixtures")
        let program = Program.built("retriever")
        try FileManager.default.createDirectory(
            atPath: folder.file("runtime"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // Animations drawn by the processor leave it no time for anything else, the accessibility bus included.
        try FileManager.default.createDirectory(atPath: folder.file("config/gtk-4.0"), withIntermediateDirectories: true)
        _ = try folder.write("[Settings]\ngtk-enable-animations=false\n", to: "config/gtk-4.0/settings.ini")
        conversation = try Conversation(
            "/usr/bin/xvfb-run",
            [
                "-a", "-s", "-screen 0 720x560x24", "dbus-run-session", "--", "/bin/sh",
                fixtures.appending(path: "window_session.sh").path, fixtures.appending(path: "atspi_driver.py").path,
                program, "--service", service,
            ],
            environment: [
                "XDG_DATA_HOME": folder.path, "XDG_CONFIG_HOME": folder.file("config"), "GSK_RENDERER": "cairo",
                "XDG_RUNTIME_DIR": folder.file("runtime"), "GDK_BACKEND": "x11",
                "GTK_USE_PORTAL": "0",
            ])
        let identifier = try #require(await answer(beginningWith: ["pid "])?.dropFirst(4))
        try await self("app", "retriever", String(identifier))
    }

    /// Has the driver do something, and answers what it found; fails the test when it could not.
    @discardableResult
    func callAsFunction(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        conversation.say(words.joined(separator: "\t"))
        let answer = await answer(beginningWith: ["ok", "error"]) ?? "error: the session has ended"
        let log = answer.hasPrefix("ok") ? "" : (try? String(contentsOfFile: folder.file("program.log"), encoding: .utf8)) ?? ""
        try #require(answer.hasPrefix("ok"), "\(answer)\nThe program said: \(log)", sourceLocation: sourceLocation)
        return String(answer.dropFirst(3))
    }

    /// Expects every control that can have the focus to have a name for screen readers.
    func expectNamedControls(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let unnamed = try await self("unnamed", sourceLocation: sourceLocation)
        #expect(unnamed.isEmpty, "\(unnamed)", sourceLocation: sourceLocation)
    }

    /// The next line of the driver; the session's other programs write to the same place.
    private func answer(beginningWith words: [String]) async -> String? {
        while let line = await conversation.nextLine() {
            if words.contains(where: line.hasPrefix) { return line }
        }
        return nil
    }

    /// Ends program and display.
    func end() async { await conversation.end() }

    /// Takes a picture for the documentation, when somebody wants one.
    func picture(_ name: String) async throws {
        guard let folder = ProcessInfo.processInfo.environment["RETRIEVER_SCREENSHOTS"] else { return }
        try await self("picture", "\(folder)/\(name).png")
    }
}
