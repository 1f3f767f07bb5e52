/*
 * LD_PRELOAD: a disk that hangs. While the file that BLOCKING names is there, fsync and fdatasync do not return.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void wait_for_disk(void) {
    const char *flag = getenv("BLOCKING");
    const struct timespec moment = {.tv_nsec = 20000000};
    while (flag && access(flag, F_OK) == 0) nanosleep(&moment, NULL);
}

int fsync(int file) {
    static int (*real)(int);
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    wait_for_disk();
    return real(file);
}

int fdatasync(int file) {
    static int (*real)(int);
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    wait_for_disk();
    return real(file);
}
