/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* namespace.c - network namespaces, referred to by descriptors. */
#define _GNU_SOURCE /* for unshare and setns */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/socket.h>

#include "wirerate_path.h"

enum task { MAKE, SOCKET, OPEN };

typedef struct job {
    const char *path;
    enum task task;
    int space, flags; /* flags to open the file with; for a socket, its domain */
    int type, protocol;
    int result;
} job;

static int done_in(const job *wanted) {
    if (wanted->task == MAKE)
        return unshare(CLONE_NEWNET) == 0 ? open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC) : -1;
    if (setns(wanted->space, CLONE_NEWNET) != 0)
        return -1;
    if (wanted->task == SOCKET)
        return socket(wanted->flags, wanted->type | SOCK_CLOEXEC, wanted->protocol);
    return open(wanted->path, wanted->flags | O_CLOEXEC);
}

static void *inside(void *argument) {
    job *wanted = argument;
    int got = done_in(wanted);
    wanted->result = got < 0 ? -errno : got;
    return NULL;
}

static int in_own_thread(job *wanted) {
    pthread_t thread;
    int failed = pthread_create(&thread, NULL, inside, wanted);
    if (failed)
        return -failed;
    pthread_join(thread, NULL);
    return wanted->result;
}

int wrh_namespace_new(void) {
    job wanted = {.task = MAKE};
    return in_own_thread(&wanted);
}

int wrh_socket_in(int space, int domain, int type, int protocol) {
    job wanted = {.task = SOCKET, .space = space, .flags = domain, .type = type, .protocol = protocol};
    return in_own_thread(&wanted);
}

int wrh_open_in(int space, const char *path, int flags) {
    job wanted = {.task = OPEN, .space = space, .flags = flags, .path = path};
    return in_own_thread(&wanted);
}

int wrh_own_user_namespace(void) {
    return unshare(CLONE_NEWUSER) == 0 ? 0 : -errno;
}
