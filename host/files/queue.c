/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* queue.c - the ring of jobs and its lock. */
#define _GNU_SOURCE /* for strdup */
#include "queue.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SLICE_NS = 50 * 1000 * 1000 };

static struct wrh_job *job_of(struct wrh_queue *queue, uint64_t number) {
    return &queue->jobs[number % WRH_QUEUE_RING];
}

/* Initialise a condition variable whose timeouts use the monotonic clock, which nobody can set. macOS lacks that
 * attribute; there, waits take a duration instead. */
static void init_condition(pthread_cond_t *condition) {
#ifdef __APPLE__
    pthread_cond_init(condition, NULL);
#else
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
#endif
}

void wrh_queue_init(struct wrh_queue *queue) {
    memset(queue, 0, sizeof *queue);
    pthread_mutex_init(&queue->lock, NULL);
    init_condition(&queue->entered);
    init_condition(&queue->done);
    init_condition(&queue->disk_free);
}

void wrh_queue_destroy(struct wrh_queue *queue) {
    for (uint64_t number = queue->delivered; number < queue->end; number++) {
        struct wrh_job *job = job_of(queue, number);
        if (job->state == WRH_JOB_STREAM && job->fd != STDIN_FILENO)
            close(job->fd);
        free(job->path);
    }
    pthread_cond_destroy(&queue->entered);
    pthread_cond_destroy(&queue->done);
    pthread_cond_destroy(&queue->disk_free);
    pthread_mutex_destroy(&queue->lock);
}

void wrh_queue_close(struct wrh_queue *queue) {
    pthread_mutex_lock(&queue->lock);
    queue->closing = 1;
    pthread_cond_broadcast(&queue->entered);
    pthread_cond_broadcast(&queue->disk_free);
    pthread_mutex_unlock(&queue->lock);
}

size_t wrh_queue_add(struct wrh_queue *queue, const char *paths, const uint64_t *ranges, size_t count) {
    size_t added = 0;

    pthread_mutex_lock(&queue->lock);
    for (; added < count && queue->end - queue->delivered < WRH_QUEUE_RING; added++) {
        struct wrh_job *job = job_of(queue, queue->end);
        memset(job, 0, sizeof *job);
        job->path = strdup(paths);
        if (!job->path)
            break;
        job->number = queue->end++;
        job->offset = ranges ? ranges[2 * added] : 0;
        job->length = ranges ? ranges[2 * added + 1] : UINT64_MAX;
        paths += strlen(paths) + 1;
    }
    pthread_cond_broadcast(&queue->entered);
    pthread_mutex_unlock(&queue->lock);
    return added;
}

/* Wait for at most one time slice. The caller holds the lock. */
static void wait_a_slice(struct wrh_queue *queue, pthread_cond_t *condition) {
#ifdef __APPLE__
    const struct timespec slice = {.tv_nsec = SLICE_NS};
    pthread_cond_timedwait_relative_np(condition, &queue->lock, &slice);
#else
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += SLICE_NS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(condition, &queue->lock, &until);
#endif
}

/* The caller holds the lock. */
static struct wrh_front front_of(struct wrh_queue *queue, size_t most) {
    struct wrh_front front = {0, 0, NULL};

    while (front.ready < most && queue->delivered + front.ready < queue->end &&
           job_of(queue, queue->delivered + front.ready)->state == WRH_JOB_DONE)
        front.ready++;
    front.all = queue->delivered + front.ready == queue->end;
    if (!front.all && job_of(queue, queue->delivered + front.ready)->state == WRH_JOB_STREAM)
        front.stream = job_of(queue, queue->delivered + front.ready);
    return front;
}

struct wrh_front wrh_queue_front(struct wrh_queue *queue, size_t most) {
    struct wrh_front front;
    pthread_mutex_lock(&queue->lock);
    front = front_of(queue, most);
    pthread_mutex_unlock(&queue->lock);
    return front;
}

void wrh_queue_wait_for_more(struct wrh_queue *queue, const struct wrh_front *front) {
    struct wrh_front now;
    pthread_mutex_lock(&queue->lock);
    now = front_of(queue, front->ready + 1);
    if (now.ready == front->ready && now.stream == front->stream)
        wait_a_slice(queue, &queue->done);
    pthread_mutex_unlock(&queue->lock);
}

size_t wrh_queue_deliver(struct wrh_queue *queue, wrh_file_result *out, size_t most) {
    size_t count = 0;

    pthread_mutex_lock(&queue->lock);
    for (; count < most && queue->delivered < queue->end; count++) {
        struct wrh_job *job = job_of(queue, queue->delivered);
        if (job->state != WRH_JOB_DONE)
            break;
        out[count] = job->result;
        free(job->path);
        queue->delivered++;
    }
    pthread_mutex_unlock(&queue->lock);
    return count;
}

size_t wrh_queue_waiting(struct wrh_queue *queue) {
    size_t waiting;
    pthread_mutex_lock(&queue->lock);
    waiting = (size_t)(queue->end - queue->delivered);
    pthread_mutex_unlock(&queue->lock);
    return waiting;
}

void wrh_queue_used(struct wrh_queue *queue, wrh_files_usage *usage) {
    pthread_mutex_lock(&queue->lock);
    *usage = queue->usage;
    pthread_mutex_unlock(&queue->lock);
}

int wrh_queue_wait(struct wrh_queue *queue, int needed) {
    int open;
    pthread_mutex_lock(&queue->lock);
    while (!queue->closing && needed && queue->taken == queue->end)
        pthread_cond_wait(&queue->entered, &queue->lock);
    open = !queue->closing;
    pthread_mutex_unlock(&queue->lock);
    return open;
}

struct wrh_job *wrh_queue_take(struct wrh_queue *queue) {
    struct wrh_job *job = NULL;
    pthread_mutex_lock(&queue->lock);
    if (queue->taken < queue->end) {
        job = job_of(queue, queue->taken++);
        job->state = WRH_JOB_TAKEN;
    }
    pthread_mutex_unlock(&queue->lock);
    return job;
}

static void add_usage(wrh_files_usage *sum, const wrh_files_usage *more) {
    sum->bytes += more->bytes;
    sum->files += more->files;
    sum->read_ns += more->read_ns;
    sum->read_cpu_ns += more->read_cpu_ns;
    sum->hash_ns += more->hash_ns;
}

void wrh_queue_done(struct wrh_queue *queue, struct wrh_job *const *jobs, size_t count, const wrh_files_usage *usage) {
    pthread_mutex_lock(&queue->lock);
    for (size_t i = 0; i < count; i++)
        jobs[i]->state = WRH_JOB_DONE;
    queue->usage.files += count;
    if (usage)
        add_usage(&queue->usage, usage);
    pthread_cond_broadcast(&queue->done);
    pthread_mutex_unlock(&queue->lock);
}

void wrh_queue_is_stream(struct wrh_queue *queue, struct wrh_job *job) {
    pthread_mutex_lock(&queue->lock);
    job->state = WRH_JOB_STREAM;
    pthread_cond_broadcast(&queue->done);
    pthread_mutex_unlock(&queue->lock);
}

uint64_t wrh_queue_bytes_ahead(struct wrh_queue *queue) {
    uint64_t waiting, mean;
    pthread_mutex_lock(&queue->lock);
    waiting = queue->end - queue->taken;
    mean = queue->usage.files ? queue->usage.bytes / queue->usage.files : 0;
    pthread_mutex_unlock(&queue->lock);
    return waiting * mean;
}

int wrh_queue_claim_disk(struct wrh_queue *queue, const void *owner) {
    int ours;
    pthread_mutex_lock(&queue->lock);
    if (!queue->disk_owner)
        queue->disk_owner = owner;
    ours = queue->disk_owner == owner;
    pthread_mutex_unlock(&queue->lock);
    return ours;
}

void wrh_queue_leave_disk(struct wrh_queue *queue, const void *owner) {
    pthread_mutex_lock(&queue->lock);
    if (queue->disk_owner == owner) {
        queue->disk_owner = NULL;
        pthread_cond_broadcast(&queue->disk_free);
    }
    pthread_mutex_unlock(&queue->lock);
}

void wrh_queue_wait_for_disk(struct wrh_queue *queue) {
    pthread_mutex_lock(&queue->lock);
    if (queue->disk_owner)
        wait_a_slice(queue, &queue->disk_free);
    pthread_mutex_unlock(&queue->lock);
}

void wrh_queue_opened(struct wrh_queue *queue, ptrdiff_t count) {
    atomic_fetch_add(&queue->open, count);
}

int wrh_queue_wait_for_descriptor(struct wrh_queue *queue, int has_open_files) {
    if (has_open_files)
        return 1;
    if (atomic_load(&queue->open) == 0)
        return 0;
    pthread_mutex_lock(&queue->lock);
    wait_a_slice(queue, &queue->done);
    pthread_mutex_unlock(&queue->lock);
    return 1;
}
