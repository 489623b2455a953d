/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * queue.h - the jobs in order of entry, the right to read from a rotating disk, and the number of open files, which all
 * workers share. (Internal.)
 *
 * Jobs are kept in a ring. Workers take them in order and finish them in any order; results are delivered in order of
 * entry.
 */
#ifndef WRH_FILES_QUEUE_H
#define WRH_FILES_QUEUE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "wirerate_files.h"

enum { WRH_QUEUE_RING = 8192 }; /* maximum number of jobs entered at a time */

enum wrh_job_state { WRH_JOB_WAITING, WRH_JOB_TAKEN, WRH_JOB_STREAM, WRH_JOB_DONE };

/* A file to hash, and its result. If it is not a regular file (WRH_JOB_STREAM), reading may block or never end: the
 * caller's thread reads it after all earlier results are delivered. */
struct wrh_job {
    char *path;
    uint64_t number; /* in order of entry */
    uint64_t offset, length;
    enum wrh_job_state state;
    int fd; /* descriptor of a stream */
    struct wrh_file_result result;
};

struct wrh_queue {
    pthread_mutex_t lock;
    pthread_cond_t entered, done, disk_free;
    struct wrh_job jobs[WRH_QUEUE_RING];
    uint64_t delivered, taken, end; /* job numbers: next to deliver, next to take, next to enter */
    wrh_files_usage usage;          /* sum over all workers */
    const void *disk_owner;
    atomic_ptrdiff_t open; /* number of files open in all workers */
    int closing;
};

/* The state of the front of the queue. */
struct wrh_front {
    size_t ready;           /* jobs ready to deliver, at most the number asked for */
    int all;                /* nonzero if the queue has no other jobs */
    struct wrh_job *stream; /* the job after these if it is a stream, otherwise NULL */
};

void wrh_queue_init(struct wrh_queue *queue);
/* Free the memory of all jobs. No worker may still be running. */
void wrh_queue_destroy(struct wrh_queue *queue);
/* Wake every waiting thread, because the queue is closing. */
void wrh_queue_close(struct wrh_queue *queue);

/* Functions for the caller. wrh_queue_add enters `count` paths, each ended by a zero byte, with an offset and a length
 * each unless `ranges` is NULL, and returns how many fitted. */
size_t wrh_queue_add(struct wrh_queue *queue, const char *paths, const uint64_t *ranges, size_t count);
struct wrh_front wrh_queue_front(struct wrh_queue *queue, size_t most);
/* Wait briefly unless the front has already changed from `front`. */
void wrh_queue_wait_for_more(struct wrh_queue *queue, const struct wrh_front *front);
size_t wrh_queue_deliver(struct wrh_queue *queue, wrh_file_result *out, size_t most);
size_t wrh_queue_waiting(struct wrh_queue *queue);
void wrh_queue_used(struct wrh_queue *queue, wrh_files_usage *usage);

/* Functions for workers. wrh_queue_wait waits for a job if one is needed, and returns 0 if the queue is closing. */
int wrh_queue_wait(struct wrh_queue *queue, int needed);
struct wrh_job *wrh_queue_take(struct wrh_queue *queue);
void wrh_queue_done(struct wrh_queue *queue, struct wrh_job *const *jobs, size_t count, const wrh_files_usage *usage);
void wrh_queue_is_stream(struct wrh_queue *queue, struct wrh_job *job);
/* Estimate the number of bytes of the waiting jobs, from the mean size so far. */
uint64_t wrh_queue_bytes_ahead(struct wrh_queue *queue);

/* Give a rotating disk to one owner at a time. wrh_queue_claim_disk returns 1 if the disk now belongs to `owner`. */
int wrh_queue_claim_disk(struct wrh_queue *queue, const void *owner);
void wrh_queue_leave_disk(struct wrh_queue *queue, const void *owner);
void wrh_queue_wait_for_disk(struct wrh_queue *queue);
/* Add to the number of open files; negative when files are closed. */
void wrh_queue_opened(struct wrh_queue *queue, ptrdiff_t count);
/* Return whether a descriptor may become free: because this worker has files open, or because another worker has. In
 * the second case, wait briefly first. */
int wrh_queue_wait_for_descriptor(struct wrh_queue *queue, int has_open_files);

#endif
