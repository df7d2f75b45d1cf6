// The yardstick: the same requests by a C program on one curl multi handle, each body read whole and thrown away.
//   curl-multi URL REQUESTS CONCURRENCY WARMUP [CACERT]
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

struct transfer {
    CURL *handle;
    double start;
    size_t length;
    char content[1 << 16];
};

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
    struct transfer *transfer = context;
    for (size_t i = 0; i < size * count && transfer->length < sizeof transfer->content; i++)
        transfer->content[transfer->length++] = bytes[i];
    return size * count;
}

static int ascending(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return difference < 0 ? -1 : difference > 0;
}

static long errors;
static size_t length;

static void run(CURLM *multi, struct transfer *transfers, long requests, long concurrency, double *latencies) {
    long started = 0, done = 0;
    for (; started < concurrency && started < requests; started++) {
        transfers[started].length = 0;
        transfers[started].start = now();
        curl_multi_add_handle(multi, transfers[started].handle);
    }
    while (done < requests) {
        int running, left;
        curl_multi_perform(multi, &running);
        CURLMsg *message;
        while ((message = curl_multi_info_read(multi, &left))) {
            struct transfer *transfer;
            long status = 0;
            curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
            curl_easy_getinfo(message->easy_handle, CURLINFO_RESPONSE_CODE, &status);
            if (message->data.result != CURLE_OK || status != 200) errors++;
            latencies[done++] = now() - transfer->start;
            length = transfer->length;
            curl_multi_remove_handle(multi, transfer->handle);
            if (started < requests) {
                started++;
                transfer->length = 0;
                transfer->start = now();
                curl_multi_add_handle(multi, transfer->handle);
            }
        }
        if (done < requests) curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }
}

int main(int count, char **arguments) {
    if (count < 5) return 64;
    long requests = atol(arguments[2]), concurrency = atol(arguments[3]), warmup = atol(arguments[4]);
    curl_global_init(CURL_GLOBAL_DEFAULT);
    CURLM *multi = curl_multi_init();
    struct transfer *transfers = calloc(concurrency, sizeof *transfers);
    for (long i = 0; i < concurrency; i++) {
        CURL *handle = transfers[i].handle = curl_easy_init();
        curl_easy_setopt(handle, CURLOPT_URL, arguments[1]);
        curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, receive);
        curl_easy_setopt(handle, CURLOPT_WRITEDATA, &transfers[i]);
        curl_easy_setopt(handle, CURLOPT_PRIVATE, &transfers[i]);
        curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
        if (count > 5) curl_easy_setopt(handle, CURLOPT_CAINFO, arguments[5]);
    }
    double *latencies = calloc((requests > warmup ? requests : warmup) + 1, sizeof *latencies);
    if (warmup > 0) run(multi, transfers, warmup, concurrency, latencies);
    errors = 0;
    double start = now();
    run(multi, transfers, requests, concurrency, latencies);
    double seconds = now() - start;
    qsort(latencies, requests, sizeof *latencies, ascending);
    printf("{\"seconds\":%f,\"requests\":%ld,\"errors\":%ld,\"bytes\":%zu,\"p50us\":%.1f,\"p99us\":%.1f}\n", seconds, requests,
        errors, length, latencies[requests / 2] * 1e6, latencies[requests * 99 / 100] * 1e6);
    return 0;
}
