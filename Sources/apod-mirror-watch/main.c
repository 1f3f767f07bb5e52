/*
 * apod-mirror-watch: tells by the kernel's events that something changed in some folders, and never what.
 *
 * Copyright (C) 2026 apod-mirror maintainers
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The standard input is one end of a pair of SOCK_SEQPACKET sockets. The program says "ready". Each message that comes
 * then brings one open folder, and its text is the name that matters there, also with ".json" behind it, or "/" where
 * all do; the answer is "watched", or "refused" with an errno. Between answers come "changed", "folder" (one came or
 * went), "overflow" (events were lost) and "unmounted". The program ends when the other end is closed.
 *
 * It runs in a process of its own because libinotifytools has one instance a process, is not thread-safe, keeps the
 * records of folders that are gone, and hands out events of an instance that was cleaned up. The other end starts
 * another process where it would need a new instance, and only that: this one never lets a folder go.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <inotifytools/inotifytools.h>
#include <seccomp.h>

/* IN_ATTRIB is left out: the mirror's own extended attributes would raise it. */
static const int changes = IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_DELETE_SELF |
                           IN_MOVE_SELF | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK;

/* Events after which a report is sent, however fast more arrive; milliseconds between two reports, so that thousands of
 * events are a few messages. The first report is sent at once. */
enum { BURST = 4096, PAUSE = 2 };

static const int conversation = STDIN_FILENO;

/* The first folder, by the number that its events carry, and the name that matters there. */
static int root = -1;
static char stem[NAME_MAX + 1];

/* An other end that is gone is noticed by the next wait. */
static void say(const char *words) {
    while (send(conversation, words, strlen(words), MSG_NOSIGNAL) < 0 && errno == EINTR)
        continue;
}

static void refuse(int code) {
    char words[32];
    snprintf(words, sizeof words, "refused %d", code);
    say(words);
}

_Noreturn static void give_up(int code) {
    refuse(code);
    exit(EXIT_FAILURE);
}

/* Returns the open folder of the next message and its text; -1 for a message without one. */
static int receive(char *text, size_t room) {
    struct iovec part = {.iov_base = text, .iov_len = room - 1};
    _Alignas(struct cmsghdr) char files[CMSG_SPACE(sizeof(int))];
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = files, .msg_controllen = sizeof files};
    ssize_t length = recvmsg(conversation, &message, MSG_CMSG_CLOEXEC);
    if (length <= 0)
        exit(length == 0 || errno == ECONNRESET ? EXIT_SUCCESS : EXIT_FAILURE);
    text[length] = '\0';
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    if (!head || head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS)
        return -1;
    int folder;
    memcpy(&folder, CMSG_DATA(head), sizeof folder);
    return folder;
}

/* Watches a folder and closes it: an open one would keep its disk from being unmounted. */
static void take_folder(void) {
    char text[sizeof stem];
    int folder = receive(text, sizeof text);
    /* The slash has the kernel follow this link of its own in spite of IN_DONT_FOLLOW. */
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d/", folder);
    bool is_watched = inotifytools_watch_file(path, changes) == 1;
    int code = inotifytools_error();
    close(folder);
    if (!is_watched)
        return refuse(code);
    if (strcmp(text, "/") != 0) {
        /* The library finds the first folder of a path, and the number of a descriptor, and so the path, comes again:
         * nothing but the very first folder can be looked up. */
        root = inotifytools_wd_from_filename(path);
        strcpy(stem, text);
    }
    say("watched");
}

/* A page that is called as the folder is written after every change of it, and would have it scanned once more. */
static bool matters(const char *name) {
    size_t length = strlen(stem);
    return strncmp(name, stem, length) == 0 && (name[length] == 0 || strcmp(name + length, ".json") == 0);
}

/* Reports the events that are ready; returns whether the library may hold more, of which no wait would tell. */
static bool report(void) {
    bool is_changed = false, is_folder = false, is_overflow = false, is_unmounted = false;
    int count = 0;
    struct inotify_event *event;
    /* A timeout of zero would have another call of the library wait for ever. */
    while (count < BURST && (event = inotifytools_next_events(0, 1))) {
        count++;
        if (event->mask & IN_Q_OVERFLOW)
            is_overflow = true;
        else if (event->mask & IN_UNMOUNT)
            is_unmounted = true;
        else if (event->mask & (IN_ISDIR | IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF))
            is_folder = true;
        else if (event->wd != root || matters(event->name))
            is_changed = true;
    }
    if (is_changed)
        say("changed");
    if (is_folder)
        say("folder");
    if (is_overflow)
        say("overflow");
    if (is_unmounted)
        say("unmounted");
    return count == BURST;
}

/* The library's descriptor, which it keeps to itself. The process has few others. */
static int library_descriptor(void) {
    for (int descriptor = STDERR_FILENO + 1; descriptor < 64; descriptor++) {
        char path[32], target[32] = "";
        snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
        if (readlink(path, target, sizeof target - 1) > 0 && strcmp(target, "anon_inode:inotify") == 0)
            return descriptor;
    }
    give_up(EBADF);
}

/* A limit that is lower already stays: raising it fails. */
static void limit(int resource, rlim_t most) {
    setrlimit(resource, &(struct rlimit){most, most});
}

static void allow(scmp_filter_ctx filter, const char *call, unsigned count, const struct scmp_arg_cmp *conditions) {
    int number = seccomp_syscall_resolve_name(call);
    /* Some machines never had the older calls. */
    if (number == __NR_SCMP_ERROR)
        return;
    int code = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, number, count, conditions);
    if (code != 0)
        give_up(-code);
}

/* Closes all ways to a network, to another program, to the content and the names of files. Folders can be watched only by
 * paths, which a filter cannot read; of those that it guessed the program would hear that something changed there. */
static void enter_cage(int events) {
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    /* No other process of the user reads its memory. */
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NPROC, 0);
    limit(RLIMIT_NOFILE, 16);
    /* A folder's record takes 200 bytes. */
    limit(RLIMIT_DATA, 64 << 20);

    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter)
        give_up(ENOMEM);
    const struct scmp_arg_cmp at_conversation = {.arg = 0, .op = SCMP_CMP_EQ, .datum_a = conversation};
    const struct scmp_arg_cmp at_events[] = {{.arg = 0, .op = SCMP_CMP_EQ, .datum_a = events},
                                             {.arg = 1, .op = SCMP_CMP_EQ, .datum_a = FIONREAD}};
    const struct scmp_arg_cmp no_code = {.arg = 2, .op = SCMP_CMP_MASKED_EQ, .datum_a = PROT_EXEC, .datum_b = 0};
    static const char *const anyhow[] = {"poll", "ppoll", "select", "_newselect", "pselect6", "close", "brk", "munmap",
                                         "mremap", "exit_group", "restart_syscall", "rt_sigreturn"};
    for (size_t i = 0; i < sizeof anyhow / sizeof *anyhow; i++)
        allow(filter, anyhow[i], 0, NULL);
    allow(filter, "recvmsg", 1, &at_conversation);
    allow(filter, "sendto", 1, &at_conversation);
    allow(filter, "read", 1, at_events);
    allow(filter, "inotify_add_watch", 1, at_events);
    allow(filter, "ioctl", 2, at_events);
    allow(filter, "mmap", 1, &no_code);
    int code = seccomp_load(filter);
    if (code != 0)
        give_up(-code);
    seccomp_release(filter);
}

int main(void) {
    /* Terminals and service managers send signals to every process of a service; the other end decides when to go. */
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    if (inotifytools_initialize() != 1)
        give_up(inotifytools_error());
    int events = library_descriptor();
    enter_cage(events);
    say("ready");
    struct pollfd waiting[] = {{.fd = conversation, .events = POLLIN}, {.fd = events, .events = POLLIN}};
    for (bool is_more = false;;) {
        if (poll(waiting, 2, is_more ? 0 : -1) < 0)
            return EXIT_FAILURE;
        if (waiting[0].revents != 0)
            take_folder();
        if (is_more || waiting[1].revents != 0) {
            is_more = report();
            poll(waiting, 1, PAUSE);
        }
    }
}
