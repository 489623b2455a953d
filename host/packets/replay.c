/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* replay.c - rounds over the ring: slices are timed, and between slices their results are checked and undone. */
#include <stdlib.h>
#include <string.h>

#include "meter/cpus.h"
#include "meter/crew.h"
#include "ring.h"
#include "util/clock.h"

enum { SLICE = 1024, SPI = 0x1810, WINDOW = 1024 };

/* One thread's part of the ring, and the descriptors of a slice. */
struct worker {
    uint64_t first, laps; /* the thread's part of the ring, in laps */
    uint64_t bitmap[WR_AH_WINDOW_WORDS(WINDOW)];
    uint8_t scratch[WR_AH_SCRATCH];
    wr_ah_sa sa; /* the security association of the current cell */
    wr_ah_packet packets[SLICE];
    wr_message messages[SLICE];
    uint8_t tags[SLICE][WR_MD5_SIZE];
};

/* Data shared by all threads of a call. */
struct plan {
    wrh_ring *ring;
    const wrh_ring_cell *cells;
    const uint64_t *packets;
    const uint32_t *order;
    size_t count;
    unsigned threads;
    struct worker *workers;
    wrh_round *parts;
    wrh_round *out;
    struct wrh_barrier barrier;
};

static int associate(wr_ah_sa *sa, wrh_keyed_mac *mac, int generation, uint64_t *bitmap, void *scratch) {
    *sa = (wr_ah_sa){.spi = SPI,
                     .generation = (wr_ah_generation)generation,
                     .mac = wrh_keyed_mac_table(mac),
                     .key = wrh_keyed_mac_key(mac),
                     .scratch = scratch};
    if (generation == WR_AH_RFC4302)
        sa->window = (wr_ah_window){.size = WINDOW, .bitmap = bitmap};
    return wr_ah_sa_init(sa) == WR_OK ? WRH_OK : WRH_UNSUPPORTED;
}

int wrh_ring_prepare(wrh_ring *ring, wrh_keyed_mac *reference, int generation, int operation) {
    uint64_t bitmap[WR_AH_WINDOW_WORDS(WINDOW)];
    wr_ah_sa sa;
    if (associate(&sa, reference, generation, bitmap, NULL) != WRH_OK || wr_ah_overhead(&sa) != ring->ah_bytes)
        return WRH_UNSUPPORTED;
    const size_t headers = WRH_RING_HEADER + ring->ah_bytes;
    for (uint64_t i = 0; i < ring->templates; i++) {
        struct wrh_ring_template *template = &ring->template[i];
        uint8_t *slot = wrh_ring_slot(ring, i);
        const size_t length = template->length + ring->ah_bytes;
        wrh_ring_restore(ring, i);
        wr_ah_packet packet = {.data = slot + ring->ah_bytes, .length = template->length, .out = slot, .room = length};
        const wr_ah_input bare = {.body = slot, .body_length = length, .icv = template->bare};
        if (sa.mac->tags(sa.key, &bare, 1, NULL) != 0)
            return WRH_WRONG;
        if (wr_ah_sign(&sa, &packet, 1) != 1)
            return WRH_WRONG;
        memcpy(template->signed_, slot, headers);
    }
    for (uint64_t i = 0; i < ring->packets; i++) {
        /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): a ring has templates */
        const size_t which = (size_t)(i % ring->templates);
        wrh_ring_restore(ring, i);
        if (operation != WRH_RING_VERIFY)
            continue;
        memcpy(wrh_ring_slot(ring, i), ring->template[which].signed_, headers);
        if (which == ring->templates - 1)
            wrh_ring_slot(ring, i)[headers - ring->ah_bytes + (generation == WR_AH_RFC4302 ? 12 : 8)] ^= 1;
    }
    return WRH_OK;
}

/* Untimed. Set up descriptors for `count` packets beginning with lap `lap`. Return the bytes of their IP packets,
 * including AH. */
static uint64_t describe(const wrh_ring *ring, struct worker *worker, int operation, uint64_t lap, size_t count) {
    const uint64_t first = (worker->first + lap % worker->laps) * ring->templates;
    const uint64_t end = (worker->first + worker->laps) * ring->templates;
    uint64_t at = first, bytes = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t length = ring->template[at % ring->templates].length, whole = length + ring->ah_bytes;
        uint8_t *slot = wrh_ring_slot(ring, at);
        if (operation == WRH_RING_SIGN)
            worker->packets[i] =
                (wr_ah_packet){.data = slot + ring->ah_bytes, .length = length, .out = slot, .room = whole};
        else
            worker->packets[i] = (wr_ah_packet){.data = slot, .length = whole};
        worker->messages[i] = (wr_message){slot, whole, worker->tags[i]};
        bytes += whole;
        if (++at == end)
            at = worker->first * ring->templates;
    }
    return bytes;
}

/* Call the code under test once. */
static void call(struct worker *worker, int operation, size_t first, size_t count) {
    if (operation == WRH_RING_SIGN)
        wr_ah_sign(&worker->sa, worker->packets + first, count);
    else if (operation == WRH_RING_VERIFY)
        wr_ah_verify(&worker->sa, worker->packets + first, count);
    else
        wr_hmac_md5_batch(worker->sa.key, worker->messages + first, count, 12);
}

/* Each lap starts as a new security association. */
static void begin_lap(wr_ah_sa *sa) {
    sa->sequence = sa->window.top = 0;
    if (sa->window.words)
        memset(sa->window.bitmap, 0, sa->window.words * sizeof *sa->window.bitmap);
}

static void run_laps(const wrh_ring *ring, struct worker *worker, const wrh_ring_cell *cell, size_t count) {
    for (size_t lap = 0; lap < count; lap += ring->templates) {
        begin_lap(&worker->sa);
        for (size_t i = 0; i < ring->templates; i += cell->batch) {
            const size_t left = ring->templates - i;
            call(worker, cell->operation, lap + i, left < cell->batch ? left : cell->batch);
        }
    }
}

static int is_right(const wrh_ring *ring, const struct worker *worker, int operation, size_t i, uint64_t packet) {
    const struct wrh_ring_template *template = &ring->template[packet % ring->templates];
    const int forged = packet % ring->templates == ring->templates - 1;
    if (operation == WRH_RING_VERIFY)
        return worker->packets[i].reason == (forged ? WR_AH_BAD_ICV : WR_AH_OK);
    if (operation == WRH_RING_BARE)
        return memcmp(worker->tags[i], template->bare, 12) == 0;
    return worker->packets[i].reason == WR_AH_OK &&
           memcmp(wrh_ring_slot(ring, packet), template->signed_, WRH_RING_HEADER + ring->ah_bytes) == 0;
}

/* Untimed. Return how many packets have a wrong result, and restore signed packets to their unsigned form. */
static uint32_t check(const wrh_ring *ring, const struct worker *worker, int operation, uint64_t lap, size_t count) {
    uint32_t wrong = 0;
    uint64_t at = (worker->first + lap % worker->laps) * ring->templates;
    for (size_t i = 0; i < count; i++) {
        wrong += !is_right(ring, worker, operation, i, at);
        if (operation == WRH_RING_SIGN)
            wrh_ring_restore(ring, at);
        if (++at == (worker->first + worker->laps) * ring->templates)
            at = worker->first * ring->templates;
    }
    return wrong;
}

static void time_laps(const wrh_ring *ring, struct worker *worker, const wrh_ring_cell *cell, size_t count,
                      wrh_round *round) {
    const uint64_t cpu = wrh_cpu_ns(), wall = wrh_wall_ns(), ticks = wrh_ticks();
    run_laps(ring, worker, cell, count);
    round->ticks += wrh_ticks() - ticks;
    round->wall_ns += wrh_wall_ns() - wall;
    round->cpu_ns += wrh_cpu_ns() - cpu;
    round->messages += count;
}

/* Return the number of packets in a slice: whole laps, with no packet twice, because a packet must be restored before
 * it is signed again. */
static size_t slice_packets(const wrh_ring *ring, const struct worker *worker) {
    const size_t laps = SLICE / ring->templates;
    return (worker->laps < laps ? (size_t)worker->laps : laps) * ring->templates;
}

static wrh_round round_share(struct plan *plan, unsigned thread, uint32_t c) {
    const wrh_ring *ring = plan->ring;
    const wrh_ring_cell *cell = &plan->cells[c];
    struct worker *worker = &plan->workers[thread];
    const size_t most = slice_packets(ring, worker);
    uint64_t lap = ring->cursor;
    wrh_round round = {0};
    const uint64_t switches = wrh_involuntary();
    associate(&worker->sa, cell->macs[thread], cell->generation, worker->bitmap, worker->scratch);
    for (uint64_t left = (plan->packets[c] + ring->templates - 1) / ring->templates * ring->templates; left > 0;) {
        const size_t now = left < most ? (size_t)left : most;
        round.bytes += describe(ring, worker, cell->operation, lap, now);
        wrh_barrier_wait(&plan->barrier);
        time_laps(ring, worker, cell, now, &round);
        round.wrong += check(ring, worker, cell->operation, lap, now);
        left -= now;
        lap += now / ring->templates;
    }
    round.involuntary = (uint32_t)(wrh_involuntary() - switches);
    round.core_hz = wrh_core_hz_now();
    return round;
}

static void thread_rounds(void *argument, unsigned thread) {
    struct plan *plan = argument;
    for (size_t k = 0; k < plan->count; k++) {
        plan->parts[thread] = round_share(plan, thread, plan->order[k]);
        wrh_barrier_wait(&plan->barrier);
        if (thread == 0) {
            plan->out[k] = wrh_join_shares(plan->parts, plan->threads);
            plan->ring->cursor += (plan->packets[plan->order[k]] + plan->ring->templates - 1) / plan->ring->templates;
        }
        wrh_barrier_wait(&plan->barrier);
    }
}

/* Give every thread the same number of laps of the ring, without overlap. */
static struct worker *make_workers(const wrh_ring *ring, unsigned threads) {
    struct worker *workers = calloc(threads, sizeof *workers);
    const uint64_t laps = ring->packets / ring->templates, laps_per_thread = laps / threads;
    for (unsigned t = 0; workers && t < threads; t++) {
        workers[t].first = t * laps_per_thread;
        workers[t].laps = laps_per_thread;
    }
    return workers;
}

static int run(struct plan *plan, int64_t *stolen_ns) {
    int *cpus = calloc(plan->threads, sizeof *cpus);
    int64_t before, after;
    int started;
    if (!cpus)
        return WRH_NO_MEMORY;
    for (unsigned t = 0; t < plan->threads; t++)
        cpus[t] = wrh_cpu_for_thread(t, plan->threads);
    before = wrh_stolen_ns(cpus, plan->threads);
    wrh_barrier_init(&plan->barrier, plan->threads);
    started = wrh_crew_run(plan->threads, cpus, thread_rounds, plan);
    after = wrh_stolen_ns(cpus, plan->threads);
    if (stolen_ns)
        *stolen_ns = before < 0 || after < 0 ? -1 : after - before;
    free(cpus);
    return started == 0 ? WRH_OK : WRH_NO_MEMORY;
}

int wrh_ring_run(wrh_ring *ring, const wrh_ring_cell *cells, const uint64_t *packets, const uint32_t *order,
                 size_t count, unsigned threads, wrh_round *out, int64_t *stolen_ns) {
    struct plan plan = {.ring = ring,
                        .cells = cells,
                        .packets = packets,
                        .order = order,
                        .count = count,
                        .threads = threads ? threads : 1,
                        .out = out};
    int status = WRH_NO_MEMORY;
    if (ring->packets / ring->templates < plan.threads)
        return WRH_UNSUPPORTED; /* there must be packets for every thread, as threads cannot share one */
    plan.workers = make_workers(ring, plan.threads);
    plan.parts = calloc(plan.threads, sizeof *plan.parts);
    if (plan.workers && plan.parts)
        status = run(&plan, stolen_ns);
    free(plan.workers);
    free(plan.parts);
    return status;
}

/* Return the minimum time needed to read the clock twice. */
static uint64_t clock_cost(void) {
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < 64; i++) {
        const uint64_t begin = wrh_wall_ns(), took = wrh_wall_ns() - begin;
        least = took < least ? took : least;
    }
    return least;
}

int wrh_ring_latencies(wrh_ring *ring, const wrh_ring_cell *cell, size_t calls, double *ns_per_packet) {
    struct worker *worker = make_workers(ring, 1);
    const uint64_t clock = clock_cost();
    size_t done = 0;
    if (!worker)
        return WRH_NO_MEMORY;
    associate(&worker->sa, cell->macs[0], cell->generation, worker->bitmap, worker->scratch);
    for (; done < calls; ring->cursor++) {
        const uint64_t lap = ring->cursor;
        describe(ring, worker, cell->operation, lap, ring->templates);
        begin_lap(&worker->sa);
        for (size_t i = 0; i < ring->templates; i += cell->batch) {
            const size_t left = ring->templates - i, now = left < cell->batch ? left : cell->batch;
            const uint64_t begin = wrh_wall_ns();
            call(worker, cell->operation, i, now);
            const uint64_t took = wrh_wall_ns() - begin;
            if (done < calls)
                ns_per_packet[done++] = (double)(took > clock ? took - clock : 0) / (double)now;
        }
        check(ring, worker, cell->operation, lap, ring->templates);
    }
    free(worker);
    return WRH_OK;
}
