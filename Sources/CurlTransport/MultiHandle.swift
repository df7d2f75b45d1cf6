internal import CCurl

/// A curl multi handle: the transfers that run together and the connections they share.
@safe final class MultiHandle {
    private let raw: UnsafeMutableRawPointer

    init() throws(TransferError) {
        guard Self.isLibraryReady, let raw = unsafe curl_multi_init() else {
            throw TransferError(code: .other, phase: nil, message: "libcurl could not be initialised")
        }
        unsafe self.raw = raw
        // Idle connections kept for the next request; libcurl's own default shrinks with the number of running transfers.
        unsafe ccurl_multi_setopt_long(raw, CURLMOPT_MAXCONNECTS, 1024)
    }

    deinit { unsafe curl_multi_cleanup(raw) }

    private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    var wakeUp: WakeUp { unsafe WakeUp(raw: raw) }

    func add(_ handle: EasyHandle) -> Bool { unsafe curl_multi_add_handle(raw, handle.raw) == CURLM_OK }
    func remove(_ handle: EasyHandle) { unsafe curl_multi_remove_handle(raw, handle.raw) }

    /// Does what can be done without waiting.
    func perform() {
        var running: CInt = 0
        unsafe curl_multi_perform(raw, &running)
    }

    /// Waits for a socket, a timer of libcurl's, a wake-up, or `milliseconds`.
    func poll(milliseconds: CInt) {
        var count: CInt = 0
        unsafe curl_multi_poll(raw, nil, 0, milliseconds, &count)
    }

    /// The next transfer that has ended, with its result.
    func nextFinished() -> (ActiveTransfer, CURLcode)? {
        var remaining: CInt = 0
        while let message = unsafe curl_multi_info_read(raw, &remaining) {
            guard unsafe message.pointee.msg == CURLMSG_DONE, let handle = unsafe message.pointee.easy_handle,
                let transfer = unsafe ActiveTransfer.of(handle)
            else { continue }
            return unsafe (transfer, ccurl_message_result(message))
        }
        return nil
    }
}

/// The one call on a multi handle that any thread may make.
///
/// `@unchecked Sendable`: `curl_multi_wakeup` is thread-safe, and the handle outlives every holder because the loop thread that
/// owns it never ends.
@safe struct WakeUp: @unchecked Sendable {
    private let raw: UnsafeMutableRawPointer

    init(raw: UnsafeMutableRawPointer) { unsafe self.raw = raw }

    func call() { unsafe curl_multi_wakeup(raw) }
}
