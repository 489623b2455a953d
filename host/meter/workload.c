/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* workload.c - the layout of the ring.
 *
 * The ring is visited in laps. A lap contains every template once, in a newly shuffled order, so that every round of
 * whole laps has exactly the proportions of the mix. The place of each copy in memory is a second, independent shuffle:
 * consecutive packets are not neighbours in memory, and a prefetcher cannot fetch the next one, just as with packets in
 * the buffers of a network stack. The memory uses transparent huge pages if possible (MADV_HUGEPAGE), so that a cold
 * measurement shows cache misses and not page walks. */
#define _GNU_SOURCE /* for MAP_ANONYMOUS and MADV_HUGEPAGE */
#include "workload.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "random.h"

static void fill_random(uint64_t *state, uint8_t *bytes, uint64_t count) {
    for (uint64_t i = 0; i < count; i += 8) {
        uint64_t word = wrh_random_next(state);
        memcpy(bytes + i, &word, count - i < 8 ? (size_t)(count - i) : 8);
    }
}

/* Return the number of cache lines of a message; an empty message has one, too, so that its address is unique. */
static uint64_t lines_of(uint64_t length) {
    return length ? (length + WRH_LINE - 1) / WRH_LINE : 1;
}

static void shuffle_laps(wrh_workload *workload, uint64_t *random) {
    uint8_t *which = workload->which;
    for (uint64_t lap = 0; lap < workload->messages; lap += workload->templates)
        for (size_t i = 0; i < workload->templates; i++) {
            uint64_t other = wrh_random_below(random, i + 1);
            which[lap + i] = which[lap + other];
            which[lap + other] = (uint8_t)i;
        }
}

/* Assign memory to the messages in random order and write their copies, in the order of memory: of `contents` if not
 * NULL, otherwise of random bytes. */
static int write_copies(wrh_workload *workload, uint64_t *random, const uint8_t *const *contents) {
    uint32_t *order = wrh_random_order(workload->messages, random);
    if (!order)
        return WRH_NO_MEMORY;
    const uint8_t *first[WRH_TEMPLATES_MAX] = {0};
    if (contents)
        memcpy(first, contents, workload->templates * sizeof *first);
    uint32_t line = 0;
    for (uint64_t i = 0; i < workload->messages; i++) {
        uint8_t template = workload->which[order[i]];
        uint8_t *copy = workload->memory + (size_t)line * WRH_LINE;
        if (first[template]) {
            memcpy(copy, first[template], (size_t)workload->lengths[template]);
        } else {
            fill_random(random, copy, workload->lengths[template]);
            first[template] = copy;
        }
        workload->place[order[i]] = line;
        line += (uint32_t)lines_of(workload->lengths[template]);
    }
    free(order);
    return WRH_OK;
}

static int map_ring(wrh_workload *workload, uint64_t lines) {
    const size_t huge = (size_t)2 << 20;
    workload->ring_bytes = (size_t)lines * WRH_LINE;
    workload->mapped = (workload->ring_bytes + WRH_PAGE + huge - 1) / huge * huge;
    void *memory = mmap(NULL, workload->mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return WRH_NO_MEMORY;
    workload->mapping = workload->memory = memory;
#ifdef MADV_HUGEPAGE
    madvise(memory, workload->mapped, MADV_HUGEPAGE); /* optional: kernels without support use small pages */
#endif
    return WRH_OK;
}

static int lay_out(wrh_workload *workload, uint64_t working_set, uint64_t seed) {
    uint64_t lap_lines = 0, lap_bytes = 0;
    for (size_t i = 0; i < workload->templates; i++) {
        lap_lines += lines_of(workload->lengths[i]);
        lap_bytes += workload->lengths[i];
    }
    uint64_t laps = (working_set + lap_lines * WRH_LINE - 1) / (lap_lines * WRH_LINE);
    laps = laps ? laps : 1;
    workload->messages = laps * workload->templates;
    workload->bytes = laps * lap_bytes;
    if (laps * lap_lines > UINT32_MAX)
        return WRH_NO_MEMORY;
    workload->which = calloc(workload->messages, sizeof *workload->which);
    workload->place = calloc(workload->messages, sizeof *workload->place);
    if (!workload->which || !workload->place || map_ring(workload, laps * lap_lines) != WRH_OK)
        return WRH_NO_MEMORY;
    uint64_t random = seed;
    shuffle_laps(workload, &random);
    if (write_copies(workload, &random, NULL) != WRH_OK)
        return WRH_NO_MEMORY;
    fill_random(&random, workload->nonces[0], sizeof workload->nonces);
    return wrh_workload_split(workload, 1);
}

wrh_workload *wrh_workload_new(const uint64_t *lengths, size_t templates, uint64_t working_set, uint64_t seed) {
    if (templates == 0 || templates > WRH_TEMPLATES_MAX)
        return NULL;
    wrh_workload *workload = calloc(1, sizeof *workload);
    if (!workload)
        return NULL;
    workload->templates = templates;
    memcpy(workload->lengths, lengths, templates * sizeof *lengths);
    if (lay_out(workload, working_set, seed) != WRH_OK) {
        wrh_workload_free(workload);
        return NULL;
    }
    return workload;
}

void wrh_workload_free(wrh_workload *workload) {
    if (!workload)
        return;
    if (workload->mapping)
        munmap(workload->mapping, workload->mapped);
    free(workload->which);
    free(workload->place);
    free(workload->cursors);
    free(workload);
}

uint64_t wrh_workload_bytes(const wrh_workload *workload) {
    return workload->bytes;
}

uint64_t wrh_workload_messages(const wrh_workload *workload) {
    return workload->messages;
}

/* Return one copy of each template, to be freed by the caller, and set `contents` to their addresses; NULL if memory is
 * short. */
static uint8_t *copied(const wrh_workload *workload, const uint8_t **contents) {
    uint8_t *memory = malloc(workload->ring_bytes), *next = memory;
    for (uint64_t i = 0; memory && i < workload->messages; i++) {
        uint8_t template = workload->which[i];
        if (!contents[template]) {
            contents[template] = memcpy(next, wrh_workload_data(workload, i), (size_t)workload->lengths[template]);
            next += workload->lengths[template] ? workload->lengths[template] : 1;
        }
    }
    return memory;
}

int wrh_workload_move(wrh_workload *workload, const struct wrh_place *place) {
    workload->drawn = *place;
    if (workload->ring_bytes > WRH_MOVABLE)
        return WRH_OK;
    const uint8_t *contents[WRH_TEMPLATES_MAX] = {0};
    uint8_t *memory = copied(workload, contents);
    if (!memory)
        return WRH_NO_MEMORY;
    uint8_t *before = workload->memory;
    uint64_t random = place->order;
    workload->memory = workload->mapping + place->ring;
    int status = write_copies(workload, &random, contents);
    if (status != WRH_OK)
        workload->memory = before;
    free(memory);
    return status;
}

int wrh_workload_split(wrh_workload *workload, unsigned threads) {
    if (workload->parts == threads)
        return WRH_OK;
    uint64_t *cursors = calloc(threads, sizeof *cursors);
    if (!cursors)
        return WRH_NO_MEMORY;
    free(workload->cursors);
    workload->cursors = cursors;
    workload->parts = threads;
    return WRH_OK;
}

struct wrh_part wrh_workload_part(wrh_workload *workload, unsigned thread) {
    uint64_t first = workload->messages * thread / workload->parts;
    uint64_t end = workload->messages * (thread + 1) / workload->parts;
    /* With more threads than messages, some threads share a message, which is fine for reading. */
    return (struct wrh_part){first, end > first ? end - first : 1, &workload->cursors[thread]};
}
