/*
 * Preloaded into apod-mirror by the crash tests: counts every call that changes a tree or makes it durable, over all
 * threads, and ends the process before call number CRASH_AT as a power button would: no handler, no flush, no exit code
 * of its own. Without CRASH_AT it only counts. CRASH_COUNT names a file that gets the number when the process ends well,
 * and behind it the most memory it ever held, in kB (what wait4 tells includes the process that started this one).
 *
 * Counted are names that come, go or change, bytes that are written, lengths, attributes and times, and every flush.
 * What goes to the terminal or a socket changes no tree and is not counted.
 *
 * (strace can kill at the Nth call too, but counts per thread and per name; the Nth call of all is never reached.)
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long calls;
static long crash_at;

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("CRASH_AT");
    crash_at = at ? atol(at) : 0;
}

static long peak_memory(void) {
    char line[128];
    long peak = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file)) {
        if (sscanf(line, "VmHWM: %ld", &peak) == 1) break;
    }
    if (file) fclose(file);
    return peak;
}

/* apod-mirror ends by this call, which takes nothing down. */
void _exit(int code) {
    const char *path = getenv("CRASH_COUNT");
    long total = atomic_load(&calls);
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%ld %ld\n", total, peak_memory());
        fclose(file);
    }
    syscall(SYS_exit_group, code);
    __builtin_unreachable();
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
COUNTED(ssize_t, copy_file_range, (int from, off_t *a, int to, off_t *b, size_t length, unsigned flags),
        (from, a, to, b, length, flags))
COUNTED(int, fsetxattr, (int file, const char *name, const void *value, size_t size, int flags),
        (file, name, value, size, flags))
COUNTED(int, fremovexattr, (int file, const char *name), (file, name))
COUNTED(int, futimens, (int file, const struct timespec times[2]), (file, times))
COUNTED(int, fchown, (int file, uid_t owner, gid_t group), (file, owner, group))
COUNTED(int, fchmod, (int file, mode_t mode), (file, mode))
COUNTED(int, fsync, (int file), (file))
COUNTED(int, fdatasync, (int file), (file))

/* Only into files: what is said on a terminal, a pipe or a socket changes no tree. */
ssize_t write(int file, const void *bytes, size_t length) {
    static ssize_t (*next)(int, const void *, size_t);
    struct stat status;
    if (!next) next = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    int code = errno;
    if (file > 2 && fstat(file, &status) == 0 && S_ISREG(status.st_mode)) count();
    errno = code;
    return next(file, bytes, length);
}

/* glibc has no openat2 of its own: it is counted where it may make a file. */
long syscall(long number, ...) {
    static long (*next)(long, ...);
    long a[6];
    va_list list;
    va_start(list, number);
    for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
    va_end(list);
    if (!next) next = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
    if (number == SYS_openat2 && ((const struct open_how *)a[2])->flags & O_CREAT) count();
    return next(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
