/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * queue.h - the jobs in order of entry, and what workers share beside them: the disk that rotates, and descriptors.
 * (Internal.)
 *
 * Jobs wait in a ring. Workers take them in order and note their results in any; from the front they leave in order.
 */
#ifndef WRH_FILES_QUEUE_H
#define WRH_FILES_QUEUE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "wirerate_files.h"

enum { WRH_QUEUE_RING = 8192 }; /* jobs that are entered at a time */

enum wrh_job_state { WRH_JOB_WAITING, WRH_JOB_TAKEN, WRH_JOB_STREAM, WRH_JOB_DONE };

/* One question, and its answer. A job that is no regular file (WRH_JOB_STREAM) may block or never end: the caller's
 * thread reads it, when all before it are delivered. */
struct wrh_job {
    char *path;
    uint64_t number; /* in order of entry */
    uint64_t offset, length;
    enum wrh_job_state state;
    int fd; /* of a stream */
    struct wrh_file_result result;
};

struct wrh_queue {
    pthread_mutex_t lock;
    pthread_cond_t entered, done, disk_free;
    struct wrh_job jobs[WRH_QUEUE_RING];
    uint64_t delivered, taken, end; /* numbers of jobs: the next to leave, to be taken, to enter */
    wrh_files_usage usage;          /* of all workers */
    const void *disk_owner;
    atomic_ptrdiff_t open; /* files, of all workers */
    int closing;
};

/* What stands at the front. */
struct wrh_front {
    size_t ready;           /* jobs that may leave, up to the number asked about */
    int all;                /* and there are no others */
    struct wrh_job *stream; /* the one after these, if it is one */
};

void wrh_queue_init(struct wrh_queue *queue);
/* Frees what jobs hold; no worker may be left. */
void wrh_queue_destroy(struct wrh_queue *queue);
/* Nobody waits any more. */
void wrh_queue_close(struct wrh_queue *queue);

/* For the caller: paths, each ended by a zero byte, and NULL or an offset and a length for each. Returns how many had
 * room. */
size_t wrh_queue_add(struct wrh_queue *queue, const char *paths, const uint64_t *ranges, size_t count);
struct wrh_front wrh_queue_front(struct wrh_queue *queue, size_t most);
/* Waits a little, unless the front is another than `front` by now. */
void wrh_queue_wait_for_more(struct wrh_queue *queue, const struct wrh_front *front);
size_t wrh_queue_deliver(struct wrh_queue *queue, wrh_file_result *out, size_t most);
size_t wrh_queue_waiting(struct wrh_queue *queue);
void wrh_queue_used(struct wrh_queue *queue, wrh_files_usage *usage);

/* For workers: waits for a job where one is needed. 0: the queue is closing. */
int wrh_queue_wait(struct wrh_queue *queue, int needed);
struct wrh_job *wrh_queue_take(struct wrh_queue *queue);
void wrh_queue_done(struct wrh_queue *queue, struct wrh_job *const *jobs, size_t count, const wrh_files_usage *usage);
void wrh_queue_is_stream(struct wrh_queue *queue, struct wrh_job *job);
/* Of the jobs that wait to be taken, at the mean size so far. */
uint64_t wrh_queue_bytes_ahead(struct wrh_queue *queue);

/* The disk that rotates is one owner's at a time, until it leaves it. 1: it is `owner`'s. */
int wrh_queue_claim_disk(struct wrh_queue *queue, const void *owner);
void wrh_queue_leave_disk(struct wrh_queue *queue, const void *owner);
void wrh_queue_wait_for_disk(struct wrh_queue *queue);
/* Files opened, or closed (negative). */
void wrh_queue_opened(struct wrh_queue *queue, ptrdiff_t count);
/* Whether a descriptor may become free: the worker has files open itself, or others have, for which this waits a
 * little. */
int wrh_queue_wait_for_descriptor(struct wrh_queue *queue, int own);

#endif
