#pragma once
#include <adwaita.h>
#include <glib-unix.h>
#include <sys/eventfd.h>
#include <webkit/webkit.h>

// Every object is a plain pointer to Swift. Casting macros are not imported, so these doors cast, and GLib checks the type.

// Dispatch's main queue as a descriptor, so that GLib's main loop can serve Swift's main actor.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);
// Draining does not take the signal back: it has to be read, or the loop would find it again at once and never be idle.
static inline void cgtk_drain_main_queue(int handle) {
    eventfd_t count;
    eventfd_read(handle, &count);
    _dispatch_main_queue_callback_4CF(NULL);
}

// Objects and signals
static inline void *cgtk_ref_sink(void *object) { return g_object_ref_sink(object); }
static inline gulong cgtk_connect(void *object, const char *signal, GCallback callback, void *data, GClosureNotify destroy) {
    return g_signal_connect_data(object, signal, callback, data, destroy, (GConnectFlags)0);
}

// Application and window
static inline void *cgtk_application_new(const char *identifier) {
    return adw_application_new(identifier, G_APPLICATION_NON_UNIQUE);
}
static inline int cgtk_application_run(void *application) { return g_application_run(G_APPLICATION(application), 0, NULL); }
static inline void cgtk_application_quit(void *application) { g_application_quit(G_APPLICATION(application)); }
static inline void *cgtk_window_new(void *application) { return adw_application_window_new(GTK_APPLICATION(application)); }
static inline void cgtk_window_set_content(void *window, void *content) {
    adw_application_window_set_content(ADW_APPLICATION_WINDOW(window), GTK_WIDGET(content));
}
static inline void cgtk_window_set_size(void *window, int width, int height) {
    gtk_window_set_default_size(GTK_WINDOW(window), width, height);
}
static inline void cgtk_window_set_title(void *window, const char *title) { gtk_window_set_title(GTK_WINDOW(window), title); }
static inline void cgtk_window_present(void *window) { gtk_window_present(GTK_WINDOW(window)); }
static inline void cgtk_window_close(void *window) { gtk_window_close(GTK_WINDOW(window)); }
static inline void cgtk_add_action(void *application, const char *name, GCallback callback, void *data, GClosureNotify destroy) {
    GSimpleAction *action = g_simple_action_new(name, NULL);
    g_signal_connect_data(action, "activate", callback, data, destroy, (GConnectFlags)0);
    g_action_map_add_action(G_ACTION_MAP(application), G_ACTION(action));
    g_object_unref(action);
}
static inline void cgtk_set_accelerator(void *application, const char *action, const char *key) {
    const char *keys[] = {key, NULL};
    gtk_application_set_accels_for_action(GTK_APPLICATION(application), action, keys);
}

// Widgets of every kind
static inline void cgtk_set_sensitive(void *widget, gboolean sensitive) { gtk_widget_set_sensitive(GTK_WIDGET(widget), sensitive); }
static inline void cgtk_set_visible(void *widget, gboolean visible) { gtk_widget_set_visible(GTK_WIDGET(widget), visible); }
static inline void cgtk_add_class(void *widget, const char *name) { gtk_widget_add_css_class(GTK_WIDGET(widget), name); }
static inline void cgtk_set_tooltip(void *widget, const char *text) { gtk_widget_set_tooltip_text(GTK_WIDGET(widget), text); }
static inline void cgtk_grab_focus(void *widget) { gtk_widget_grab_focus(GTK_WIDGET(widget)); }
static inline void cgtk_expand(void *widget, gboolean horizontally, gboolean vertically) {
    gtk_widget_set_hexpand(GTK_WIDGET(widget), horizontally);
    gtk_widget_set_vexpand(GTK_WIDGET(widget), vertically);
}
static inline void cgtk_center(void *widget, gboolean horizontally, gboolean vertically) {
    if (horizontally) gtk_widget_set_halign(GTK_WIDGET(widget), GTK_ALIGN_CENTER);
    if (vertically) gtk_widget_set_valign(GTK_WIDGET(widget), GTK_ALIGN_CENTER);
}
static inline void cgtk_align_end(void *widget) { gtk_widget_set_halign(GTK_WIDGET(widget), GTK_ALIGN_END); }
static inline void cgtk_set_margins(void *widget, int margin) {
    gtk_widget_set_margin_top(GTK_WIDGET(widget), margin);
    gtk_widget_set_margin_bottom(GTK_WIDGET(widget), margin);
    gtk_widget_set_margin_start(GTK_WIDGET(widget), margin);
    gtk_widget_set_margin_end(GTK_WIDGET(widget), margin);
}
static inline void cgtk_set_accessible_label(void *widget, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

// libadwaita 1.2 leaves some of its icons that act as buttons without names for screen readers: those in entry rows, and the one
// that closes a toast.
static inline void cgtk_name_icons(void *widget) {
    for (GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(widget)); child; child = gtk_widget_get_next_sibling(child)) {
        const char *tooltip = gtk_widget_get_tooltip_text(child);
        if (GTK_IS_IMAGE(child)) cgtk_set_accessible_label(child, tooltip ? tooltip : "Edit");
        if (GTK_IS_BUTTON(child) && !gtk_button_get_label(GTK_BUTTON(child))) cgtk_set_accessible_label(child, tooltip ? tooltip : "Close");
        cgtk_name_icons(child);
    }
}

// Boxes, stacks, scrolling
static inline void *cgtk_box_new(gboolean vertical, int spacing) {
    return gtk_box_new(vertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, spacing);
}
static inline void cgtk_box_append(void *box, void *child) { gtk_box_append(GTK_BOX(box), GTK_WIDGET(child)); }
static inline void cgtk_box_remove(void *box, void *child) { gtk_box_remove(GTK_BOX(box), GTK_WIDGET(child)); }
static inline void *cgtk_stack_new(void) {
    GtkWidget *stack = gtk_stack_new();
    gtk_stack_set_transition_type(GTK_STACK(stack), GTK_STACK_TRANSITION_TYPE_CROSSFADE);
    return stack;
}
static inline void cgtk_stack_add(void *stack, void *child, const char *name) {
    gtk_stack_add_named(GTK_STACK(stack), GTK_WIDGET(child), name);
}
static inline void cgtk_stack_show(void *stack, const char *name) { gtk_stack_set_visible_child_name(GTK_STACK(stack), name); }
static inline void *cgtk_scrolled_new(void *child) {
    GtkWidget *window = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(window), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(window), GTK_WIDGET(child));
    return window;
}
static inline void *cgtk_clamp_new(void *child, int width) {
    GtkWidget *clamp = adw_clamp_new();
    adw_clamp_set_maximum_size(ADW_CLAMP(clamp), width);
    adw_clamp_set_child(ADW_CLAMP(clamp), GTK_WIDGET(child));
    return clamp;
}

// Labels, buttons, spinners, progress
static inline void *cgtk_label_new(gboolean wraps) {
    GtkWidget *label = gtk_label_new(NULL);
    gtk_label_set_wrap(GTK_LABEL(label), wraps);
    gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
    gtk_label_set_justify(GTK_LABEL(label), GTK_JUSTIFY_CENTER);
    if (!wraps) gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    return label;
}
static inline void cgtk_label_set_text(void *label, const char *text) { gtk_label_set_text(GTK_LABEL(label), text); }
static inline void cgtk_label_set_selectable(void *label) { gtk_label_set_selectable(GTK_LABEL(label), TRUE); }
static inline void *cgtk_button_new(const char *label) { return gtk_button_new_with_label(label); }
static inline void *cgtk_icon_button_new(const char *icon) { return gtk_button_new_from_icon_name(icon); }
static inline void *cgtk_toggle_button_new(const char *label) { return gtk_toggle_button_new_with_label(label); }
static inline void cgtk_toggle_set_active(void *button, gboolean active) {
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(button), active);
}
static inline gboolean cgtk_toggle_is_active(void *button) { return gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(button)); }
static inline void *cgtk_spinner_new(void) {
    GtkWidget *spinner = gtk_spinner_new();
    gtk_widget_set_size_request(spinner, 32, 32);
    gtk_spinner_start(GTK_SPINNER(spinner));
    return spinner;
}
static inline void *cgtk_progress_new(void) {
    GtkWidget *bar = gtk_progress_bar_new();
    gtk_widget_add_css_class(bar, "osd");
    return bar;
}
static inline void cgtk_progress_set(void *bar, double fraction) { gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(bar), fraction); }

// libadwaita
static inline void *cgtk_header_bar_new(void) { return adw_header_bar_new(); }
static inline void cgtk_header_set_title(void *bar, void *title) {
    adw_header_bar_set_title_widget(ADW_HEADER_BAR(bar), GTK_WIDGET(title));
}
static inline void cgtk_header_pack_start(void *bar, void *child) { adw_header_bar_pack_start(ADW_HEADER_BAR(bar), GTK_WIDGET(child)); }
static inline void *cgtk_window_title_new(const char *title) { return adw_window_title_new(title, ""); }
static inline void *cgtk_view_stack_new(void) { return adw_view_stack_new(); }
static inline void cgtk_view_stack_add(void *stack, void *child, const char *name, const char *title, const char *icon) {
    adw_view_stack_add_titled_with_icon(ADW_VIEW_STACK(stack), GTK_WIDGET(child), name, title, icon);
}
static inline void *cgtk_view_switcher_title_new(void *stack, const char *title) {
    GtkWidget *switcher = adw_view_switcher_title_new();
    adw_view_switcher_title_set_stack(ADW_VIEW_SWITCHER_TITLE(switcher), ADW_VIEW_STACK(stack));
    adw_view_switcher_title_set_title(ADW_VIEW_SWITCHER_TITLE(switcher), title);
    return switcher;
}
// The bar at the bottom takes the switcher's place when the window is too narrow for it.
static inline void *cgtk_view_switcher_bar_new(void *stack, void *switcher_title) {
    GtkWidget *bar = adw_view_switcher_bar_new();
    adw_view_switcher_bar_set_stack(ADW_VIEW_SWITCHER_BAR(bar), ADW_VIEW_STACK(stack));
    g_object_bind_property(switcher_title, "title-visible", bar, "reveal", G_BINDING_SYNC_CREATE);
    return bar;
}
static inline void *cgtk_status_page_new(const char *icon, const char *title, void *child) {
    GtkWidget *page = adw_status_page_new();
    adw_status_page_set_icon_name(ADW_STATUS_PAGE(page), icon);
    adw_status_page_set_title(ADW_STATUS_PAGE(page), title);
    adw_status_page_set_child(ADW_STATUS_PAGE(page), GTK_WIDGET(child));
    return page;
}
// The description is markup, the text is not.
static inline void cgtk_status_page_set_text(void *page, const char *text) {
    char *escaped = g_markup_escape_text(text, -1);
    adw_status_page_set_description(ADW_STATUS_PAGE(page), escaped);
    g_free(escaped);
}
static inline void cgtk_name_toasts(void *children, guint position, guint removed, guint added, void *overlay) {
    (void)removed;
    for (guint index = position; index < position + added; index++) {
        GtkWidget *child = g_list_model_get_item(G_LIST_MODEL(children), index);
        if (child != adw_toast_overlay_get_child(ADW_TOAST_OVERLAY(overlay))) cgtk_name_icons(child);
        g_object_unref(child);
    }
}
static inline void *cgtk_toast_overlay_new(void *child) {
    GtkWidget *overlay = adw_toast_overlay_new();
    adw_toast_overlay_set_child(ADW_TOAST_OVERLAY(overlay), GTK_WIDGET(child));
    GListModel *children = gtk_widget_observe_children(overlay);
    g_signal_connect(children, "items-changed", G_CALLBACK(cgtk_name_toasts), overlay);
    g_object_set_data_full(G_OBJECT(overlay), "observed-children", children, g_object_unref);
    return overlay;
}
static inline void cgtk_toast_show(void *overlay, const char *text) {
    char *escaped = g_markup_escape_text(text, -1);
    adw_toast_overlay_add_toast(ADW_TOAST_OVERLAY(overlay), adw_toast_new(escaped));
    g_free(escaped);
}

// Lists
static inline void *cgtk_list_new(void) {
    GtkWidget *list = gtk_list_box_new();
    gtk_list_box_set_selection_mode(GTK_LIST_BOX(list), GTK_SELECTION_NONE);
    gtk_widget_add_css_class(list, "boxed-list");
    return list;
}
static inline void cgtk_list_append(void *list, void *row) { gtk_list_box_append(GTK_LIST_BOX(list), GTK_WIDGET(row)); }
static inline void cgtk_list_remove_all(void *list) {
    GtkListBoxRow *row;
    while ((row = gtk_list_box_get_row_at_index(GTK_LIST_BOX(list), 0))) gtk_list_box_remove(GTK_LIST_BOX(list), GTK_WIDGET(row));
}
static inline int cgtk_row_index(void *row) { return gtk_list_box_row_get_index(GTK_LIST_BOX_ROW(row)); }
static inline void *cgtk_action_row_new(const char *title, const char *subtitle, gboolean activatable) {
    GtkWidget *row = adw_action_row_new();
    adw_preferences_row_set_use_markup(ADW_PREFERENCES_ROW(row), FALSE);
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), title);
    adw_action_row_set_subtitle(ADW_ACTION_ROW(row), subtitle);
    gtk_list_box_row_set_activatable(GTK_LIST_BOX_ROW(row), activatable);
    if (activatable) adw_action_row_add_suffix(ADW_ACTION_ROW(row), gtk_image_new_from_icon_name("go-next-symbolic"));
    return row;
}
static inline void *cgtk_entry_row_new(const char *title) {
    GtkWidget *row = adw_entry_row_new();
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), title);
    return row;
}
static inline void *cgtk_password_row_new(const char *title) {
    GtkWidget *row = adw_password_entry_row_new();
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), title);
    return row;
}
static inline const char *cgtk_editable_text(void *editable) { return gtk_editable_get_text(GTK_EDITABLE(editable)); }
static inline void cgtk_editable_set_text(void *editable, const char *text) { gtk_editable_set_text(GTK_EDITABLE(editable), text); }

// Dialogs
static inline void *cgtk_dialog_new(void *parent, const char *heading, const char *body, void *child) {
    GtkWidget *dialog = adw_message_dialog_new(GTK_WINDOW(parent), heading, body);
    adw_message_dialog_set_extra_child(ADW_MESSAGE_DIALOG(dialog), GTK_WIDGET(child));
    return dialog;
}
static inline void cgtk_dialog_add_response(void *dialog, const char *identifier, const char *label) {
    adw_message_dialog_add_response(ADW_MESSAGE_DIALOG(dialog), identifier, label);
}
static inline void cgtk_dialog_set_default(void *dialog, const char *identifier) {
    adw_message_dialog_set_default_response(ADW_MESSAGE_DIALOG(dialog), identifier);
    adw_message_dialog_set_response_appearance(ADW_MESSAGE_DIALOG(dialog), identifier, ADW_RESPONSE_SUGGESTED);
}
static inline void cgtk_dialog_set_close_response(void *dialog, const char *identifier) {
    adw_message_dialog_set_close_response(ADW_MESSAGE_DIALOG(dialog), identifier);
}

// Web view
// An ephemeral session: nothing a page stores outlives the program.
static inline void *cgtk_web_session_new(void) { return webkit_network_session_new_ephemeral(); }
static inline void *cgtk_web_view_new(void *session) {
    return g_object_new(WEBKIT_TYPE_WEB_VIEW, "network-session", session, NULL);
}
static inline void cgtk_web_load(void *view, const char *address) { webkit_web_view_load_uri(WEBKIT_WEB_VIEW(view), address); }
static inline void cgtk_web_reload(void *view) { webkit_web_view_reload(WEBKIT_WEB_VIEW(view)); }
static inline void cgtk_web_stop(void *view) { webkit_web_view_stop_loading(WEBKIT_WEB_VIEW(view)); }
static inline void cgtk_web_go_back(void *view) { webkit_web_view_go_back(WEBKIT_WEB_VIEW(view)); }
static inline void cgtk_web_go_forward(void *view) { webkit_web_view_go_forward(WEBKIT_WEB_VIEW(view)); }
static inline gboolean cgtk_web_can_go_back(void *view) { return webkit_web_view_can_go_back(WEBKIT_WEB_VIEW(view)); }
static inline gboolean cgtk_web_can_go_forward(void *view) { return webkit_web_view_can_go_forward(WEBKIT_WEB_VIEW(view)); }
static inline double cgtk_web_progress(void *view) { return webkit_web_view_get_estimated_load_progress(WEBKIT_WEB_VIEW(view)); }
static inline gboolean cgtk_is_cancelled(const GError *error) {
    return g_error_matches(error, WEBKIT_NETWORK_ERROR, WEBKIT_NETWORK_ERROR_CANCELLED)
        || g_error_matches(error, WEBKIT_POLICY_ERROR, WEBKIT_POLICY_ERROR_FRAME_LOAD_INTERRUPTED_BY_POLICY_CHANGE);
}
static inline WebKitNavigationAction *cgtk_navigation_action(void *decision) {
    return webkit_navigation_policy_decision_get_navigation_action(WEBKIT_NAVIGATION_POLICY_DECISION(decision));
}
static inline const char *cgtk_action_address(WebKitNavigationAction *action) {
    return webkit_uri_request_get_uri(webkit_navigation_action_get_request(action));
}
static inline void cgtk_decision_allow(void *decision) { webkit_policy_decision_use(WEBKIT_POLICY_DECISION(decision)); }
static inline void cgtk_decision_block(void *decision) { webkit_policy_decision_ignore(WEBKIT_POLICY_DECISION(decision)); }
// A response that no page can show (a download) is declined.
static inline gboolean cgtk_response_is_shown(void *decision) {
    return webkit_response_policy_decision_is_mime_type_supported(WEBKIT_RESPONSE_POLICY_DECISION(decision));
}
static inline const char *cgtk_authentication_host(void *request) {
    return webkit_authentication_request_get_host(WEBKIT_AUTHENTICATION_REQUEST(request));
}
static inline guint cgtk_authentication_port(void *request) {
    return webkit_authentication_request_get_port(WEBKIT_AUTHENTICATION_REQUEST(request));
}
static inline gboolean cgtk_authentication_is_retry(void *request) {
    return webkit_authentication_request_is_retry(WEBKIT_AUTHENTICATION_REQUEST(request));
}
static inline void cgtk_authenticate(void *request, const char *user, const char *password) {
    WebKitCredential *credential = webkit_credential_new(user, password, WEBKIT_CREDENTIAL_PERSISTENCE_FOR_SESSION);
    webkit_authentication_request_authenticate(WEBKIT_AUTHENTICATION_REQUEST(request), credential);
    webkit_credential_free(credential);
}
static inline void cgtk_authentication_cancel(void *request) {
    webkit_authentication_request_cancel(WEBKIT_AUTHENTICATION_REQUEST(request));
}
