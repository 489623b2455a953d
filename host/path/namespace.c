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

struct job {
    const char *path;
    enum task task;
    int space, flags; /* flags to open the file with; for a socket, its domain */
    int type, protocol;
    int result;
};

static int run_job(const struct job *job) {
    if (job->task == MAKE)
        return unshare(CLONE_NEWNET) == 0 ? open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC) : -1;
    if (setns(job->space, CLONE_NEWNET) != 0)
        return -1;
    if (job->task == SOCKET)
        return socket(job->flags, job->type | SOCK_CLOEXEC, job->protocol);
    return open(job->path, job->flags | O_CLOEXEC);
}

static void *job_thread(void *argument) {
    struct job *job = argument;
    int descriptor = run_job(job);
    job->result = descriptor < 0 ? -errno : descriptor;
    return NULL;
}

static int run_in_thread(struct job *job) {
    pthread_t thread;
    int failed = pthread_create(&thread, NULL, job_thread, job);
    if (failed)
        return -failed;
    pthread_join(thread, NULL);
    return job->result;
}

int wrh_namespace_new(void) {
    struct job job = {.task = MAKE};
    return run_in_thread(&job);
}

int wrh_socket_in(int space, int domain, int type, int protocol) {
    struct job job = {.task = SOCKET, .space = space, .flags = domain, .type = type, .protocol = protocol};
    return run_in_thread(&job);
}

int wrh_open_in(int space, const char *path, int flags) {
    struct job job = {.task = OPEN, .space = space, .flags = flags, .path = path};
    return run_in_thread(&job);
}

int wrh_own_user_namespace(void) {
    return unshare(CLONE_NEWUSER) == 0 ? 0 : -errno;
}
