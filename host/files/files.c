/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* files.c - the thread pool. The caller's thread and the pool's own threads hash the queued files; only the caller's
 * thread reads streams. */
#define _GNU_SOURCE /* for O_CLOEXEC */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/clock.h"
#include "worker.h"

enum { SLICE_NS = 50 * 1000 * 1000, ENOUGH = 1024 };

struct wrh_files {
    struct wrh_queue queue;
    wr_md5_state stream; /* MD5 state of the stream at the front of the queue, if it was begun */
    int stream_begun;
    unsigned threads, running; /* number of threads, including the caller's; number started */
    struct wrh_worker *workers;
    pthread_t *started;
};

static void *worker_main(void *argument) {
    struct wrh_worker *worker = argument;

    while (wrh_queue_wait(worker->queue, !worker->open && !worker->held))
        wrh_worker_round(worker);
    return NULL;
}

/* Enlarge the process's descriptor table while there is only one thread. With several threads, Linux waits for an
 * RCU grace period (10 to 20 ms) on each enlargement. If the limit does not allow so many descriptors, use what it
 * allows. */
static void make_room(int descriptors) {
    const int root = open("/", O_RDONLY | O_CLOEXEC);
    int last = -1;

    for (; root >= 0 && last < 0 && descriptors > 0; descriptors /= 2)
        last = fcntl(root, F_DUPFD_CLOEXEC, descriptors);
    if (last >= 0)
        close(last);
    if (root >= 0)
        close(root);
}

static int start(struct wrh_files *files, int io) {
    if (files->threads > 1)
        make_room((int)files->threads * WRH_FILES_WINDOW);
    files->workers = calloc(files->threads, sizeof *files->workers);
    files->started = calloc(files->threads, sizeof *files->started);
    if (!files->workers || !files->started)
        return 0;
    for (unsigned i = 0; i < files->threads; i++) {
        if (!wrh_worker_init(&files->workers[i], &files->queue, files->threads, io))
            return 0;
        if (i > 0 && pthread_create(&files->started[files->running], NULL, worker_main, &files->workers[i]) != 0)
            return 0;
        files->running += i > 0;
    }
    return 1;
}

wrh_files *wrh_files_new(unsigned threads, int io) {
    wrh_files *files = calloc(1, sizeof *files);
    if (!files)
        return NULL;
    wrh_queue_init(&files->queue);
    files->threads = threads ? threads : 1;
    if (!start(files, io)) {
        wrh_files_free(files);
        return NULL;
    }
    return files;
}

void wrh_files_free(wrh_files *files) {
    if (!files)
        return;
    wrh_queue_close(&files->queue);
    for (unsigned i = 0; i < files->running; i++)
        pthread_join(files->started[i], NULL);
    for (unsigned i = 0; files->workers && i < files->threads; i++)
        wrh_worker_drop(&files->workers[i]);
    wrh_queue_destroy(&files->queue);
    free(files->workers);
    free(files->started);
    free(files);
}

size_t wrh_files_add(wrh_files *files, const char *paths, const uint64_t *ranges, size_t count) {
    return wrh_queue_add(&files->queue, paths, ranges, count);
}

/* Read the next part of the stream at the front of the queue. */
static void read_stream(struct wrh_files *files, struct wrh_job *job) {
    wrh_files_usage usage = {0};

    if (!files->stream_begun)
        wr_md5_init(&files->stream);
    files->stream_begun = 1;
    if (wrh_stream_slice(job, &files->stream, files->workers[0].buffer, &usage)) {
        uint8_t digest[WR_MD5_SIZE];
        wr_md5_final(&files->stream, digest);
        if (job->result.error == 0)
            memcpy(job->result.digest, digest, sizeof digest);
        if (job->fd != STDIN_FILENO)
            close(job->fd);
        files->stream_begun = 0;
        wrh_queue_done(&files->queue, &job, 1, &usage);
    } else {
        wrh_queue_done(&files->queue, NULL, 0, &usage);
    }
}

/* The caller is worker 0. Work until enough results are ready, the time slice is over, or everything is done. */
static void work(struct wrh_files *files, size_t enough) {
    const uint64_t begin = wrh_wall_ns();

    for (;;) {
        const struct wrh_front front = wrh_queue_front(&files->queue, enough);
        int busy;
        if (front.ready == enough || front.all || wrh_wall_ns() - begin >= SLICE_NS)
            return;
        if (front.stream && front.ready) /* deliver finished results first */
            return;
        if (front.stream)
            read_stream(files, front.stream);
        busy = wrh_worker_round(&files->workers[0]);
        if (!busy && !front.stream)
            wrh_queue_wait_for_more(&files->queue, &front);
    }
}

size_t wrh_files_results(wrh_files *files, wrh_file_result *out, size_t most) {
    if (most == 0)
        return 0;
    work(files, most < ENOUGH ? most : ENOUGH);
    return wrh_queue_deliver(&files->queue, out, most);
}

size_t wrh_files_waiting(wrh_files *files) {
    return wrh_queue_waiting(&files->queue);
}

void wrh_files_used(wrh_files *files, wrh_files_usage *usage) {
    wrh_queue_used(&files->queue, usage);
}
