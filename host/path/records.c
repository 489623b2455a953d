/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* records.c - send records through streams; time, number, compare and count them. */
#define _GNU_SOURCE /* for sched_getaffinity */
#include <errno.h>
#include <netinet/in.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "meter/cpus.h"
#include "stream.h"
#include "watch.h"
#include "wirerate_host.h"

enum {
    INFO = 11,      /* TCP_INFO */
    RECEIVED = 128, /* offset of tcpi_bytes_received in struct tcp_info (linux/tcp.h, since 4.1) */
};

/* Data of one run of rounds. */
struct desk {
    uint8_t record[WRH_RECORD_ROOM], back[WRH_RECORD_ROOM];
    uint64_t number;
    wrh_watch watch;
};

/* Return the number of bytes that the receiving end's TCP has received in order. */
static uint64_t received(const wrh_stream *stream) {
    uint8_t info[256] = {0};
    socklen_t size = sizeof info;
    uint64_t octets = 0;
    if (stream->in >= 0 && getsockopt(stream->in, IPPROTO_TCP, INFO, info, &size) == 0 &&
        size >= RECEIVED + sizeof octets)
        memcpy(&octets, info + RECEIVED, sizeof octets);
    return octets;
}

static int carry_record(struct desk *desk, wrh_stream *stream, uint32_t size, int32_t *wrong) {
    size_t numbered = size < sizeof desk->number ? size : sizeof desk->number;
    desk->number++;
    memcpy(desk->record, &desk->number, numbered);
    int failed = stream->carry(stream, desk->record, desk->back, size);
    *wrong += failed == 0 && memcmp(desk->record, desk->back, numbered) != 0;
    return failed;
}

static int run_round(struct desk *desk, wrh_stream *stream, const uint32_t *sizes, size_t lap, uint64_t laps,
                     wrh_stream_round *out) {
    *out = (wrh_stream_round){.octets = received(stream)};
    if (stream->in >= 0)
        memset(desk->back, 0, sizeof desk->back);
    else
        memcpy(desk->back, desk->record, sizeof desk->back); /* buffer for sealing */
    int failed = 0;
    wrh_watch_start(&desk->watch);
    for (uint64_t done = 0; done < laps && !failed; done++)
        for (size_t i = 0; i < lap && !failed; i++)
            failed = carry_record(desk, stream, sizes[i], &out->wrong);
    wrh_passed passed = wrh_watch_stop(&desk->watch);
    out->wall_ns = passed.wall_ns;
    out->cpu_ns = passed.cpu_ns;
    out->involuntary = passed.involuntary;
    out->octets = received(stream) - out->octets;
    out->wrong += !failed && memcmp(desk->record, desk->back, sizes[lap - 1]) != 0;
    return failed;
}

static void fill(uint8_t *record) {
    uint32_t value = 1;
    for (size_t i = 0; i < WRH_RECORD_ROOM; i++) {
        value = value * 1664525 + 1013904223; /* any generator that does not repeat soon */
        record[i] = (uint8_t)(value >> 24);
    }
}

int wrh_stream_run(wrh_stream *const *streams, const uint32_t *sizes, size_t lap, uint64_t laps, const uint32_t *order,
                   size_t count, wrh_stream_round *out, int64_t *stolen_ns) {
    struct desk *desk = calloc(1, sizeof *desk);
    if (!desk)
        return -ENOMEM;
    for (size_t i = 0; i < lap; i++)
        if (sizes[i] == 0 || sizes[i] > WRH_RECORD_MAX) {
            free(desk);
            return -EMSGSIZE;
        }
    cpu_set_t before;
    int known = sched_getaffinity(0, sizeof before, &before) == 0;
    int cpu = wrh_pin(-1), failed = 0;
    fill(desk->record);
    wrh_watch_open(&desk->watch);
    int64_t stolen = wrh_stolen_ns(&cpu, 1);
    for (size_t k = 0; k < count && !failed; k++)
        failed = run_round(desk, streams[order[k]], sizes, lap, laps, &out[k]);
    int64_t since = wrh_stolen_ns(&cpu, 1);
    *stolen_ns = stolen < 0 || since < 0 ? -1 : since - stolen;
    wrh_watch_close(&desk->watch);
    free(desk);
    if (known)
        sched_setaffinity(0, sizeof before, &before);
    return failed;
}
