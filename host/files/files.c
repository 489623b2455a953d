/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* files.c - the ring of jobs, the threads, and the results on their way out in order. */
#define _GNU_SOURCE /* strdup */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "util/clock.h"

enum { SLICE_NS = 50 * 1000 * 1000, ENOUGH = 1024 };

struct wrh_files {
    pthread_mutex_t lock;
    pthread_cond_t entered, done, disk_free;
    struct wrh_job jobs[WRH_FILES_RING];
    uint64_t delivered, taken, end; /* numbers of jobs: the next to leave, to be taken, to enter */
    const struct wrh_source *disk_owner;
    wrh_files_usage usage;
    atomic_ptrdiff_t open; /* sources, of all workers */
    wr_md5_state stream;   /* of the stream that is read: the job `delivered`, once it has begun */
    int stream_begun, closing, io;
    unsigned threads;
    struct wrh_worker *workers;
};

static struct wrh_job *job_of(struct wrh_files *files, uint64_t number) {
    return &files->jobs[number % WRH_FILES_RING];
}

int wrh_files_io(const struct wrh_files *files) {
    return files->io;
}

struct wrh_job *wrh_files_take(struct wrh_files *files) {
    struct wrh_job *job = NULL;
    pthread_mutex_lock(&files->lock);
    if (files->taken < files->end) {
        job = job_of(files, files->taken++);
        job->state = WRH_JOB_TAKEN;
    }
    pthread_mutex_unlock(&files->lock);
    return job;
}

static void add_usage(wrh_files_usage *sum, const wrh_files_usage *more) {
    sum->bytes += more->bytes;
    sum->files += more->files;
    sum->read_ns += more->read_ns;
    sum->read_cpu_ns += more->read_cpu_ns;
    sum->hash_ns += more->hash_ns;
}

void wrh_files_done(struct wrh_files *files, struct wrh_job *const *jobs, size_t count, const wrh_files_usage *usage) {
    pthread_mutex_lock(&files->lock);
    for (size_t i = 0; i < count; i++)
        jobs[i]->state = WRH_JOB_DONE;
    files->usage.files += count;
    if (usage)
        add_usage(&files->usage, usage);
    pthread_cond_broadcast(&files->done);
    pthread_mutex_unlock(&files->lock);
}

void wrh_files_is_stream(struct wrh_files *files, struct wrh_job *job) {
    pthread_mutex_lock(&files->lock);
    job->state = WRH_JOB_STREAM;
    pthread_cond_broadcast(&files->done);
    pthread_mutex_unlock(&files->lock);
}

uint64_t wrh_files_bytes_ahead(struct wrh_files *files) {
    uint64_t waiting, mean;
    pthread_mutex_lock(&files->lock);
    waiting = (files->end - files->taken) / files->threads;
    mean = files->usage.files ? files->usage.bytes / files->usage.files : 0;
    pthread_mutex_unlock(&files->lock);
    return waiting * mean;
}

int wrh_files_claim_disk(struct wrh_files *files, const struct wrh_source *source) {
    int ours;
    pthread_mutex_lock(&files->lock);
    if (!files->disk_owner)
        files->disk_owner = source;
    ours = files->disk_owner == source;
    pthread_mutex_unlock(&files->lock);
    return ours;
}

void wrh_files_leave_disk(struct wrh_files *files, const struct wrh_source *source) {
    pthread_mutex_lock(&files->lock);
    if (files->disk_owner == source) {
        files->disk_owner = NULL;
        pthread_cond_broadcast(&files->disk_free);
    }
    pthread_mutex_unlock(&files->lock);
}

/* At most a slice. */
static void wait_a_slice(struct wrh_files *files, pthread_cond_t *condition) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += SLICE_NS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(condition, &files->lock, &until);
}

void wrh_files_wait_for_disk(struct wrh_files *files) {
    pthread_mutex_lock(&files->lock);
    if (files->disk_owner)
        wait_a_slice(files, &files->disk_free);
    pthread_mutex_unlock(&files->lock);
}

void wrh_files_opened(struct wrh_files *files, ptrdiff_t count) {
    atomic_fetch_add(&files->open, count);
}

int wrh_files_wait_for_descriptor(struct wrh_files *files, int own) {
    if (own)
        return 1;
    if (atomic_load(&files->open) == 0)
        return 0;
    pthread_mutex_lock(&files->lock);
    wait_a_slice(files, &files->done);
    pthread_mutex_unlock(&files->lock);
    return 1;
}

static void *worker_main(void *argument) {
    struct wrh_worker *worker = argument;
    struct wrh_files *files = worker->files;

    for (;;) {
        pthread_mutex_lock(&files->lock);
        while (!files->closing && !worker->open && !worker->held && files->taken == files->end)
            pthread_cond_wait(&files->entered, &files->lock);
        if (files->closing)
            break;
        pthread_mutex_unlock(&files->lock);
        wrh_worker_round(worker);
    }
    pthread_mutex_unlock(&files->lock);
    return NULL;
}

static int worker_start(struct wrh_files *files, unsigned index) {
    struct wrh_worker *worker = &files->workers[index];
    worker->files = files;
    worker->rotates = -1;
    for (size_t i = 0; i < WRH_FILES_WINDOW; i++)
        worker->order[i] = &worker->window[i];
    worker->buffer = aligned_alloc(4096, WRH_FILES_BUFFER + 4096);
    if (!worker->buffer)
        return 0;
    worker->running = index > 0 && pthread_create(&worker->thread, NULL, worker_main, worker) == 0;
    return index == 0 || worker->running;
}

wrh_files *wrh_files_new(unsigned threads, int io) {
    wrh_files *files = calloc(1, sizeof *files);
    if (!files)
        return NULL;
    files->io = io;
    files->threads = threads ? threads : 1;
    pthread_mutex_init(&files->lock, NULL);
    pthread_cond_init(&files->entered, NULL);
    pthread_cond_init(&files->done, NULL);
    pthread_cond_init(&files->disk_free, NULL);
    files->workers = calloc(files->threads, sizeof *files->workers);
    for (unsigned i = 0; i < files->threads; i++) {
        if (!files->workers || !worker_start(files, i)) {
            wrh_files_free(files);
            return NULL;
        }
    }
    return files;
}

static void end_workers(wrh_files *files) {
    pthread_mutex_lock(&files->lock);
    files->closing = 1;
    pthread_cond_broadcast(&files->entered);
    pthread_cond_broadcast(&files->disk_free);
    pthread_mutex_unlock(&files->lock);
    for (unsigned i = 0; files->workers && i < files->threads; i++) {
        if (files->workers[i].running)
            pthread_join(files->workers[i].thread, NULL);
        wrh_worker_drop(&files->workers[i]);
        free(files->workers[i].buffer);
    }
    free(files->workers);
}

void wrh_files_free(wrh_files *files) {
    if (!files)
        return;
    end_workers(files);
    for (uint64_t number = files->delivered; number < files->end; number++) {
        struct wrh_job *job = job_of(files, number);
        if (job->state == WRH_JOB_STREAM && job->fd != STDIN_FILENO)
            close(job->fd);
        free(job->path);
    }
    pthread_cond_destroy(&files->entered);
    pthread_cond_destroy(&files->done);
    pthread_cond_destroy(&files->disk_free);
    pthread_mutex_destroy(&files->lock);
    free(files);
}

size_t wrh_files_add(wrh_files *files, const char *paths, const uint64_t *ranges, size_t count) {
    size_t added = 0;

    pthread_mutex_lock(&files->lock);
    for (; added < count && files->end - files->delivered < WRH_FILES_RING; added++) {
        struct wrh_job *job = job_of(files, files->end);
        memset(job, 0, sizeof *job);
        job->path = strdup(paths);
        if (!job->path)
            break;
        job->number = files->end++;
        job->offset = ranges ? ranges[2 * added] : 0;
        job->length = ranges ? ranges[2 * added + 1] : UINT64_MAX;
        paths += strlen(paths) + 1;
    }
    pthread_cond_broadcast(&files->entered);
    pthread_mutex_unlock(&files->lock);
    return added;
}

/* Reads on in the stream that is next to leave. */
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
        wrh_files_done(files, &job, 1, &usage);
    } else {
        wrh_files_done(files, NULL, 0, &usage);
    }
}

static size_t ready(struct wrh_files *files) {
    size_t count = 0;
    while (count < ENOUGH && files->delivered + count < files->end &&
           job_of(files, files->delivered + count)->state == WRH_JOB_DONE)
        count++;
    return count;
}

/* The caller is worker 0. Returns with the lock held: when enough is ready, or the slice is over, or all is done. */
static void work(struct wrh_files *files, size_t most) {
    const uint64_t begin = wrh_wall_ns();
    const size_t enough = most < ENOUGH ? most : ENOUGH;

    for (;;) {
        size_t now;
        int stream, busy;
        pthread_mutex_lock(&files->lock);
        now = ready(files);
        if (now >= enough || files->delivered + now == files->end || wrh_wall_ns() - begin >= SLICE_NS)
            return;
        stream = job_of(files, files->delivered + now)->state == WRH_JOB_STREAM;
        if (stream && now) /* what is known before it first */
            return;
        pthread_mutex_unlock(&files->lock);
        if (stream)
            read_stream(files, job_of(files, files->delivered));
        busy = wrh_worker_round(&files->workers[0]);
        if (busy || stream)
            continue;
        pthread_mutex_lock(&files->lock);
        if (ready(files) == now && job_of(files, files->delivered + now)->state != WRH_JOB_STREAM)
            wait_a_slice(files, &files->done);
        pthread_mutex_unlock(&files->lock);
    }
}

size_t wrh_files_results(wrh_files *files, wrh_file_result *out, size_t most) {
    size_t count = 0;

    if (most == 0)
        return 0;
    work(files, most);
    for (; count < most && files->delivered < files->end; count++) {
        struct wrh_job *job = job_of(files, files->delivered);
        if (job->state != WRH_JOB_DONE)
            break;
        out[count] = job->result;
        free(job->path);
        files->delivered++;
    }
    pthread_mutex_unlock(&files->lock);
    return count;
}

size_t wrh_files_waiting(wrh_files *files) {
    size_t waiting;
    pthread_mutex_lock(&files->lock);
    waiting = (size_t)(files->end - files->delivered);
    pthread_mutex_unlock(&files->lock);
    return waiting;
}

void wrh_files_used(wrh_files *files, wrh_files_usage *usage) {
    pthread_mutex_lock(&files->lock);
    *usage = files->usage;
    pthread_mutex_unlock(&files->lock);
}
