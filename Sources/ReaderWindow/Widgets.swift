internal import CGtk

/// A line or paragraph of text.
final class Label: Widget {
    convenience init(_ text: String = "", wraps: Bool = true, style: [String] = []) {
        unsafe self.init(cgtk_label_new(wraps ? 1 : 0))
        for name in style { unsafe cgtk_add_class(raw, name) }
        self.text = text
        unsafe cgtk_label_set_text(raw, text)
    }

    func makeSelectable() { unsafe cgtk_label_set_selectable(raw) }

    var text = "" { didSet { unsafe cgtk_label_set_text(raw, text) } }
}

/// A push button.
final class Button: Widget {
    convenience init(_ label: String, style: [String] = [], onClick: @escaping @MainActor () -> Void) {
        unsafe self.init(cgtk_button_new(label))
        for name in style { unsafe cgtk_add_class(raw, name) }
        on("clicked", onClick)
    }

    convenience init(icon: String, name: String, onClick: @escaping @MainActor () -> Void) {
        unsafe self.init(cgtk_icon_button_new(icon))
        unsafe cgtk_set_accessible_label(raw, name)
        tooltip = name
        unsafe cgtk_set_tooltip(raw, name)
        on("clicked", onClick)
    }

    var tooltip = "" { didSet { unsafe cgtk_set_tooltip(raw, tooltip) } }
}

/// A row or a column of widgets.
final class Box: Widget {
    convenience init(vertical: Bool, spacing: Int32 = 0, margin: Int32 = 0, style: [String] = [], _ children: [Widget]) {
        unsafe self.init(cgtk_box_new(vertical ? 1 : 0, spacing))
        for name in style { unsafe cgtk_add_class(raw, name) }
        if margin > 0 { unsafe cgtk_set_margins(raw, margin) }
        for child in children { append(child) }
    }

    func append(_ child: Widget) { unsafe cgtk_box_append(raw, child.raw) }
    func remove(_ child: Widget) { unsafe cgtk_box_remove(raw, child.raw) }
}

/// Several pages of which one is shown.
final class Stack: Widget {
    convenience init(_ pages: KeyValuePairs<String, Widget>) {
        unsafe self.init(cgtk_stack_new())
        unsafe cgtk_expand(raw, 1, 1)
        for (name, page) in pages { unsafe cgtk_stack_add(raw, page.raw, name) }
    }

    func show(_ name: String) { unsafe cgtk_stack_show(raw, name) }
}

/// A message that fills the screen, with something to do about it.
final class StatusPage: Widget {
    convenience init(icon: String, title: String, button: Button) {
        unsafe cgtk_center(button.raw, 1, 0)
        unsafe self.init(cgtk_status_page_new(icon, title, button.raw))
        unsafe cgtk_expand(raw, 1, 1)
    }

    func setText(_ text: String) { unsafe cgtk_status_page_set_text(raw, text) }
}

/// A list of titles with a line beneath each.
final class TitleList: Widget {
    convenience init() {
        unsafe self.init(cgtk_list_new())
    }

    func replaceRows(_ rows: [(title: String, subtitle: String, isActivatable: Bool)]) {
        unsafe cgtk_list_remove_all(raw)
        for row in rows {
            unsafe cgtk_list_append(raw, cgtk_action_row_new(row.title, row.subtitle, row.isActivatable ? 1 : 0))
        }
    }

    /// Calls `handler` with the position of a row that is clicked or chosen with Enter.
    func onActivation(_ handler: @escaping @MainActor (Int) -> Void) {
        let callback: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
            _, row, data in
            let index = unsafe Int(cgtk_row_index(row))
            unsafe Handler<(Int) -> Void>.call(data) { $0(index) }
        }
        unsafe connect("row-activated", unsafeBitCast(callback, to: GCallback.self), Handler(handler))
    }
}

/// Shapes that need no state.
enum Layout {
    @MainActor static func scrolled(_ child: Widget) -> Widget {
        let widget = unsafe Widget(cgtk_scrolled_new(child.raw))
        unsafe cgtk_expand(widget.raw, 1, 1)
        return widget
    }

    /// Keeps a child readable in a wide window.
    @MainActor static func clamped(_ child: Widget, width: Int32 = 600) -> Widget {
        unsafe Widget(cgtk_clamp_new(child.raw, width))
    }

    @MainActor static func centered(_ child: Widget) -> Widget {
        unsafe cgtk_center(child.raw, 1, 1)
        unsafe cgtk_expand(child.raw, 1, 1)
        return child
    }

    @MainActor static func verticallyCentered(_ child: Widget) -> Widget {
        unsafe cgtk_center(child.raw, 0, 1)
        return child
    }

    @MainActor static func atEnd(_ child: Widget) -> Widget {
        unsafe cgtk_align_end(child.raw)
        return child
    }

    @MainActor static func spinner() -> Widget {
        let spinner = unsafe Widget(cgtk_spinner_new())
        unsafe cgtk_set_accessible_label(spinner.raw, "Loading")
        return centered(spinner)
    }
}
