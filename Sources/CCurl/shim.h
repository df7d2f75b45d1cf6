#pragma once
// The checks of <curl/typecheck-gcc.h> need options that are known at compile time; the doors below take any.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

// curl_easy_setopt and its relatives are variadic, which Swift does not import: one door for each kind of argument.

static inline CURLcode ccurl_setopt_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_setopt_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_setopt_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_setopt_pointer(CURL *handle, CURLoption option, const void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_setopt_blob(CURL *handle, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
    return curl_easy_setopt(handle, option, &blob);
}

// Writing and header callbacks share one type, reading has the same with a buffer to fill.
typedef size_t (*ccurl_data_callback)(char *bytes, size_t size, size_t count, void *context);
typedef int (*ccurl_seek_callback)(void *context, curl_off_t offset, int origin);
typedef int (*ccurl_prerequest_callback)(
    void *context, char *remote_address, char *local_address, int remote_port, int local_port);

static inline CURLcode ccurl_setopt_data_callback(CURL *handle, CURLoption option, ccurl_data_callback callback) {
    return curl_easy_setopt(handle, option, callback);
}
static inline CURLcode ccurl_setopt_seek_callback(CURL *handle, ccurl_seek_callback callback) {
    return curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, callback);
}
static inline CURLcode ccurl_setopt_prerequest_callback(CURL *handle, ccurl_prerequest_callback callback) {
    return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, callback);
}
static inline CURLcode ccurl_setopt_log_callback(CURL *handle, curl_debug_callback callback) {
    return curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, callback);
}
static inline CURLcode ccurl_setopt_resolver_callback(CURL *handle, curl_resolver_start_callback callback) {
    return curl_easy_setopt(handle, CURLOPT_RESOLVER_START_FUNCTION, callback);
}
static inline CURLcode ccurl_setopt_trailer_callback(CURL *handle, curl_trailer_callback callback) {
    return curl_easy_setopt(handle, CURLOPT_TRAILERFUNCTION, callback);
}

// libcurl 7.88 opens sockets without close-on-exec: a program started meanwhile would inherit them and keep them open.
static inline curl_socket_t ccurl_open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)context;
    (void)purpose;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}
static inline CURLcode ccurl_open_sockets_close_on_exec(CURL *handle) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, ccurl_open_socket);
}
static inline CURLcode ccurl_setopt_close_callback(CURL *handle, curl_closesocket_callback callback) {
    return curl_easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, callback);
}

// The port of this end of a TCP connection, connected or not; 0 for other sockets.
static inline int ccurl_local_port(curl_socket_t descriptor) {
    struct sockaddr_in6 address;  // the port is where sockaddr_in has it
    socklen_t size = sizeof address;
    if (getsockname(descriptor, (struct sockaddr *)&address, &size) != 0) return 0;
    return address.sin6_family == AF_INET || address.sin6_family == AF_INET6 ? ntohs(address.sin6_port) : 0;
}

static inline CURLMcode ccurl_multi_setopt_long(CURLM *handle, CURLMoption option, long value) {
    return curl_multi_setopt(handle, option, value);
}

static inline CURLcode ccurl_getinfo_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode ccurl_getinfo_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode ccurl_getinfo_pointer(CURL *handle, CURLINFO info, void **value) {
    return curl_easy_getinfo(handle, info, value);
}

// The result of a finished transfer sits in a union.
static inline CURLcode ccurl_message_result(const CURLMsg *message) { return message->data.result; }

// Macros with casts are not imported.
static const size_t ccurl_writefunc_pause = CURL_WRITEFUNC_PAUSE;
static const size_t ccurl_readfunc_abort = CURL_READFUNC_ABORT;
static const long ccurl_auth_basic = CURLAUTH_BASIC;
static const long ccurl_auth_digest = CURLAUTH_DIGEST;
static const long ccurl_auth_ntlm = CURLAUTH_NTLM;
static const long ccurl_auth_negotiate = CURLAUTH_NEGOTIATE;
static const long ccurl_auth_aws_sigv4 = CURLAUTH_AWS_SIGV4;
static const long ccurl_auth_none = CURLAUTH_NONE;
static const size_t ccurl_readfunc_pause = CURL_READFUNC_PAUSE;

static inline CURLSHcode ccurl_share_setopt_data(CURLSH *share, curl_lock_data data) {
    return curl_share_setopt(share, CURLSHOPT_SHARE, data);
}

// Which version is asked for is a macro that stands for an enumerator.
static inline const curl_version_info_data *ccurl_version_info(void) { return curl_version_info(CURLVERSION_NOW); }

// libcurl 7.88 takes any end of a TLS connection for an orderly one. OpenSSL tells of the server's close_notify alert.
typedef void (*ccurl_tls_callback)(const SSL *session, int event, int value);

// A place for something of ours beside each TLS connection, given back with the connection. The one for applications is libcurl's in
// newer versions.
static inline int ccurl_new_tls_place(CRYPTO_EX_free *giveBack) { return SSL_get_ex_new_index(0, NULL, NULL, NULL, giveBack); }

// Whether events of the connection that carries a transfer now will be told, and `context` be given back: not without OpenSSL.
static inline int ccurl_watch_tls(CURL *handle, int place, void *context, ccurl_tls_callback callback) {
    struct curl_tlssessioninfo *info = NULL;
    if (curl_easy_getinfo(handle, CURLINFO_TLS_SSL_PTR, &info) != CURLE_OK || info == NULL) return 0;
    if (info->backend != CURLSSLBACKEND_OPENSSL || info->internals == NULL) return 0;
    SSL *session = (SSL *)info->internals;
    if (SSL_set_ex_data(session, place, context) != 1) return 0;
    SSL_set_info_callback(session, callback);
    return 1;
}
static inline void *ccurl_tls_context(const SSL *session, int place) { return SSL_get_ex_data(session, place); }
static inline int ccurl_is_close_notify(int event, int value) {
    return event == SSL_CB_READ_ALERT && (value & 0xFF) == SSL_AD_CLOSE_NOTIFY;
}
