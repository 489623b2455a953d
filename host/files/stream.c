/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* stream.c - pipes, terminals and devices, which have no size and may block. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "source.h"
#include "util/clock.h"

enum { SLICE_NS = 50 * 1000 * 1000, SLICE_MS = 50 };

/* A FIFO is opened without waiting for a writer. Wait with poll instead: unlike read, it reports no end of file before
 * there has been a writer. */
static int has_something(int fd) {
    struct pollfd state = {fd, POLLIN, 0};
    return poll(&state, 1, SLICE_MS) > 0;
}

/* Read once. Return 1 if the stream has ended, 0 to continue, -1 if no data are available now. */
static int step(struct wrh_job *job, wr_md5_state *md5, uint8_t *buffer, wrh_files_usage *usage) {
    const uint64_t before = wrh_wall_ns(), cpu = wrh_cpu_ns();
    ptrdiff_t got;
    uint64_t after;

    if (!has_something(job->fd))
        return -1;
    got = read(job->fd, buffer, WRH_FILES_ROUND);
    after = wrh_wall_ns();
    usage->read_ns += after - before;
    usage->read_cpu_ns += wrh_cpu_ns() - cpu;
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return -1;
    if (got < 0)
        job->result.error = errno;
    if (got <= 0)
        return 1;
    wr_md5_update(md5, buffer, (size_t)got);
    usage->hash_ns += wrh_wall_ns() - after;
    usage->bytes += (uint64_t)got;
    job->result.bytes += (uint64_t)got;
    return 0;
}

int wrh_stream_slice(struct wrh_job *job, wr_md5_state *md5, uint8_t *buffer, wrh_files_usage *usage) {
    const uint64_t begin = wrh_wall_ns();
    int ended = 0;

    while (ended == 0 && wrh_wall_ns() - begin < SLICE_NS)
        ended = step(job, md5, buffer, usage);
    return ended > 0;
}
