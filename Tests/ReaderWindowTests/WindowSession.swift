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
        conversation = try Conversation(
            "/usr/bin/xvfb-run",
            [
                "-a", "-s", "-screen 0 720x560x24", "dbus-run-session", "--", "/bin/sh",
                fixtures.appending(path: "window_session.sh").path, fixtures.appending(path: "atspi_driver.py").path,
                program, "--service", service,
            ],
            environment: [
                "XDG_DATA_HOME": folder.path, "XDG_RUNTIME_DIR": folder.file("runtime"), "GDK_BACKEND": "x11",
                "GTK_USE_PORTAL": "0",
                "WAYLAND_DISPLAY": "",
            ])
        let identifier = try #require(await conversation.nextLine())
        try await self("app", "retriever", identifier)
    }

    /// Has the driver do something, and answers what it found; fails the test when it could not.
    @discardableResult
    func callAsFunction(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        let answer = await conversation.ask(words.joined(separator: "\t")) ?? "error: the session has ended"
        try #require(answer.hasPrefix("ok"), "\(answer)", sourceLocation: sourceLocation)
        return String(answer.dropFirst(3))
    }

    /// Takes a picture for the documentation, when somebody wants one.
    func picture(_ name: String) async throws {
        guard let folder = ProcessInfo.processInfo.environment["RETRIEVER_SCREENSHOTS"] else { return }
        try await self("picture", "\(folder)/\(name).png")
    }
}
