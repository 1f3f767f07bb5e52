/*
 * LD_PRELOAD: a large machine and a small unit. CORES says how many cores there are; a process gets no more than TASKS
 * threads, as with TasksMax=. The most that each process had at a time are in the file of its number in the folder PEAKS.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int threads = 1;

static int number(const char *name, int otherwise) {
    const char *text = getenv(name);
    return text ? atoi(text) : otherwise;
}

static int cores(void) { return number("CORES", 50); }

int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) {
    (void)process;
    memset(set, 0, size);
    for (int core = 0; core < cores(); core++) CPU_SET_S(core, size, set);
    return 0;
}

int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
    (void)thread;
    return sched_getaffinity(0, size, set);
}

int get_nprocs(void) { return cores(); }

int get_nprocs_conf(void) { return cores(); }

long sysconf(int name) {
    static long (*next)(int);
    if (!next) next = (long (*)(int))dlsym(RTLD_NEXT, "sysconf");
    return name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF ? cores() : next(name);
}

static void record(int count) {
    static atomic_int most;
    int former = atomic_load(&most);
    while (count > former && !atomic_compare_exchange_weak(&most, &former, count)) {}
    const char *folder = getenv("PEAKS");
    if (count <= former || !folder) return;
    char path[4096], text[16];
    snprintf(path, sizeof path, "%s/%d", folder, getpid());
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) return;
    int length = snprintf(text, sizeof text, "%8d\n", count);
    if (pwrite(file, text, length, 0) < 0) abort();
    close(file);
}

struct beginning {
    void *(*routine)(void *);
    void *context;
};

static void *run(void *context) {
    struct beginning beginning = *(struct beginning *)context;
    free(context);
    void *result = beginning.routine(beginning.context);
    atomic_fetch_sub(&threads, 1);
    return result;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *context) {
    static int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (!next) next = (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))dlsym(RTLD_NEXT, "pthread_create");
    int count = atomic_fetch_add(&threads, 1) + 1;
    if (count > number("TASKS", 64)) {
        atomic_fetch_sub(&threads, 1);
        return EAGAIN;
    }
    record(count);
    struct beginning *beginning = malloc(sizeof *beginning);
    *beginning = (struct beginning){routine, context};
    int code = next(thread, attributes, run, beginning);
    if (code != 0) atomic_fetch_sub(&threads, 1);
    return code;
}
