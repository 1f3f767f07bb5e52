/*
 * Stands between GraphicsMagick and libjpeg, and when the header of a job's first JPEG is read there, does what a picture
 * might make a broken decoder do: it looks for a way out.
 *
 * One line per attempt goes to standard error: its name, and 0 or the error's number.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

static void tell(const char *what, long result) {
    char line[100];
    int length = snprintf(line, sizeof line, "%s %d\n", what, result < 0 ? errno : 0);
    if (write(2, line, length) < 0)
        _exit(9);
}

static void try_all(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    struct sockaddr_un other = {.sun_family = AF_UNIX, .sun_path = "@apod-mirror-caged"};
    char *words[] = {"/bin/true", NULL};
    struct rlimit more = {.rlim_cur = 1 << 30, .rlim_max = 1 << 30};
    int ends[2];

    tell("socket", socket(AF_INET, SOCK_STREAM, 0));
    tell("local-socket", socket(AF_UNIX, SOCK_STREAM, 0));
    tell("socketpair", socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
    tell("connect", connect(0, (struct sockaddr *)&address, sizeof address));
    tell("connect-local", connect(0, (struct sockaddr *)&other, sizeof other));
    tell("bind", bind(0, (struct sockaddr *)&address, sizeof address));
    tell("execve", execve(words[0], words, words + 1));
    tell("execveat", syscall(SYS_execveat, AT_FDCWD, words[0], words, words + 1, 0));
    tell("fork", fork());
    tell("vfork", syscall(SYS_clone, SIGCHLD | CLONE_VFORK | CLONE_VM, 0, 0, 0, 0));
    tell("clone3", syscall(SYS_clone3, NULL, 0));
    tell("open-to-write", open("/tmp/apod-mirror-caged", O_WRONLY | O_CREAT, 0600));
    tell("open-to-read", open("/etc/passwd", O_RDONLY));
    tell("open-folder", open("/", O_RDONLY | O_DIRECTORY));
    tell("openat2", syscall(SYS_openat2, AT_FDCWD, "/etc/passwd", NULL, 0));
    tell("old-open", syscall(SYS_open, "/etc/passwd", O_RDONLY));
    tell("creat", syscall(SYS_creat, "/tmp/apod-mirror-caged", 0600));
    tell("unlink", unlink("/tmp/apod-mirror-caged"));
    tell("rename", rename("/tmp/apod-mirror-caged", "/tmp/apod-mirror-caged-2"));
    tell("mkdir", mkdir("/tmp/apod-mirror-caged", 0700));
    tell("chmod", chmod("/tmp", 01777));
    tell("memfd", syscall(SYS_memfd_create, "caged", 0));
    tell("ptrace", ptrace(PTRACE_TRACEME, 0, NULL, NULL));
    tell("kill", kill(getppid(), 0));
    tell("tgkill", syscall(SYS_tgkill, getpid(), gettid(), 0));
    tell("dumpable", prctl(PR_SET_DUMPABLE, 1, 0, 0, 0));
    tell("more-memory", setrlimit(RLIMIT_DATA, &more));
    tell("parents-limit", prlimit(getppid(), RLIMIT_CPU, &more, NULL));
    tell("code-in-memory", mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                               == MAP_FAILED ? -1 : 0);
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    tell("memory-to-code", mprotect(page, 4096, PROT_READ | PROT_EXEC));
    tell("ioctl", syscall(SYS_ioctl, 2, 0x5401, NULL));
    tell("setuid", syscall(SYS_setuid, 0));
    tell("io_uring", syscall(SYS_io_uring_setup, 1, NULL));
    tell("bpf", syscall(SYS_bpf, 0, NULL, 0));
}

/* libjpeg's own function has the same arguments, whatever they are. */
int jpeg_read_header(void *information, int required) {
    static int calls;
    int (*original)(void *, int) = (int (*)(void *, int))dlsym(RTLD_NEXT, "jpeg_read_header");
    /* The first one is the program's own, before the cage is closed. */
    if (++calls == 2)
        try_all();
    return original(information, required);
}
