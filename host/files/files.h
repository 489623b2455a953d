/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * files.h - the parts of the file engine. (Internal.)
 *
 * Jobs wait in a ring, in order of entry. Each worker opens some of them (its window), and works in rounds: it reads a
 * piece of as many open files as fit into its buffer, then hashes all pieces at once, in lanes. Results go back to the
 * ring, from where they leave in order.
 */
#ifndef WRH_FILES_FILES_H
#define WRH_FILES_FILES_H

#include <pthread.h>
#include <time.h>

#include "wirerate.h"
#include "wirerate_files.h"

enum {
    WRH_FILES_RING = 8192,  /* jobs that are entered at a time */
    WRH_FILES_WINDOW = 128, /* files that a worker has open */
    /* Bytes of a round: what 64 lanes of 32 KiB take; more falls out of the cache between read and hash, less costs
     * system calls. */
    WRH_FILES_ROUND = 2 << 20,
    WRH_FILES_BUFFER = 8 << 20, /* of a round of sequential reads: enough files of a MiB to fill lanes */
    WRH_FILES_SLACK = 64        /* asked for beyond the size known, so that one read tells the file's end */
};

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

/* A regular file that is open. */
struct wrh_source {
    struct wrh_job *job;
    int fd;
    int started, ended;
    int sequential; /* to be read alone */
    unsigned reads;
    uint64_t at, bytes;
    uint64_t remaining; /* as its size said when it was opened; 0 for a size that means nothing (/proc) too */
    uint64_t size;
    uint64_t device;
    struct timespec modified;
    wr_md5_state md5;
};

/* Opens a job. 1: `source` is ready. 0: the job is done, with its error. -1: it is a stream. -2: no descriptor is left.
 */
int wrh_source_open(struct wrh_source *source, struct wrh_job *job);
/* Reads at most `room` (>= WRH_FILES_SLACK) bytes, about `wanted`; sets `ended` at the end or on an error. With
 * `cached`, only what is in the page cache, and returns -1 if nothing of it is. */
ptrdiff_t wrh_source_read(struct wrh_source *source, uint8_t *buffer, size_t wanted, size_t room, int cached);
/* Notes whether it changed, and closes it. */
void wrh_source_close(struct wrh_source *source);

/* Whether a device (st_dev) is a rotating disk, as the kernel says. */
int wrh_disk_rotates(uint64_t device);

/* Reads a stream for about a twentieth of a second, or until it ends (1), or a signal comes. */
int wrh_stream_slice(struct wrh_job *job, wr_md5_state *md5, uint8_t *buffer, wrh_files_usage *usage);

struct wrh_worker {
    struct wrh_files *files;
    pthread_t thread;
    int running; /* on a thread of its own */
    uint8_t *buffer;
    struct wrh_source window[WRH_FILES_WINDOW];
    struct wrh_source *order[WRH_FILES_WINDOW]; /* those in use, then those not */
    size_t open;
    struct wrh_job *held; /* taken, but no descriptor was left */
    uint64_t device;      /* the last one seen, and whether it rotates; -1: none yet */
    int rotates;
    int from_disk; /* the last round waited for a disk */
    wrh_files_usage usage;
};

/* A round; 0 if there was nothing to do. */
int wrh_worker_round(struct wrh_worker *worker);
/* Closes what is open. */
void wrh_worker_drop(struct wrh_worker *worker);

/* What workers ask of the ring. */
struct wrh_job *wrh_files_take(struct wrh_files *files);
void wrh_files_done(struct wrh_files *files, struct wrh_job *const *jobs, size_t count, const wrh_files_usage *usage);
void wrh_files_is_stream(struct wrh_files *files, struct wrh_job *job);
/* A worker's part of what waits, at the mean size so far. */
uint64_t wrh_files_bytes_ahead(struct wrh_files *files);
int wrh_files_io(const struct wrh_files *files);
/* The disk that rotates is one source's at a time, until it is closed. 1: it is `source`'s. */
int wrh_files_claim_disk(struct wrh_files *files, const struct wrh_source *source);
void wrh_files_wait_for_disk(struct wrh_files *files);
/* Sources opened, or closed (negative). */
void wrh_files_opened(struct wrh_files *files, ptrdiff_t count);
/* Whether one may become free: the worker has some open itself, or others have, for which this waits a little. */
int wrh_files_wait_for_descriptor(struct wrh_files *files, int own);
void wrh_files_leave_disk(struct wrh_files *files, const struct wrh_source *source);

#endif
