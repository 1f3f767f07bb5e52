/*
 * Preloaded into apod-mirror by the crash tests: counts every call that changes a tree or makes it durable, over all
 * threads, and ends the process before call number CRASH_AT as a power button would: no handler, no flush, no exit code
 * of its own. Without CRASH_AT it only counts. CRASH_COUNT names a file that gets the number when the process ends well.
 *
 * (strace can kill at the Nth call too, but counts per thread and per name; the Nth call of all is never reached.)
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long calls;
static long crash_at;

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("CRASH_AT");
    crash_at = at ? atol(at) : 0;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("CRASH_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%ld\n", atomic_load(&calls));
        fclose(file);
    }
}

static void count(void) {
    if (atomic_fetch_add(&calls, 1) + 1 == crash_at) {
        kill(getpid(), SIGKILL);
        for (;;) pause();
    }
}

#define COUNTED(type, name, parameters, arguments)                                                                     \
    type name parameters {                                                                                             \
        static type(*next) parameters;                                                                                 \
        if (!next) next = (type(*) parameters)dlsym(RTLD_NEXT, #name);                                                 \
        count();                                                                                                       \
        return next arguments;                                                                                         \
    }

COUNTED(int, rename, (const char *from, const char *to), (from, to))
COUNTED(int, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to))
COUNTED(int, renameat2, (int a, const char *from, int b, const char *to, unsigned flags), (a, from, b, to, flags))
COUNTED(int, link, (const char *from, const char *to), (from, to))
COUNTED(int, linkat, (int a, const char *from, int b, const char *to, int flags), (a, from, b, to, flags))
COUNTED(int, symlink, (const char *target, const char *path), (target, path))
COUNTED(int, symlinkat, (const char *target, int folder, const char *path), (target, folder, path))
COUNTED(int, unlink, (const char *path), (path))
COUNTED(int, unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
COUNTED(int, mkdir, (const char *path, mode_t mode), (path, mode))
COUNTED(int, mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode))
COUNTED(int, ftruncate, (int file, off_t length), (file, length))
COUNTED(int, ftruncate64, (int file, off_t length), (file, length))
COUNTED(ssize_t, pwrite, (int file, const void *bytes, size_t length, off_t at), (file, bytes, length, at))
COUNTED(ssize_t, pwrite64, (int file, const void *bytes, size_t length, off_t at), (file, bytes, length, at))
COUNTED(int, fsync, (int file), (file))
COUNTED(int, fdatasync, (int file), (file))
