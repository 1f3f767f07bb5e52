/*
 * The Linux calls that Swift's Glibc module does not export. Prototypes stand here because the headers hide them
 * behind _GNU_SOURCE, which must not be defined: fd_set would then differ from the one Swift's Glibc has.
 */
#include <linux/fs.h>
#include <linux/magic.h>
#include <linux/memfd.h>
#include <linux/openat2.h>
#include <linux/stat.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned int flags);
int statx(int folder, const char *path, int flags, unsigned int mask, struct statx *status);
ssize_t copy_file_range(int from, off_t *from_offset, int to, off_t *to_offset, size_t length, unsigned int flags);
int sync_file_range(int file, off_t offset, off_t length, unsigned int flags);
long syscall(long number, ...);
int ioctl(int file, unsigned long request, ...);
int pthread_setname_np(pthread_t thread, const char *name);
int pipe2(int ends[2], int flags);
int memfd_create(const char *name, unsigned int flags);
int sched_getaffinity(pid_t process, size_t size, cpu_set_t *cores);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

enum {
    LINUX_AT_EMPTY_PATH = 0x1000,
    LINUX_AT_STATX_DONT_SYNC = 0x4000,
};

/* A struct and a function of one name are too much for Swift. */
static inline int linux_statx(int folder, const char *path, int flags, unsigned int mask, struct statx *status) {
    return statx(folder, path, flags, mask, status);
}

/* glibc has no openat2 yet. */
static inline int linux_openat2(int folder, const char *path, uint64_t flags, uint64_t mode, uint64_t resolve) {
    struct open_how how = {.flags = flags, .mode = mode, .resolve = resolve};
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

static inline int linux_accept4(int socket, int flags) {
    return accept4(socket, NULL, NULL, flags);
}

/* struct ucred is one of those that the headers hide. */
static inline int linux_peer(int socket, int *process, unsigned int *user) {
    struct {
        int process;
        unsigned int user, group;
    } peer;
    socklen_t length = sizeof peer;
    int code = getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length);
    *process = peer.process;
    *user = peer.user;
    return code;
}

/* For the calling thread alone. Where one of the two may not be asked for, the other still helps. Not SCHED_IDLE: beside
 * many busy processes it gets nothing at all for minutes, and others may wait for what the thread has begun. */
static inline void linux_be_idle(void) {
    syscall(SYS_ioprio_set, 1 /* a thread */, 0 /* this one */, 3 << 13 /* idle */);
    setpriority(PRIO_PROCESS, 0 /* this thread */, 19);
}

/* Nobody but root traces the process from here on, reads its memory or takes an open file of it. Becoming another user
 * sets this anew. */
static inline int linux_hide_process(void) {
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

/* No program that it starts gives it more rights than it has. */
static inline int linux_refuse_new_rights(void) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

/* A process as an open file, which can be read from once it has ended. */
static inline int linux_open_process(int number) {
    return (int)syscall(SYS_pidfd_open, number, 0);
}

static inline int linux_clone_file(int to, int from) {
    return ioctl(to, FICLONE, from);
}

static inline int linux_name_thread(const char *name) {
    return pthread_setname_np(pthread_self(), name);
}

/* The most that Linux puts into one message. */
enum { LINUX_MOST_FILES = 253 };

/* Macros all through: a message with open files beside its bytes. */
static inline ssize_t linux_send_files(int socket, const void *bytes, size_t length, const int *files, size_t count) {
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = length};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    _Alignas(struct cmsghdr) char room[CMSG_SPACE(LINUX_MOST_FILES * sizeof(int))] = {0};
    if (count > 0) {
        message.msg_control = room;
        message.msg_controllen = CMSG_SPACE(count * sizeof(int));
        struct cmsghdr *head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(count * sizeof(int));
        memcpy(CMSG_DATA(head), files, count * sizeof(int));
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

/* The files get CLOEXEC; those for which there is no room are closed. What was cut off is told by the flags. */
static inline ssize_t linux_receive_files(
    int socket, void *bytes, size_t length, int *files, size_t most, size_t *count, int flags, int *told) {
    struct iovec part = {.iov_base = bytes, .iov_len = length};
    _Alignas(struct cmsghdr) char room[CMSG_SPACE(LINUX_MOST_FILES * sizeof(int))];
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
    ssize_t received = recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
    *count = 0;
    *told = 0;
    if (received < 0)
        return received;
    *told = message.msg_flags;
    for (struct cmsghdr *head = CMSG_FIRSTHDR(&message); head; head = CMSG_NXTHDR(&message, head)) {
        if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS)
            continue;
        size_t held = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < held; i++) {
            int file;
            memcpy(&file, CMSG_DATA(head) + i * sizeof(int), sizeof file);
            if (*count < most)
                files[(*count)++] = file;
            else
                close(file);
        }
    }
    return received;
}
