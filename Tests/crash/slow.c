/*
 * Preloaded into apod-mirror by the tests with file managers: every flush takes as long as on a disk that turns, so that
 * windows read their folders while something is being done there.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

#define SLOW(name)                                                                                                     \
    int name(int file) {                                                                                               \
        static int (*next)(int);                                                                                       \
        if (!next) next = (int (*)(int))dlsym(RTLD_NEXT, #name);                                                       \
        nanosleep(&(struct timespec){.tv_nsec = 40 * 1000 * 1000}, NULL);                                              \
        return next(file);                                                                                             \
    }

SLOW(fsync)
SLOW(fdatasync)
