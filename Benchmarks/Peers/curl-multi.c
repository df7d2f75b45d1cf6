// The yardstick: the same requests by a C program on one curl multi handle, each body read whole and thrown away.
// Arguments and output: Benchmarks/README.md.
#include <curl/curl.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CANNOT = 64 };

static struct {
    const char *url, *authorities, *out;
    long requests, concurrency, warmup;
    bool http2, form;
} options = {.concurrency = 1, .requests = 1};

struct transfer {
    CURL *handle;
    double start;
    size_t length;
    char content[1 << 16];
    char form[256];
};

static long errors;
static size_t length;  // of the last body
static char problem[256];

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static void cannot(const char *reason) {
    fprintf(stderr, "curl-multi: cannot do that: %s\n", reason);
    exit(CANNOT);
}

static void parse(int count, char **words) {
    for (int i = 2; i < count; i++) {
        const char *word = words[i];
        if (!strcmp(word, "--h2")) { options.http2 = true; continue; }
        if (!strcmp(word, "--form")) { options.form = true; continue; }
        if (i + 1 == count) cannot(word);
        const char *value = words[++i];
        if (!strcmp(word, "--url")) options.url = value;
        else if (!strcmp(word, "--cacert")) options.authorities = value;
        else if (!strcmp(word, "--out")) options.out = value;
        else if (!strcmp(word, "--requests")) options.requests = atol(value);
        else if (!strcmp(word, "--concurrency")) options.concurrency = atol(value);
        else if (!strcmp(word, "--warmup")) options.warmup = atol(value);
        else cannot(word);
    }
    if (!options.url) cannot("--url is missing");
    if (options.requests < 1 || options.concurrency < 1 || options.warmup < 0) cannot("the numbers must be positive");
}

static CURL *easy_handle(curl_write_callback write, void *context) {
    CURL *handle = curl_easy_init();
    curl_easy_setopt(handle, CURLOPT_URL, options.url);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, write);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_HTTP_VERSION, (long)(options.http2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1));
    curl_easy_setopt(handle, CURLOPT_PIPEWAIT, options.http2 ? 1L : 0L);  // one connection for all
    if (options.authorities) curl_easy_setopt(handle, CURLOPT_CAINFO, options.authorities);
    return handle;
}

// get

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
    struct transfer *transfer = context;
    size_t room = sizeof transfer->content - transfer->length, take = size * count;
    memcpy(transfer->content + transfer->length, bytes, take < room ? take : room);
    transfer->length += take < room ? take : room;
    return size * count;
}

// application/x-www-form-urlencoded, encoded anew for each request as a program with real values would.
static void encode_form(struct transfer *transfer) {
    static const char *const fields[][2] = {{"name", "Ada Lovelace"}, {"note", "a&b=c ü"}};
    size_t end = 0;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        char *value = curl_easy_escape(transfer->handle, fields[i][1], 0);
        end += snprintf(transfer->form + end, sizeof transfer->form - end, "%s%s=%s", i ? "&" : "", fields[i][0], value);
        curl_free(value);
    }
    curl_easy_setopt(transfer->handle, CURLOPT_POSTFIELDSIZE, (long)end);
    curl_easy_setopt(transfer->handle, CURLOPT_POSTFIELDS, transfer->form);
}

static void start(CURLM *multi, struct transfer *transfer) {
    transfer->length = 0;
    transfer->start = now();
    if (options.form) encode_form(transfer);
    curl_multi_add_handle(multi, transfer->handle);
}

static void check(CURL *handle, CURLcode result) {
    long status = 0, version = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(handle, CURLINFO_HTTP_VERSION, &version);
    bool wrong_version = options.http2 && version != CURL_HTTP_VERSION_2_0;
    if (result == CURLE_OK && status == 200 && !wrong_version) return;
    errors++;
    snprintf(problem, sizeof problem, "%s, status %ld%s", curl_easy_strerror(result), status, wrong_version ? ", not HTTP/2" : "");
}

static void run(CURLM *multi, struct transfer *transfers, long requests, double *latencies) {
    long started = 0, done = 0;
    for (; started < options.concurrency && started < requests; started++) start(multi, &transfers[started]);
    while (done < requests) {
        int running, left;
        curl_multi_perform(multi, &running);
        CURLMsg *message;
        while ((message = curl_multi_info_read(multi, &left))) {
            struct transfer *transfer;
            curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
            check(message->easy_handle, message->data.result);
            latencies[done++] = now() - transfer->start;
            length = transfer->length;
            curl_multi_remove_handle(multi, transfer->handle);
            if (started < requests) {
                started++;
                start(multi, transfer);
            }
        }
        if (done < requests) curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }
}

static int ascending(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return difference < 0 ? -1 : difference > 0;
}

static int get(void) {
    CURLM *multi = curl_multi_init();
    struct transfer *transfers = calloc(options.concurrency, sizeof *transfers);
    long most = options.requests > options.warmup ? options.requests : options.warmup;
    double *latencies = calloc(most, sizeof *latencies);
    if (!multi || !transfers || !latencies) return 1;
    for (long i = 0; i < options.concurrency; i++) {
        transfers[i].handle = easy_handle(receive, &transfers[i]);
        curl_easy_setopt(transfers[i].handle, CURLOPT_PRIVATE, &transfers[i]);
    }
    if (options.warmup > 0) run(multi, transfers, options.warmup, latencies);
    errors = 0;
    double begin = now();
    run(multi, transfers, options.requests, latencies);
    double seconds = now() - begin;
    qsort(latencies, options.requests, sizeof *latencies, ascending);
    printf("{\"seconds\":%f,\"requests\":%ld,\"errors\":%ld,\"bytes\":%zu,\"p50us\":%.1f,\"p99us\":%.1f}\n", seconds,
        options.requests, errors, length, latencies[options.requests / 2] * 1e6, latencies[options.requests * 99 / 100] * 1e6);
    if (errors) fprintf(stderr, "curl-multi: %ld requests failed: %s\n", errors, problem);
    return errors ? 1 : 0;
}

// download

struct sink {
    FILE *file;  // NULL: thrown away
    size_t length;
};

static size_t pour(char *bytes, size_t size, size_t count, void *context) {
    struct sink *sink = context;
    sink->length += size * count;
    return sink->file ? fwrite(bytes, size, count, sink->file) : size * count;
}

static int download(void) {
    struct sink sink = {0};
    double begin = now();
    if (options.out && !(sink.file = fopen(options.out, "wb"))) {
        fprintf(stderr, "curl-multi: %s: %s\n", options.out, strerror(errno));
        return 1;
    }
    if (sink.file) setvbuf(sink.file, NULL, _IONBF, 0);  // libcurl's chunks are large enough
    CURL *handle = easy_handle(pour, &sink);
    curl_easy_setopt(handle, CURLOPT_BUFFERSIZE, (long)CURL_MAX_READ_SIZE);
    CURLcode result = curl_easy_perform(handle);
    if (sink.file && fclose(sink.file) != 0 && result == CURLE_OK) result = CURLE_WRITE_ERROR;
    double seconds = now() - begin;
    check(handle, result);
    printf("{\"seconds\":%f,\"requests\":1,\"errors\":%ld,\"bytes\":%zu}\n", seconds, errors, sink.length);
    if (errors) fprintf(stderr, "curl-multi: %s\n", problem);
    return errors ? 1 : 0;
}

int main(int count, char **words) {
    if (count < 2) cannot("the commands are get, download and version");
    curl_global_init(CURL_GLOBAL_DEFAULT);
    if (!strcmp(words[1], "version")) return puts(curl_version()) < 0;
    parse(count, words);
    if (!strcmp(words[1], "get")) return get();
    if (!strcmp(words[1], "download")) return download();
    cannot(words[1]);
}
