#pragma once
#include <libsecret/secret.h>

// GLib's types are opaque pointers to Swift; its casting macros are not imported.

// What a secret is found by: names and values.
static inline void *csecret_attributes_new(void) { return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free); }
static inline void csecret_attributes_set(void *attributes, const char *name, const char *value) {
    g_hash_table_insert(attributes, g_strdup(name), g_strdup(value));
}
static inline void csecret_attributes_free(void *attributes) { g_hash_table_unref(attributes); }

// A request to the service that can be given up, from any thread.
static inline void *csecret_cancellable_new(void) { return g_cancellable_new(); }
static inline void csecret_cancellable_cancel(void *cancellable) { g_cancellable_cancel(cancellable); }
static inline void csecret_cancellable_free(void *cancellable) { g_object_unref(cancellable); }

// Each of these may wait for a person who unlocks the keyring. What went wrong is in `message`, which the caller frees.
static inline gboolean csecret_failed(GError *error, char **message) {
    if (!error) return FALSE;
    *message = g_strdup(error->message);
    g_error_free(error);
    return TRUE;
}
// The items with these attributes, the caller's to free.
static inline GList *csecret_search(void *attributes, void *cancellable, char **message) {
    GError *error = NULL;
    GList *items = secret_password_searchv_sync(
        SECRET_SCHEMA_COMPAT_NETWORK, attributes, SECRET_SEARCH_ALL | SECRET_SEARCH_UNLOCK | SECRET_SEARCH_LOAD_SECRETS, cancellable,
        &error);
    csecret_failed(error, message);
    return items;
}
static inline void csecret_items_free(GList *items) { g_list_free_full(items, g_object_unref); }
// An attribute of an item; NULL when it has none. The caller's to free.
static inline char *csecret_item_attribute(void *item, const char *name) {
    GHashTable *attributes = secret_retrievable_get_attributes(item);
    char *value = g_strdup(g_hash_table_lookup(attributes, name));
    g_hash_table_unref(attributes);
    return value;
}
// The secret of an item; NULL when it is locked, or no text. The caller's to free.
static inline char *csecret_item_secret(void *item, void *cancellable, char **message) {
    GError *error = NULL;
    SecretValue *value = secret_retrievable_retrieve_secret_sync(item, cancellable, &error);
    csecret_failed(error, message);
    if (!value) return NULL;
    const char *text = secret_value_get_text(value);
    char *copy = text ? g_strdup(text) : NULL;
    secret_value_unref(value);
    return copy;
}
static inline void csecret_store(void *attributes, const char *label, const char *secret, void *cancellable, char **message) {
    GError *error = NULL;
    secret_password_storev_sync(
        SECRET_SCHEMA_COMPAT_NETWORK, attributes, SECRET_COLLECTION_DEFAULT, label, secret, cancellable, &error);
    csecret_failed(error, message);
}
static inline void csecret_clear(void *attributes, void *cancellable, char **message) {
    GError *error = NULL;
    secret_password_clearv_sync(SECRET_SCHEMA_COMPAT_NETWORK, attributes, cancellable, &error);
    csecret_failed(error, message);
}
static inline void csecret_text_free(char *text) { g_free(text); }
static inline void csecret_secret_free(char *secret) { secret_password_free(secret); }
