internal import CGtk
internal import HTTPSemantics

/// Asks for user and password.
@MainActor
final class SignInDialog {
    private let dialog: Widget
    private let user: Widget
    private let password: Widget

    /// - Parameter done: Called once, with `nil` when the reader does not want to.
    init(parent: Widget, host: String, failed: Bool, user name: String, done: @escaping @MainActor (BasicCredentials?) -> Void) {
        let user = unsafe Widget(cgtk_entry_row_new("User"))
        let password = unsafe Widget(cgtk_password_row_new("Password"))
        unsafe cgtk_editable_set_text(user.raw, name)
        for row in [user, password] { unsafe cgtk_name_icons(row.raw) }
        let list = unsafe Widget(cgtk_list_new())
        unsafe cgtk_list_append(list.raw, user.raw)
        unsafe cgtk_list_append(list.raw, password.raw)
        let body =
            failed
            ? "That user or password is wrong. Please try again."
            : "They are kept until the program ends, and sent to \(host) only."
        let dialog = unsafe Widget(cgtk_dialog_new(parent.raw, "Private Courses", body, list.raw))
        unsafe cgtk_dialog_add_response(dialog.raw, "cancel", "Cancel")
        unsafe cgtk_dialog_add_response(dialog.raw, "sign-in", "Sign In")
        unsafe cgtk_dialog_set_default(dialog.raw, "sign-in")
        for row in [user, password] {
            row.on("entry-activated") { [weak dialog] in
                guard let dialog else { return }
                // Closing is what answers: answering and closing would be two answers.
                unsafe cgtk_dialog_set_close_response(dialog.raw, "sign-in")
                unsafe cgtk_window_close(dialog.raw)
            }
        }
        self.dialog = dialog
        self.user = user
        self.password = password
        onResponse { [user, password] response in
            let name = unsafe String(cString: cgtk_editable_text(user.raw))
            let secret = unsafe String(cString: cgtk_editable_text(password.raw))
            done(response == "sign-in" ? BasicCredentials(user: name, password: secret) : nil)
        }
        unsafe cgtk_window_present(dialog.raw)
        unsafe cgtk_grab_focus(name.isEmpty ? user.raw : password.raw)
    }

    private func onResponse(_ handler: @escaping @MainActor (String) -> Void) {
        let callback: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> Void = {
            _, response, data in
            let response = unsafe response.map { unsafe String(cString: $0) } ?? ""
            unsafe Handler<(String) -> Void>.call(data) { $0(response) }
        }
        unsafe dialog.connect(
            "response", unsafeBitCast(callback, to: GCallback.self),
            Handler<(String) -> Void> { response in MainActor.assumeIsolated { handler(response) } })
    }
}
