#pragma once
#include <microhttpd.h>
#include <stddef.h>

// libmicrohttpd's enums carry attributes that keep Swift from importing them, and with them every function and callback
// that mentions one; its start and query functions are variadic. These are the doors around both.

// What the daemon calls. The structure must outlive the daemon.
struct cmhd_callbacks {
    void *owner;
    void *(*open)(void *owner, const char *target, struct MHD_Connection *connection);
    int (*handle)(void *owner, struct MHD_Connection *connection, const char *method, const char *content,
                  size_t *content_size, void **exchange);
    void (*complete)(void *owner, void **exchange);
    void (*watch)(void *owner, struct MHD_Connection *connection, void **peer, int opened);
};

struct cmhd_settings {
    int socket;
    unsigned int threads;
    unsigned int connection_limit;
    unsigned int idle_seconds;
    size_t connection_memory;
};

static inline void *cmhd_on_open(void *callbacks, const char *target, struct MHD_Connection *connection) {
    const struct cmhd_callbacks *to = callbacks;
    return to->open(to->owner, target, connection);
}

static inline enum MHD_Result cmhd_on_access(void *callbacks, struct MHD_Connection *connection, const char *url,
                                             const char *method, const char *version, const char *content,
                                             size_t *content_size, void **exchange) {
    const struct cmhd_callbacks *to = callbacks;
    (void)url;
    (void)version;
    return to->handle(to->owner, connection, method, content, content_size, exchange) ? MHD_YES : MHD_NO;
}

static inline void cmhd_on_complete(void *callbacks, struct MHD_Connection *connection, void **exchange,
                                    enum MHD_RequestTerminationCode why) {
    const struct cmhd_callbacks *to = callbacks;
    (void)connection;
    (void)why;
    to->complete(to->owner, exchange);
}

static inline void cmhd_on_watch(void *callbacks, struct MHD_Connection *connection, void **peer,
                                 enum MHD_ConnectionNotificationCode code) {
    const struct cmhd_callbacks *to = callbacks;
    to->watch(to->owner, connection, peer, code == MHD_CONNECTION_NOTIFY_STARTED);
}

static inline struct MHD_Daemon *cmhd_start(struct cmhd_settings settings, struct cmhd_callbacks *callbacks) {
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_TURBO | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, cmhd_on_access, callbacks,
        MHD_OPTION_LISTEN_SOCKET, settings.socket, MHD_OPTION_THREAD_POOL_SIZE, settings.threads,
        MHD_OPTION_CONNECTION_LIMIT, settings.connection_limit, MHD_OPTION_CONNECTION_TIMEOUT, settings.idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings.connection_memory, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_URI_LOG_CALLBACK, cmhd_on_open, callbacks, MHD_OPTION_NOTIFY_COMPLETED, cmhd_on_complete, callbacks,
        MHD_OPTION_NOTIFY_CONNECTION, cmhd_on_watch, callbacks, MHD_OPTION_END);
}

static inline int cmhd_connection_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

static inline void *cmhd_connection_peer(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static inline size_t cmhd_request_head_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

static inline const char *cmhd_request_field(struct MHD_Connection *connection, const char *name, size_t name_size,
                                             size_t *value_size) {
    const char *value = NULL;
    return MHD_lookup_connection_value_n(connection, MHD_HEADER_KIND, name, name_size, &value, value_size) ? value : NULL;
}

static inline struct MHD_Response *cmhd_response(const void *content, size_t size) {
    return MHD_create_response_from_buffer(size, (void *)content, MHD_RESPMEM_MUST_COPY);
}

// Calls `visit` for each header field of the request.
struct cmhd_visitor {
    void *owner;
    void (*visit)(void *owner, const char *name, size_t name_size, const char *value, size_t value_size);
};

static inline enum MHD_Result cmhd_on_field(void *visitor, enum MHD_ValueKind kind, const char *name, size_t name_size,
                                            const char *value, size_t value_size) {
    const struct cmhd_visitor *to = visitor;
    (void)kind;
    to->visit(to->owner, name, name_size, value, value ? value_size : 0);
    return MHD_YES;
}

static inline void cmhd_each_field(struct MHD_Connection *connection, struct cmhd_visitor visitor) {
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, cmhd_on_field, &visitor);
}

// A response whose content `read` brings; a negative size is not known. `release` frees the reader.
static inline struct MHD_Response *cmhd_streamed_response(long long size, void *reader,
                                                          ssize_t (*read)(void *, uint64_t, char *, size_t),
                                                          void (*release)(void *)) {
    return MHD_create_response_from_callback(size < 0 ? MHD_SIZE_UNKNOWN : (uint64_t)size, 32 * 1024, read, reader, release);
}

// What `read` returns at the end, and instead of it when the content cannot be completed.
enum { cmhd_end_of_content = MHD_CONTENT_READER_END_OF_STREAM, cmhd_failed_content = MHD_CONTENT_READER_END_WITH_ERROR };

static inline int cmhd_response_add(struct MHD_Response *response, const char *name, const char *value) {
    return MHD_add_response_header(response, name, value) == MHD_YES;
}

static inline int cmhd_queue(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
    return MHD_queue_response(connection, status, response) == MHD_YES;
}
