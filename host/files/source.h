/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* source.h - reading regular files and streams, and detecting rotating disks. (Internal.) */
#ifndef WRH_FILES_SOURCE_H
#define WRH_FILES_SOURCE_H

#include <time.h>

#include "queue.h"
#include "wirerate.h"

enum {
    /* Bytes per round: 64 lanes of 32 KiB. More would drop out of the cache between reading and hashing, less would
     * cost system calls. */
    WRH_FILES_ROUND = 2 << 20,
    WRH_FILES_SLACK = 64 /* bytes requested beyond the known size, so that one read detects the end of the file */
};

/* An open regular file. */
struct wrh_source {
    struct wrh_job *job;
    int fd;
    int started, ended;
    int sequential; /* nonzero if it must be read without other reads in parallel */
    unsigned reads;
    uint64_t at, bytes;
    uint64_t remaining; /* bytes left according to its size when opened; also 0 if the size has no meaning (/proc) */
    uint64_t size;
    uint64_t device;
    struct timespec modified;
    wr_md5_state md5;
};

/* Open the file of a job. Return 1 if `source` is ready, 0 if the job is done with an error, -1 if it is a stream, and
 * -2 if no descriptor is left. */
int wrh_source_open(struct wrh_source *source, struct wrh_job *job);
/* Read about `wanted` bytes, at most `room` (>= WRH_FILES_SLACK), and set `ended` at the end or on an error. With
 * `cached`, read only from the page cache, and return -1 if none of the data is there. */
ptrdiff_t wrh_source_read(struct wrh_source *source, uint8_t *buffer, size_t wanted, size_t room, int cached);
/* Record whether the file has changed, and close it. */
void wrh_source_close(struct wrh_source *source);

/* Return whether a device (st_dev) is a rotating disk according to the kernel. */
int wrh_disk_rotates(uint64_t device);

/* Read a stream for about 50 ms, or until a signal arrives. Return 1 if the stream has ended. */
int wrh_stream_slice(struct wrh_job *job, wr_md5_state *md5, uint8_t *buffer, wrh_files_usage *usage);

#endif
