/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * worker.h - the work of one thread. (Internal.)
 *
 * A worker opens some of the files (its window) and works in rounds: it reads a piece of as many open files as fit into
 * its buffer, then hashes all pieces at once, in lanes.
 */
#ifndef WRH_FILES_WORKER_H
#define WRH_FILES_WORKER_H

#include "queue.h"
#include "source.h"

enum {
    WRH_FILES_WINDOW = 128,    /* maximum number of open files per worker */
    WRH_FILES_BUFFER = 8 << 20 /* for a round of sequential reads: enough files of 1 MiB to fill the lanes */
};

struct wrh_worker {
    struct wrh_queue *queue;
    unsigned of; /* number of workers */
    int io;      /* one of WRH_IO_* */
    uint8_t *buffer;
    struct wrh_source window[WRH_FILES_WINDOW];
    struct wrh_source *order[WRH_FILES_WINDOW]; /* entries of `window` in use, then unused ones */
    size_t open;
    struct wrh_job *held; /* a job taken when no descriptor was left */
    uint64_t device;      /* the device seen last; `rotates` says whether it rotates, -1: none seen yet */
    int rotates;
    int from_disk; /* nonzero if the last round waited for a disk */
};

/* Return 0 if memory is short. */
int wrh_worker_init(struct wrh_worker *worker, struct wrh_queue *queue, unsigned of, int io);
/* Work for one round. Return 0 if there was nothing to do. */
int wrh_worker_round(struct wrh_worker *worker);
/* Close all open files. */
void wrh_worker_drop(struct wrh_worker *worker);

#endif
