/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * worker.h - one thread's work. (Internal.)
 *
 * A worker opens some of the jobs (its window), and works in rounds: it reads a piece of as many open files as fit into
 * its buffer, then hashes all pieces at once, in lanes.
 */
#ifndef WRH_FILES_WORKER_H
#define WRH_FILES_WORKER_H

#include "queue.h"
#include "source.h"

enum {
    WRH_FILES_WINDOW = 128,    /* files that a worker has open */
    WRH_FILES_BUFFER = 8 << 20 /* of a round of sequential reads: enough files of a MiB to fill lanes */
};

struct wrh_worker {
    struct wrh_queue *queue;
    unsigned of; /* workers in all */
    int io;      /* WRH_IO_... */
    uint8_t *buffer;
    struct wrh_source window[WRH_FILES_WINDOW];
    struct wrh_source *order[WRH_FILES_WINDOW]; /* those in use, then those not */
    size_t open;
    struct wrh_job *held; /* taken, but no descriptor was left */
    uint64_t device;      /* the last one seen, and whether it rotates; -1: none yet */
    int rotates;
    int from_disk; /* the last round waited for a disk */
};

/* 0: no memory. */
int wrh_worker_init(struct wrh_worker *worker, struct wrh_queue *queue, unsigned of, int io);
/* A round; 0 if there was nothing to do. */
int wrh_worker_round(struct wrh_worker *worker);
/* Closes what is open. */
void wrh_worker_drop(struct wrh_worker *worker);

#endif
