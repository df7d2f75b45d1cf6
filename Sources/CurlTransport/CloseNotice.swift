internal import CCurl
internal import Synchronization

/// Whether a server has said over TLS that it ends the connection (close_notify, RFC 8446 §6.1). Content that ends with the connection
/// is complete only then: whoever stands between can cut a connection, but not say so (RFC 9112 §9.8).
///
/// The TLS connection keeps it, since newer versions of libcurl close connections after the transfers that they were for.
final class CloseNotice: Sendable {
    private let come = Atomic(false)

    var hasCome: Bool { come.load(ordering: .relaxed) }

    private init() {}

    /// Watches the connection that carries a transfer now; `nil` when there is nothing to be seen.
    static func watch(_ handle: UnsafeMutableRawPointer) -> CloseNotice? {
        let notice = CloseNotice()
        let kept = unsafe Unmanaged.passRetained(notice)
        guard unsafe ccurl_watch_tls(handle, place, kept.toOpaque(), noteTLSEvent) != 0 else {
            unsafe kept.release()
            return nil
        }
        return notice
    }

    private static let place = unsafe ccurl_new_tls_place { _, kept, _, _, _, _ in
        if let kept = unsafe kept { unsafe Unmanaged<CloseNotice>.fromOpaque(kept).release() }
    }

    private static let noteTLSEvent: ccurl_tls_callback = { session, event, value in
        guard ccurl_is_close_notify(event, value) != 0, let session = unsafe session,
            let kept = unsafe ccurl_tls_context(session, place)
        else { return }
        unsafe Unmanaged<CloseNotice>.fromOpaque(kept)._withUnsafeGuaranteedRef {
            $0.come.store(true, ordering: .relaxed)
        }
    }
}
