internal import CGtk

/// A GTK widget, or another GObject, kept alive as long as this value. The main thread owns all of them.
@MainActor @safe class Widget {
    let raw: UnsafeMutableRawPointer

    /// Takes what a constructor answers: a floating reference becomes ours.
    init(_ raw: UnsafeMutableRawPointer?) {
        guard let raw = unsafe raw else { preconditionFailure("GTK made no widget") }
        unsafe self.raw = cgtk_ref_sink(raw)
    }

    isolated deinit { unsafe g_object_unref(raw) }

    var isSensitive: Bool = true { didSet { unsafe cgtk_set_sensitive(raw, isSensitive ? 1 : 0) } }
    var isVisible: Bool = true { didSet { unsafe cgtk_set_visible(raw, isVisible ? 1 : 0) } }

    /// Calls `handler` at each signal without arguments. GTK keeps the handler until the widget ends: capture `self` weakly.
    func on(_ signal: String, _ handler: @escaping @MainActor () -> Void) {
        let callback: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
            unsafe Handler<() -> Void>.call(data) { $0() }
        }
        unsafe connect(signal, unsafeBitCast(callback, to: GCallback.self), Handler(handler))
    }

    /// Calls `handler` at each change of a property.
    func onChange(of property: String, _ handler: @escaping @MainActor () -> Void) {
        let callback: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void = {
            _, _, data in
            unsafe Handler<() -> Void>.call(data) { $0() }
        }
        unsafe connect("notify::\(property)", unsafeBitCast(callback, to: GCallback.self), Handler(handler))
    }

    /// Connects a C function; GLib holds `handler` for it and lets it go with the connection.
    func connect<Function>(_ signal: String, _ callback: GCallback, _ handler: Handler<Function>) {
        unsafe cgtk_connect(raw, signal, callback, Unmanaged.passRetained(handler).toOpaque(), releaseHandler)
    }
}

/// A Swift closure in the hands of GLib.
final class Handler<Function> {
    let function: Function
    init(_ function: Function) { self.function = function }

    /// Calls the closure behind a signal's user data. Signals of widgets come on the main thread.
    static func call<Result>(_ data: UnsafeMutableRawPointer?, _ body: @MainActor (Function) -> Result) -> Result?
    where Result: Sendable {
        guard let data = unsafe data else { return nil }
        let handler = unsafe Unmanaged<Handler<Function>>.fromOpaque(data).takeUnretainedValue()
        nonisolated(unsafe) let function = handler.function  // stays on this thread, which is the main thread
        return MainActor.assumeIsolated { body(unsafe function) }
    }
}

func releaseHandler(_ data: UnsafeMutableRawPointer?, _ closure: UnsafeMutablePointer<GClosure>?) {
    guard let data = unsafe data else { return }
    unsafe Unmanaged<AnyObject>.fromOpaque(data).release()
}
