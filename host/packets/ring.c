/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* ring.c - the layout of the ring. A slot begins with the signed packet. The header of the unsigned packet is
 * `ah_bytes` further on, so that the payload never moves and signing in place works as in a network stack with
 * headroom. */
#define _GNU_SOURCE /* for MAP_ANONYMOUS and MADV_HUGEPAGE */
#include "ring.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "meter/random.h"

static uint64_t lines_of(const wrh_ring *ring, size_t template) {
    return (ring->template[template].length + ring->ah_bytes + WRH_RING_LINE - 1) / WRH_RING_LINE;
}

static void make_header(uint8_t header[WRH_RING_HEADER], size_t length, uint64_t *random) {
    static const uint8_t addresses[32] = {0x20, 0x01, 0x0d, 0xb8, [15] = 1, [16] = 0x20, 0x01, 0x0d, 0xb8, [31] = 2};
    const uint64_t flow = wrh_random_next(random);
    const size_t payload = length - WRH_RING_HEADER;
    header[0] = 0x60;
    header[1] = (uint8_t)(flow & 0x0f);
    header[2] = (uint8_t)(flow >> 8);
    header[3] = (uint8_t)(flow >> 16);
    header[4] = (uint8_t)(payload >> 8);
    header[5] = (uint8_t)payload;
    header[6] = 17;
    header[7] = 64;
    memcpy(header + 8, addresses, sizeof addresses);
}

/* Shuffle the lengths once: runs of equal lengths would be easier to process than real traffic. */
static int make_templates(wrh_ring *ring, const uint64_t *lengths, uint64_t *random) {
    for (size_t i = 0; i < ring->templates; i++) {
        const size_t other = (size_t)wrh_random_below(random, i + 1);
        if (lengths[i] <= WRH_RING_HEADER || lengths[i] > 65535)
            return WRH_UNSUPPORTED;
        ring->template[i].length = ring->template[other].length;
        ring->template[other].length = (size_t)lengths[i];
    }
    for (size_t i = 0; i < ring->templates; i++)
        make_header(ring->template[i].header, ring->template[i].length, random);
    return WRH_OK;
}

/* Assign memory to the packets in random order. */
static int deal_memory(wrh_ring *ring, uint64_t *random) {
    uint32_t *permutation = wrh_random_order(ring->packets, random);
    uint32_t line = 0;
    if (!permutation)
        return WRH_NO_MEMORY;
    for (uint64_t i = 0; i < ring->packets; i++) {
        ring->place[permutation[i]] = line;
        line += (uint32_t)lines_of(ring, permutation[i] % ring->templates);
    }
    free(permutation);
    return WRH_OK;
}

void wrh_ring_restore(const wrh_ring *ring, uint64_t packet) {
    uint8_t *slot = wrh_ring_slot(ring, packet);
    memset(slot, 0, ring->ah_bytes);
    memcpy(slot + ring->ah_bytes, ring->template[packet % ring->templates].header, WRH_RING_HEADER);
}

/* Copies of a template share its payload of random bytes, written in the first lap. */
static void write_packets(wrh_ring *ring, uint64_t *random) {
    const size_t behind = ring->ah_bytes + WRH_RING_HEADER;
    for (uint64_t i = 0; i < ring->packets; i++) {
        const size_t payload = ring->template[i % ring->templates].length - WRH_RING_HEADER;
        uint8_t *to = wrh_ring_slot(ring, i) + behind;
        if (i >= ring->templates) {
            memcpy(to, wrh_ring_slot(ring, i % ring->templates) + behind, payload);
        } else {
            for (size_t at = 0; at < payload; at++)
                to[at] = (uint8_t)(wrh_random_next(random) >> 56);
        }
        wrh_ring_restore(ring, i);
    }
}

static int map_memory(wrh_ring *ring, uint64_t lines) {
    const size_t huge = (size_t)2 << 20;
    ring->mapped = ((size_t)lines * WRH_RING_LINE + huge - 1) / huge * huge;
    void *memory = mmap(NULL, ring->mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return WRH_NO_MEMORY;
    ring->memory = memory;
#ifdef MADV_HUGEPAGE
    madvise(memory, ring->mapped, MADV_HUGEPAGE); /* optional: kernels without support use small pages */
#endif
    return WRH_OK;
}

static int lay_out(wrh_ring *ring, const uint64_t *lengths, uint64_t working_set, uint64_t seed) {
    uint64_t lap = 0, random = seed, laps;
    int status = make_templates(ring, lengths, &random);
    if (status != WRH_OK)
        return status;
    for (size_t i = 0; i < ring->templates; i++)
        lap += lines_of(ring, i);
    laps = (working_set + lap * WRH_RING_LINE - 1) / (lap * WRH_RING_LINE);
    laps = laps ? laps : 1;
    ring->packets = laps * ring->templates;
    if (laps * lap > UINT32_MAX)
        return WRH_NO_MEMORY;
    ring->place = calloc(ring->packets, sizeof *ring->place);
    if (!ring->place || map_memory(ring, laps * lap) != WRH_OK || deal_memory(ring, &random) != WRH_OK)
        return WRH_NO_MEMORY;
    write_packets(ring, &random);
    return WRH_OK;
}

wrh_ring *wrh_ring_new(const uint64_t *lengths, size_t templates, size_t ah_bytes, uint64_t working_set,
                       uint64_t seed) {
    if (templates == 0 || templates > WRH_RING_TEMPLATES || ah_bytes > WRH_RING_HEADERS - WRH_RING_HEADER)
        return NULL;
    wrh_ring *ring = calloc(1, sizeof *ring);
    if (!ring)
        return NULL;
    ring->templates = templates;
    ring->ah_bytes = ah_bytes;
    if (lay_out(ring, lengths, working_set, seed) == WRH_OK)
        return ring;
    wrh_ring_free(ring);
    return NULL;
}

void wrh_ring_free(wrh_ring *ring) {
    if (!ring)
        return;
    if (ring->memory)
        munmap(ring->memory, ring->mapped);
    free(ring->place);
    free(ring);
}

uint64_t wrh_ring_packets(const wrh_ring *ring) {
    return ring->packets;
}
