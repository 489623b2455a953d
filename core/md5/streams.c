/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Many messages that arrive in pieces. Whole blocks of the pieces go through lanes like a batch whose messages have no
 * end; what is left of a piece waits in its state. Ends go through an ordinary batch that begins with these states.
 */
#include <string.h>

#include "batch.h"
#include "lanes.h"

enum { CLASSES = 128, RUNS = 128, ENDS = 32 }; /* so many at a time, for the sake of the stack */

/* A piece's whole blocks, on their way into its message's state. */
struct run {
    uint32_t *state;
    const uint8_t *data;
    size_t blocks;
};

struct lanes {
    const struct wr_md5_kernel *md5;
    const struct run *runs;
    const uint16_t *order;
    size_t count, taken, width, active;
    WR_ALIGNED(64) wr_lane_state state;
    const uint8_t *data[WR_LANES_MAX];
    size_t blocks[WR_LANES_MAX]; /* to come; SIZE_MAX: idle */
    const struct run *run[WR_LANES_MAX];
};

/* Longest first (the LPT rule), in steps of a 128th of the longest: a counting sort. */
static void sort_by_blocks(uint16_t *order, const struct run *runs, size_t count, size_t most) {
    const size_t step = most / CLASSES + 1;
    uint16_t start[CLASSES + 1] = {0};

    for (size_t i = 0; i < count; i++)
        start[CLASSES - runs[i].blocks / step]++;
    for (size_t class = 0; class < CLASSES; class++)
        start[class + 1] = (uint16_t)(start[class + 1] + start[class]);
    for (size_t i = 0; i < count; i++)
        order[start[CLASSES - 1 - runs[i].blocks / step]++] = (uint16_t)i;
}

/* Lane i takes the next run, or none. */
static void take(struct lanes *lanes, size_t i) {
    const struct run *run;

    if (lanes->taken == lanes->count) {
        lanes->run[i] = NULL;
        lanes->blocks[i] = SIZE_MAX;
        lanes->active--;
        return;
    }
    run = &lanes->runs[lanes->order[lanes->taken++]];
    lanes->run[i] = run;
    lanes->data[i] = run->data;
    lanes->blocks[i] = run->blocks;
    wr_lane_set_state(lanes->state, i, run->state);
}

/* All lanes by as many blocks as each still has; idle ones read what another one reads. */
static void advance(struct lanes *lanes) {
    const uint8_t *readable = NULL;
    size_t least = SIZE_MAX;

    for (size_t i = 0; i < lanes->width; i++) {
        readable = lanes->run[i] ? lanes->data[i] : readable;
        least = lanes->blocks[i] < least ? lanes->blocks[i] : least;
    }
    for (size_t i = 0; i < lanes->width; i++)
        lanes->data[i] = lanes->run[i] ? lanes->data[i] : readable;
    lanes->md5->lane_blocks(lanes->state, lanes->data, WR_MD5_BLOCK, lanes->width, least);
    for (size_t i = 0; i < lanes->width; i++) {
        if (!lanes->run[i])
            continue;
        lanes->data[i] += least * WR_MD5_BLOCK;
        lanes->blocks[i] -= least;
        if (lanes->blocks[i] == 0) {
            for (size_t w = 0; w < 4; w++)
                lanes->run[i]->state[w] = lanes->state[w][i];
            take(lanes, i);
        }
    }
}

static void on_lanes(const struct wr_md5_kernel *md5, const struct run *runs, size_t count, size_t width, size_t most) {
    uint16_t order[RUNS];
    struct lanes lanes = {.md5 = md5, .runs = runs, .order = order, .count = count, .width = width, .active = width};

    sort_by_blocks(order, runs, count, most);
    for (size_t i = 0; i < width; i++)
        take(&lanes, i);
    while (lanes.active)
        advance(&lanes);
}

/* Few runs, or one far longer than the others, are faster one after the other; else as many lanes as the longest
 * leaves room for. */
static void hash_runs(const struct wr_md5_kernel *md5, const struct run *runs, size_t count) {
    size_t total = 0, most = 0, width;

    for (size_t i = 0; i < count; i++) {
        total += runs[i].blocks;
        most = runs[i].blocks > most ? runs[i].blocks : most;
    }
    if (md5->lanes == 1 || most * md5->pass_cost > total * 8) {
        for (size_t i = 0; i < count; i++)
            md5->blocks(runs[i].state, runs[i].data, runs[i].blocks);
        return;
    }
    width = total / most + 1 < count ? total / most + 1 : count;
    width = wr_lanes_rounded(md5, width);
    on_lanes(md5, runs, count, width < md5->lanes ? width : md5->lanes, most);
}

/* What completes the block that waits in a state goes in first, and what fills no block at the end waits there; the
 * whole blocks between the two are the run. */
static struct run enter(const struct wr_md5_kernel *kernel, wr_md5_state *md5, const uint8_t *data, size_t length) {
    const size_t held = md5->length % WR_MD5_BLOCK, room = held ? WR_MD5_BLOCK - held : 0;
    const size_t first = length < room ? length : room, left = (length - first) % WR_MD5_BLOCK;
    const struct run run = {md5->state, first < length ? data + first : NULL, (length - first) / WR_MD5_BLOCK};

    if (first)
        wr_md5_absorb(kernel, md5, data, first);
    md5->length += run.blocks * WR_MD5_BLOCK; /* the run does not touch the buffer: the rest may be there already */
    if (left)
        wr_md5_absorb(kernel, md5, data + length - left, left);
    return run;
}

static void update_some(const struct wr_kernel *kernel, wr_md5_state *const *states, const wr_message *pieces,
                        size_t count) {
    struct run runs[RUNS];
    size_t used = 0;

    for (size_t i = 0; i < count; i++) {
        if (!wr_md5_state_is_valid(states[i]))
            continue;
        runs[used] = enter(kernel->md5, states[i], (const uint8_t *)pieces[i].data, pieces[i].length);
        used += runs[used].blocks != 0;
    }
    if (used)
        hash_runs(kernel->md5, runs, used);
}

void wr_md5_update_batch(wr_md5_state *const *states, const wr_message *pieces, size_t count) {
    for (size_t begin = 0; begin < count; begin += RUNS)
        update_some(wr_kernel_active(), states + begin, pieces + begin,
                    count - begin < RUNS ? count - begin : (size_t)RUNS);
}

static void finish_some(const struct wr_kernel *kernel, wr_md5_state *const *states, size_t count, uint8_t *digests) {
    wr_message ends[ENDS];
    struct wr_md5_start starts[ENDS];
    size_t valid = 0;

    for (size_t i = 0; i < count; i++) {
        const size_t left = wr_md5_state_is_valid(states[i]) ? states[i]->length % WR_MD5_BLOCK : 0;
        if (!wr_md5_state_is_valid(states[i]))
            continue;
        ends[valid] = (wr_message){states[i]->buffer, left, digests + i * WR_MD5_SIZE};
        memcpy(starts[valid].state, states[i]->state, sizeof starts[valid].state);
        starts[valid++].hashed = states[i]->length - left;
    }
    wr_md5_batch_run(
        kernel,
        &(struct wr_md5_batch){
            .kind = WR_MD5_DIGEST, .messages = ends, .count = valid, .tag_length = WR_MD5_SIZE, .starts = starts});
    for (size_t i = 0; i < count; i++)
        if (wr_md5_state_is_valid(states[i]))
            wr_wipe(states[i], sizeof *states[i]);
}

void wr_md5_final_batch(wr_md5_state *const *states, size_t count, uint8_t *digests) {
    for (size_t begin = 0; begin < count; begin += ENDS)
        finish_some(wr_kernel_active(), states + begin, count - begin < ENDS ? count - begin : (size_t)ENDS,
                    digests + begin * WR_MD5_SIZE);
}
