#include <curl/curl.h>

/* Swift imports no variadic functions: one function per type of argument. */

static inline CURLcode easy_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode easy_set_string(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode easy_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

typedef size_t (*easy_callback)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode easy_set_callback(CURL *easy, CURLoption option, easy_callback value) {
    return curl_easy_setopt(easy, option, value);
}

typedef curl_socket_t (*easy_socket_callback)(void *context, curlsocktype purpose, struct curl_sockaddr *address);

static inline CURLcode easy_set_socket_callback(CURL *easy, easy_socket_callback value) {
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}

static inline curl_off_t easy_get_offset(CURL *easy, CURLINFO info) {
    curl_off_t value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

static inline long easy_get_long(CURL *easy, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

static inline const char *easy_get_string(CURL *easy, CURLINFO info) {
    const char *value = NULL;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : NULL;
}

static inline CURLMcode multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

/* CURL_GLOBAL_DEFAULT is an expression that Swift does not import. */
static inline CURLcode global_init(void) {
    return curl_global_init(CURL_GLOBAL_DEFAULT);
}
