// Preloaded into apod-mirror: every flush takes FLUSH_MS milliseconds more, as on a slow card, and FLUSH_LOG gets a line of
// it when it has ended: when it began and ended, in nanoseconds, and what was flushed.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static int flush(const char *call, int file) {
    const char *log = getenv("FLUSH_LOG"), *milliseconds = getenv("FLUSH_MS");
    char link[64], path[4096], line[4200];
    long delay = milliseconds ? atol(milliseconds) : 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length > 0 ? length : 0] = 0;
    long long began = now();
    nanosleep(&(struct timespec){delay / 1000, delay % 1000 * 1000000}, NULL);
    int result = ((int (*)(int))dlsym(RTLD_NEXT, call))(file);
    int written = log ? open(log, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
    if (written >= 0) {
        int count = snprintf(line, sizeof line, "%lld %lld %s\n", began, now(), path);
        if (write(written, line, (size_t)count) != count) abort();
        close(written);
    }
    return result;
}

int fsync(int file) { return flush("fsync", file); }
int fdatasync(int file) { return flush("fdatasync", file); }
int syncfs(int file) { return flush("syncfs", file); }
