import CatalogAPI
import HTTPSemantics
import Reader
import ReaderWindow

/// Opens the window and works until it is closed. Called on the main thread, before anything else uses the main queue.
///
/// - Returns: The exit status; `nil` when the display cannot be used.
@MainActor
func openWindow(service: WebURL) -> Int32? {
    ReaderApplication.run(catalog: CatalogClient(service: service), voters: VoterTokens(file: VoterTokens.standardFile))
}
