/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * worker.c - the rounds of one thread: open files, read pieces, hash them in lanes, return files that have ended.
 *
 * If only a few files were left at the end, most lanes would be empty. So in each round, every file gets a share of the
 * round in proportion to its share of all known bytes, and all files end together. The share is at least what keeps 64
 * lanes busy and at most a 16th of a round, because using fewer than 16 lanes makes none of them faster.
 */
#define _GNU_SOURCE /* for posix_fadvise */
#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/kernel.h"
#include "util/clock.h"

enum {
    PAGE = 4096,
    ALIGN = 64,
    FEW_LANES = 16,
    MOST_PIECE = 256 << 10, /* a piece of this size stays in the second-level cache until it is hashed */
    READ_AHEAD = 4 << 20    /* amount to read ahead if the disk is the bottleneck */
};

/* The pieces of a round. */
struct round {
    size_t count, used, room;
    struct wrh_source *source[WRH_FILES_WINDOW];
    wr_md5_state *states[WRH_FILES_WINDOW];
    wr_message pieces[WRH_FILES_WINDOW];
};

static size_t lanes_in_use(void) {
    return wr_kernel_active()->md5->lanes;
}

static int rotates(struct wrh_worker *worker, const struct wrh_source *source) {
    if (worker->rotates < 0 || worker->device != source->device) {
        worker->device = source->device;
        worker->rotates = wrh_disk_rotates(source->device);
    }
    return worker->rotates;
}

/* Ask the kernel to read a file's first bytes while others are hashed, where it supports that. */
static void read_ahead(const struct wrh_source *source) {
#ifdef POSIX_FADV_WILLNEED
    posix_fadvise(source->fd, (off_t)source->at,
                  (off_t)(source->remaining < READ_AHEAD ? source->remaining : READ_AHEAD), POSIX_FADV_WILLNEED);
#else
    (void)source;
#endif
}

static void enter(struct wrh_worker *worker, struct wrh_source *source) {
    source->sequential = worker->io == WRH_IO_SEQUENTIAL;
    if (worker->from_disk && !source->sequential && source->remaining && !rotates(worker, source))
        read_ahead(source);
    worker->open++;
    wrh_queue_opened(worker->queue, 1);
}

/* Open files until the window is full. */
static void admit(struct wrh_worker *worker) {
    while (worker->open < WRH_FILES_WINDOW) {
        struct wrh_source *source = worker->order[worker->open];
        struct wrh_job *job = worker->held ? worker->held : wrh_queue_take(worker->queue);
        int status;

        worker->held = NULL;
        if (!job)
            return;
        status = wrh_source_open(source, job);
        if (status == -2 && wrh_queue_wait_for_descriptor(worker->queue, worker->open > 0)) {
            worker->held = job;
            return;
        }
        if (status == -2)
            job->result.error = EMFILE;
        if (status == -1)
            wrh_queue_is_stream(worker->queue, job);
        else if (status == 1)
            enter(worker, source);
        else
            wrh_queue_done(worker->queue, &job, 1, NULL);
    }
}

/* Order: files already begun, then the longest first; files read sequentially go in order of entry. */
static int precedes(const struct wrh_source *a, const struct wrh_source *b) {
    if (a->started != b->started)
        return a->started;
    if (a->remaining != b->remaining && !a->sequential && !b->sequential)
        return a->remaining > b->remaining;
    return a->job->number < b->job->number;
}

/* Insertion sort, because most files are in order already. */
static void sort_window(struct wrh_worker *worker) {
    for (size_t i = 1; i < worker->open; i++) {
        struct wrh_source *source = worker->order[i];
        size_t at = i;
        for (; at > 0 && precedes(source, worker->order[at - 1]); at--)
            worker->order[at] = worker->order[at - 1];
        worker->order[at] = source;
    }
}

/* Return the bytes left in open files, plus an estimate for waiting jobs from the mean size so far. */
static uint64_t bytes_in_sight(const struct wrh_worker *worker) {
    uint64_t total = 1 + wrh_queue_bytes_ahead(worker->queue) / worker->of;
    for (size_t i = 0; i < worker->open; i++)
        total += worker->order[i]->remaining;
    return total;
}

/* Return the number of bytes per file in a round that fills all lanes, or has all files if there are fewer. */
static size_t round_for(size_t lanes, size_t files) {
    const size_t at_a_time = lanes < files ? lanes : files;
    return WRH_FILES_ROUND / (at_a_time ? at_a_time : 1);
}

static size_t quota(const struct wrh_worker *worker, const struct wrh_source *source, uint64_t total) {
    const size_t lanes = lanes_in_use();
    const size_t least = round_for(lanes, worker->open),
                 most = round_for(lanes < FEW_LANES ? lanes : FEW_LANES, worker->open);
    const double part = (double)source->remaining / (double)total;
    size_t share = (size_t)(part * (double)WRH_FILES_ROUND);

    share = share < least ? least : share > most ? most : share;
    share = share < MOST_PIECE ? share : MOST_PIECE;
    return share / PAGE * PAGE;
}

/* Read a file's piece into the free part of the round. Return 0 if it cannot be read now. */
static int read_piece(struct wrh_worker *worker, struct round *round, struct wrh_source *source, size_t wanted) {
    const size_t room = round->room + WRH_FILES_SLACK - round->used;
    uint8_t *to = worker->buffer + round->used;
    ptrdiff_t got = -1;

    if (!source->sequential) {
        const int cached = worker->io == WRH_IO_AUTO && rotates(worker, source);
        got = wrh_source_read(source, to, wanted, room, cached);
    }
    if (got < 0) {
        source->sequential = 1;
        if (!wrh_queue_claim_disk(worker->queue, source))
            return 0;
        round->room = WRH_FILES_BUFFER;
        got = wrh_source_read(source, to, WRH_FILES_BUFFER - round->used,
                              WRH_FILES_BUFFER + WRH_FILES_SLACK - round->used, 0);
    }
    if (source->sequential && source->ended)
        wrh_queue_leave_disk(worker->queue, source);
    round->source[round->count] = source;
    round->states[round->count] = &source->md5;
    round->pieces[round->count++] = (wr_message){to, (size_t)got, NULL};
    round->used += ((size_t)got + ALIGN - 1) / ALIGN * ALIGN;
    return 1;
}

static void read_pieces(struct wrh_worker *worker, struct round *round) {
    const uint64_t total = bytes_in_sight(worker);
    const size_t lanes = lanes_in_use();
    size_t begun = 0;

    round->count = round->used = 0;
    round->room = WRH_FILES_ROUND;
    for (size_t i = 0; i < worker->open && round->used + PAGE <= round->room; i++) {
        struct wrh_source *source = worker->order[i];
        const size_t wanted = quota(worker, source, total);
        if (!source->started && source->remaining > wanted && begun >= lanes)
            continue; /* one more unfinished file would only slow the others down */
        begun += read_piece(worker, round, source, wanted) && !source->ended;
    }
}

static void finish(struct wrh_worker *worker, struct round *round, wrh_files_usage *usage) {
    static const size_t size = sizeof(((struct wrh_file_result *)0)->digest);
    uint8_t digests[WRH_FILES_WINDOW][WR_MD5_SIZE];
    struct wrh_job *jobs[WRH_FILES_WINDOW];
    size_t ended = 0;

    for (size_t i = 0; i < round->count; i++) {
        if (round->source[i]->ended) {
            round->source[ended] = round->source[i];
            round->states[ended++] = &round->source[i]->md5;
        }
    }
    wr_md5_final_batch(round->states, ended, digests[0]);
    for (size_t i = 0; i < ended; i++) {
        jobs[i] = round->source[i]->job;
        wrh_source_close(round->source[i]);
        round->source[i]->job = NULL;
        if (jobs[i]->result.error == 0)
            memcpy(jobs[i]->result.digest, digests[i], size);
    }
    wrh_queue_opened(worker->queue, -(ptrdiff_t)ended);
    wrh_queue_done(worker->queue, jobs, ended, usage);
}

/* Move files in use to the front, keeping their order. */
static void close_ranks(struct wrh_worker *worker) {
    struct wrh_source *free_ones[WRH_FILES_WINDOW];
    size_t kept = 0, freed = 0;

    for (size_t i = 0; i < worker->open; i++) {
        if (worker->order[i]->job)
            worker->order[kept++] = worker->order[i];
        else
            free_ones[freed++] = worker->order[i];
    }
    memcpy(worker->order + kept, free_ones, freed * sizeof *free_ones);
    worker->open = kept;
}

int wrh_worker_init(struct wrh_worker *worker, struct wrh_queue *queue, unsigned of, int io) {
    worker->queue = queue;
    worker->of = of;
    worker->io = io;
    worker->rotates = -1;
    for (size_t i = 0; i < WRH_FILES_WINDOW; i++)
        worker->order[i] = &worker->window[i];
    worker->buffer = aligned_alloc(PAGE, WRH_FILES_BUFFER + PAGE);
    return worker->buffer != NULL;
}

int wrh_worker_round(struct wrh_worker *worker) {
    wrh_files_usage usage = {0};
    struct round round;
    uint64_t begin, cpu, read;

    admit(worker);
    if (worker->open == 0)
        return 0;
    sort_window(worker);
    begin = wrh_wall_ns();
    cpu = wrh_cpu_ns();
    read_pieces(worker, &round);
    usage.read_cpu_ns = wrh_cpu_ns() - cpu;
    read = wrh_wall_ns();
    usage.read_ns = read - begin;
    worker->from_disk = usage.read_ns > 4 * usage.read_cpu_ns;
    if (round.count == 0) {
        wrh_queue_wait_for_disk(worker->queue);
        return 1;
    }
    for (size_t i = 0; i < round.count; i++)
        usage.bytes += round.pieces[i].length;
    wr_md5_update_batch(round.states, round.pieces, round.count);
    usage.hash_ns = wrh_wall_ns() - read;
    finish(worker, &round, &usage);
    close_ranks(worker);
    return 1;
}

void wrh_worker_drop(struct wrh_worker *worker) {
    for (size_t i = 0; i < worker->open; i++)
        wrh_source_close(worker->order[i]);
    worker->open = 0;
    free(worker->buffer);
}
