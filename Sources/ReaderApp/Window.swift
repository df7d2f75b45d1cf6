import HTTPSemantics

/// Opens the window and works until it is closed. Called on the main thread, before anything else uses the main queue.
///
/// - Returns: The exit status; `nil` when this build has no window form or the display cannot be used.
@MainActor
func openWindow(service: WebURL) -> Int32? { nil }
