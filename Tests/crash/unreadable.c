/*
 * Preloaded into apod-mirror by the tests of what cannot be read: as long as the file that UNREADABLE_WHILE names is
 * there, listing the folder whose path ends as UNREADABLE says fails with EIO, as on a disk that goes bad.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_unreadable(DIR *stream) {
    const char *end = getenv("UNREADABLE"), *condition = getenv("UNREADABLE_WHILE");
    char link[64], path[4096];
    if (!end || !condition || access(condition, F_OK) != 0) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", dirfd(stream));
    ssize_t length = readlink(link, path, sizeof path);
    size_t wanted = strlen(end);
    return length >= (ssize_t)wanted && memcmp(path + length - wanted, end, wanted) == 0;
}

#define FAILING(type, name)                                                                                            \
    type *name(DIR *stream) {                                                                                          \
        static type *(*next)(DIR *);                                                                                   \
        if (!next) next = (type * (*)(DIR *)) dlsym(RTLD_NEXT, #name);                                                 \
        int code = errno;                                                                                              \
        if (is_unreadable(stream)) {                                                                                   \
            errno = EIO;                                                                                               \
            return NULL;                                                                                               \
        }                                                                                                              \
        errno = code;                                                                                                  \
        return next(stream);                                                                                           \
    }

FAILING(struct dirent, readdir)
FAILING(struct dirent64, readdir64)
