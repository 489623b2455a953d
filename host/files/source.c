/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* source.c - regular files: opened without blocking, read piece by piece, and checked for changes. */
#define _GNU_SOURCE /* for syscall and O_CLOEXEC */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#include "source.h"

#ifndef RWF_NOWAIT
#define RWF_NOWAIT 0x8 /* from <linux/fs.h> */
#endif

static int fail(struct wrh_job *job, int error) {
    job->result.error = error;
    return 0;
}

/* Without O_NONBLOCK, opening a FIFO that has no writer would block here, and so would all files after it. */
static int open_file(const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0 && errno == EAGAIN) /* another process holds a lease (fcntl(2), F_SETLEASE) */
        fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    return fd;
}

static int is_stdin(const char *path) {
    return path[0] == '-' && path[1] == '\0';
}

/* POSIX has had this name since 2008; macOS uses another. */
static struct timespec modified(const struct stat *status) {
#ifdef __APPLE__
    return status->st_mtimespec;
#else
    return status->st_mtim;
#endif
}

static int classify(struct wrh_source *source, struct wrh_job *job, const struct stat *status) {
    const uint64_t size = (uint64_t)status->st_size;
    uint64_t left = size > job->offset ? size - job->offset : 0;

    if (S_ISDIR(status->st_mode)) {
        close(source->fd);
        return fail(job, EISDIR);
    }
    if (!S_ISREG(status->st_mode) && job->length != UINT64_MAX) {
        close(source->fd);
        return fail(job, ESPIPE); /* a range needs a file with a size */
    }
    if (!S_ISREG(status->st_mode)) {
        job->fd = source->fd;
        return -1;
    }
    left = left < job->length ? left : job->length;
    source->job = job;
    source->started = source->ended = source->sequential = 0;
    source->reads = 0;
    source->at = job->offset;
    source->bytes = 0;
    source->remaining = left;
    source->size = size;
    source->device = (uint64_t)status->st_dev;
    source->modified = modified(status);
    job->result.inode = status->st_ino;
    job->result.modified_ns = (int64_t)source->modified.tv_sec * 1000000000 + source->modified.tv_nsec;
    wr_md5_init(&source->md5);
    return 1;
}

int wrh_source_open(struct wrh_source *source, struct wrh_job *job) {
    struct stat status;

    if (is_stdin(job->path)) {
        job->fd = STDIN_FILENO;
        return -1;
    }
    source->fd = open_file(job->path);
    if (source->fd < 0)
        return errno == EMFILE || errno == ENFILE ? -2 : fail(job, errno);
    if (fstat(source->fd, &status) != 0) {
        const int error = errno;
        close(source->fd);
        return fail(job, error);
    }
    return classify(source, job, &status);
}

#ifdef SYS_preadv2
/* Call preadv2() as a system call: glibc has had the function since 2.26 and musl since 1.2.5, and released wheels run
 * on older versions. */
static ptrdiff_t read_cached(int fd, uint8_t *buffer, size_t length, uint64_t at) {
    struct iovec to = {buffer, length};
    return syscall(SYS_preadv2, fd, &to, 1L, (long)at, (long)(at >> 32), RWF_NOWAIT);
}
#endif

static ptrdiff_t read_at(const struct wrh_source *source, uint8_t *buffer, size_t length, int cached) {
    ptrdiff_t got;
    do {
#ifdef SYS_preadv2
        if (cached)
            got = read_cached(source->fd, buffer, length, source->at);
        else
#endif
            got = pread(source->fd, buffer, length, (off_t)source->at);
    } while (got < 0 && errno == EINTR);
    (void)cached;
    return got;
}

/* Return how many bytes to read: a little more than the known size, so that the same read detects the end of the file,
 * but not more than the range. */
static size_t bytes_to_read(const struct wrh_source *source, size_t wanted, size_t room) {
    const uint64_t range = source->job->length - source->bytes;
    size_t requested = wanted;

    if (source->remaining && source->remaining <= wanted)
        requested = (size_t)source->remaining + WRH_FILES_SLACK;
    requested = requested < room ? requested : room;
    return range < requested ? (size_t)range : requested;
}

ptrdiff_t wrh_source_read(struct wrh_source *source, uint8_t *buffer, size_t wanted, size_t room, int cached) {
    const size_t requested = bytes_to_read(source, wanted, room);
    const ptrdiff_t got = requested ? read_at(source, buffer, requested, cached) : 0;

    if (got < 0 && cached)
        return -1; /* not in the page cache, or not supported by the file system */
    source->started = 1;
    source->reads++;
    if (got < 0) {
        source->ended = 1;
        source->job->result.error = errno;
        return 0;
    }
    source->at += (uint64_t)got;
    source->bytes += (uint64_t)got;
    /* The file has ended if a read returns all bytes expected from the size, and none of the bytes requested beyond. */
    source->ended = got == 0 || source->bytes == source->job->length ||
                    (source->remaining && (uint64_t)got == source->remaining && (size_t)got < requested);
    source->remaining = source->remaining > (uint64_t)got ? source->remaining - (uint64_t)got : 0;
    return got;
}

/* Check for changes only if more than one read was needed: a single read that returns the whole file is consistent. */
static int has_changed(const struct wrh_source *source) {
    const uint64_t end = source->size - (source->size < source->job->offset ? source->size : source->job->offset);
    const uint64_t expected = end < source->job->length ? end : source->job->length;
    struct stat status;

    if (source->reads == 1 && source->bytes == expected)
        return 0;
    if (fstat(source->fd, &status) != 0)
        return 0;
    return (uint64_t)status.st_size != source->size || modified(&status).tv_sec != source->modified.tv_sec ||
           modified(&status).tv_nsec != source->modified.tv_nsec;
}

void wrh_source_close(struct wrh_source *source) {
    source->job->result.bytes = source->bytes;
    source->job->result.changed = has_changed(source);
    close(source->fd);
}
