internal import CGtk
internal import Reader
internal import SafeBrowsing

/// A WebKit view that asks the page model before each navigation and reports to it what happens.
final class WebView: Widget {
    private var model: PageModel?

    /// - Parameter credentials: User and password for a host and port that ask for them, or `nil` to refuse.
    convenience init(
        model: PageModel, credentials: @escaping @MainActor (_ host: String, _ port: Int) -> (user: String, password: String)?
    ) {
        let session = unsafe cgtk_web_session_new()
        unsafe self.init(cgtk_web_view_new(session))
        unsafe g_object_unref(session)
        unsafe cgtk_expand(raw, 1, 1)
        self.model = model
        onChange(of: "estimated-load-progress") { [weak self] in
            guard let self else { return }
            unsafe self.model?.report(.progress(cgtk_web_progress(raw)))
        }
        // Going to another place of the same page is no load, but changes the history all the same.
        onChange(of: "uri") { [weak self] in self?.updateHistory() }
        reportLoads()
        askBeforeNavigations()
        answerChallenges(credentials)
    }

    func load(_ address: String) { unsafe cgtk_web_load(raw, address) }
    func reload() { unsafe cgtk_web_reload(raw) }
    func goBack() { unsafe cgtk_web_go_back(raw) }
    func goForward() { unsafe cgtk_web_go_forward(raw) }
    func stop() { unsafe cgtk_web_stop(raw) }
    func focus() { unsafe cgtk_grab_focus(raw) }

    private func updateHistory() {
        unsafe model?.setHistory(canGoBack: cgtk_web_can_go_back(raw) != 0, canGoForward: cgtk_web_can_go_forward(raw) != 0)
    }

    private func reportLoads() {
        let changed: @convention(c) (UnsafeMutableRawPointer?, WebKitLoadEvent, UnsafeMutableRawPointer?) -> Void = {
            _, event, data in
            unsafe Handler<(WebKitLoadEvent) -> Void>.call(data) { $0(event) }
        }
        unsafe connect(
            "load-changed", unsafeBitCast(changed, to: GCallback.self),
            Handler<(WebKitLoadEvent) -> Void> { [weak self] event in
                MainActor.assumeIsolated { self?.loadChanged(event) }
            })
        let failed:
            @convention(c) (
                UnsafeMutableRawPointer?, WebKitLoadEvent, UnsafePointer<CChar>?, UnsafePointer<GError>?, UnsafeMutableRawPointer?
            ) -> gboolean = { _, _, _, error, data in
                // A navigation that was stopped, by the reader or by the policy, is no failure of the page.
                guard let error = unsafe error, unsafe cgtk_is_cancelled(error) == 0 else { return 1 }
                let reason = unsafe String(cString: error.pointee.message)
                unsafe Handler<(String) -> Void>.call(data) { $0(reason) }
                return 1  // handled: no page of WebKit's own
            }
        unsafe connect(
            "load-failed", unsafeBitCast(failed, to: GCallback.self),
            Handler<(String) -> Void> { [weak self] reason in
                MainActor.assumeIsolated { self?.model?.report(.failed("The page could not be loaded: \(reason)")) }
            })
    }

    private func loadChanged(_ event: WebKitLoadEvent) {
        switch event {
        case WEBKIT_LOAD_STARTED: model?.report(.started)
        case WEBKIT_LOAD_FINISHED: model?.report(.finished)
        default: break
        }
        updateHistory()
    }

    private func askBeforeNavigations() {
        let decide:
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, WebKitPolicyDecisionType, UnsafeMutableRawPointer?
            ) -> gboolean = { _, decision, type, data in
                guard let decision = unsafe decision else { return 0 }
                nonisolated(unsafe) let lent = unsafe decision  // used before this callback returns, on the same thread
                return unsafe Handler<PolicyHandler>.call(data) { unsafe $0(lent, type) ? 1 : 0 } ?? 0
            }
        unsafe connect(
            "decide-policy", unsafeBitCast(decide, to: GCallback.self),
            Handler<PolicyHandler> { [weak self] decision, type in
                // Used before this returns, on the same thread.
                nonisolated(unsafe) let lent = unsafe decision
                return MainActor.assumeIsolated { unsafe self?.decide(lent, type) ?? false }
            })
    }

    private typealias PolicyHandler = (UnsafeMutableRawPointer, WebKitPolicyDecisionType) -> Bool

    /// Whether the decision was made here.
    private func decide(_ decision: UnsafeMutableRawPointer, _ type: WebKitPolicyDecisionType) -> Bool {
        guard type != WEBKIT_POLICY_DECISION_TYPE_RESPONSE else {
            guard unsafe cgtk_response_is_shown(decision) == 0 else { return false }
            model?.report(.failed("This link leads to a file, which cannot be shown here."))
            unsafe cgtk_decision_block(decision)
            return true
        }
        let action = unsafe cgtk_navigation_action(decision)
        let address = unsafe cgtk_action_address(action).map { unsafe String(cString: $0) } ?? ""
        let verdict = unsafe model?.verdict(for: address, kind: Self.kind(webkit_navigation_action_get_navigation_type(action)))
        if verdict == .allow, type == WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION {
            unsafe cgtk_decision_allow(decision)
        } else {
            unsafe cgtk_decision_block(decision)
            // A link that asks for a window of its own opens here: there is one window.
            if verdict == .allow { load(address) }
        }
        return true
    }

    private static func kind(_ type: WebKitNavigationType) -> NavigationRequest.Kind {
        switch type {
        case WEBKIT_NAVIGATION_TYPE_LINK_CLICKED: .link
        case WEBKIT_NAVIGATION_TYPE_FORM_SUBMITTED, WEBKIT_NAVIGATION_TYPE_FORM_RESUBMITTED: .formSubmission
        case WEBKIT_NAVIGATION_TYPE_BACK_FORWARD: .history
        case WEBKIT_NAVIGATION_TYPE_RELOAD: .reload
        default: .other
        }
    }

    private typealias ChallengeHandler = (String, Int) -> (user: String, password: String)?

    private func answerChallenges(_ credentials: @escaping @MainActor (String, Int) -> (user: String, password: String)?) {
        let answer: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> gboolean = {
            _, request, data in
            guard let request = unsafe request, let name = unsafe cgtk_authentication_host(request) else { return 0 }
            let host = unsafe String(cString: name)
            let port = unsafe Int(cgtk_authentication_port(request))
            let found = unsafe Handler<ChallengeHandler>.call(data) { $0(host, port) } ?? nil
            // Credentials that were refused once would be refused again.
            if let found, unsafe cgtk_authentication_is_retry(request) == 0 {
                unsafe cgtk_authenticate(request, found.user, found.password)
            } else {
                unsafe cgtk_authentication_cancel(request)
            }
            return 1
        }
        unsafe connect(
            "authenticate", unsafeBitCast(answer, to: GCallback.self),
            Handler<ChallengeHandler> { [weak self] host, port in
                MainActor.assumeIsolated {
                    let found = credentials(host, port)
                    if found == nil { self?.model?.report(.failed("This page asks for a user and a password.")) }
                    return found
                }
            })
    }
}
