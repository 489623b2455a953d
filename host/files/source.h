/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* source.h - what is read: regular files, streams, and whether the disk below rotates. (Internal.) */
#ifndef WRH_FILES_SOURCE_H
#define WRH_FILES_SOURCE_H

#include <time.h>

#include "queue.h"
#include "wirerate.h"

enum {
    /* Bytes of a round: what 64 lanes of 32 KiB take; more falls out of the cache between read and hash, less costs
     * system calls. */
    WRH_FILES_ROUND = 2 << 20,
    WRH_FILES_SLACK = 64 /* asked for beyond the size known, so that one read tells the file's end */
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

#endif
