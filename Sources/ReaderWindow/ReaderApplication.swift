internal import CGtk
public import CatalogAPI
public import Reader

/// The reader as a desktop application.
@MainActor
public final class ReaderApplication {
    private let application: Widget
    private var window: MainWindow?

    /// Runs the application until its window is closed, and answers its exit status; `nil` when there is no display to use. Call it on the main thread, outside any task:
    /// GLib's loop takes the thread over and serves the main actor from then on.
    public static func run(catalog: CatalogClient, voters: VoterTokens) -> Int32? {
        guard gtk_init_check() != 0 else { return nil }
        let application = ReaderApplication(catalog: catalog, voters: voters)
        // Signals hold the application weakly; it must outlast the loop.
        return withExtendedLifetime(application) { unsafe cgtk_application_run(application.application.raw) }
    }

    private init(catalog: CatalogClient, voters: VoterTokens) {
        unsafe g_set_prgname("retriever")
        unsafe g_set_application_name("Retriever")
        MainLoop.attachMainActor()
        application = unsafe Widget(cgtk_application_new("org.retriever.Reader"))
        application.on("activate") { [weak self] in
            guard let self else { return }
            let window = MainWindow(application: application, catalog: catalog, voters: voters)
            self.window = window
            window.present()
        }
        addAction("quit", key: "<Control>q") { unsafe cgtk_application_quit($0.application.raw) }
        addAction("another", key: "<Control>n") { $0.window?.showAnotherJoke() }
        addAction("close-page", key: "Escape") { $0.window?.closePage() }
        addAction("previous-page", key: "<Alt>Left") { $0.window?.goBack() }
        addAction("next-page", key: "<Alt>Right") { $0.window?.goForward() }
    }

    private func addAction(_ name: String, key: String, _ body: @escaping @MainActor (ReaderApplication) -> Void) {
        let callback: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void = {
            _, _, data in
            unsafe Handler<() -> Void>.call(data) { $0() }
        }
        let handler = Handler<() -> Void> { [weak self] in
            MainActor.assumeIsolated { if let self { body(self) } }
        }
        unsafe cgtk_add_action(
            application.raw, name, unsafeBitCast(callback, to: GCallback.self), Unmanaged.passRetained(handler).toOpaque(),
            releaseHandler)
        unsafe cgtk_set_accelerator(application.raw, "app.\(name)", key)
    }
}
