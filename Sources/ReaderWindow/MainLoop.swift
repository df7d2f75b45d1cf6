internal import CGtk

/// Lets GLib's main loop, which owns the main thread, run the jobs of Swift's main actor. Nothing else hops threads.
enum MainLoop {
    /// Attaches Dispatch's main queue, on which the main actor runs, to GLib's default loop: its descriptor becomes readable when
    /// there are jobs, so there is neither a timer nor polling.
    static func attachMainActor() {
        unsafe g_unix_fd_add(
            _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
            { handle, _, _ in
                cgtk_drain_main_queue(handle)
                return 1  // G_SOURCE_CONTINUE
            }, nil)
    }
}
