/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A batch is cut into parts, and each part takes one of four routes: one message after another (single.c), groups of
 * messages with the same number of blocks (equal.c), lanes that are refilled (refill.c), or refilled lanes for messages
 * in pieces. The routes that use lanes pass their results to the output (lanes.c).
 */
#include "batch.h"

#include <string.h>

#include "equal.h"
#include "pieces.h"
#include "refill.h"
#include "single.h"
#include "util/secret.h"

/* Return whether all messages have the same length. This is the common case, so it is checked without a branch per
 * message; if lengths differ, the search ends early. */
static int all_equal(const struct wr_md5_batch *batch) {
    enum { AT_ONCE = 16 };
    const size_t length = batch->messages[0].length; /* NOLINT(clang-analyzer-core.NullDereference): a batch has
                                                      * messages, or pieces */
    size_t difference = 0;
    for (size_t i = 0; difference == 0 && i < batch->count; i += AT_ONCE) {
        const size_t end = batch->count - i < AT_ONCE ? batch->count : i + AT_ONCE;
        for (size_t k = i; k < end; k++)
            difference |= batch->messages[k].length ^ length;
    }
    return difference == 0;
}

enum route { ONE_BY_ONE, EQUAL_LENGTHS, EQUAL_BLOCKS, REFILL, STREAMS, IN_PIECES };

/* Hashing one message after another is faster for a few messages, or if one is far longer than the rest. */
static enum route choose(const struct wr_md5_kernel *md5, const struct wr_md5_batch *batch) {
    const int streams = batch->kind == WR_MD5_BLOCKS;
    size_t total = 0, most, least, shortest = SIZE_MAX, longest = 0;

    if (md5->lanes == 1 || batch->count == 1)
        return ONE_BY_ONE;
    if (!streams && !batch->pieces && wr_md5_lanes_pay(md5, batch->count) && all_equal(batch) &&
        batch->messages[0].length <= WR_LONGEST_IN_LANE)
        return EQUAL_LENGTHS;
    for (size_t i = 0; i < batch->count; i++) {
        const size_t length = wr_batch_length(batch, i);
        total += wr_batch_blocks(batch, length);
        shortest = length < shortest ? length : shortest;
        longest = length > longest ? length : longest;
    }
    most = wr_batch_blocks(batch, longest);
    least = wr_batch_blocks(batch, shortest);
    if (most * md5->pass_cost > total * 8 || (longest > WR_LONGEST_IN_LANE && !streams))
        return ONE_BY_ONE;
    if (batch->pieces || streams)
        return streams ? STREAMS : IN_PIECES;
    return most == least ? EQUAL_BLOCKS : REFILL;
}

static size_t on_lanes(const struct wr_md5_kernel *md5, const struct wr_md5_batch *batch, enum route route) {
    struct wr_lane_output output;

    wr_lane_output_init(&output, md5, batch);
    if (route == EQUAL_LENGTHS || route == EQUAL_BLOCKS)
        wr_md5_run_equal(&output, route == EQUAL_LENGTHS);
    else if (route == REFILL)
        wr_md5_run_refill(&output);
    else if (route == STREAMS)
        wr_md5_run_streams(&output);
    else
        wr_md5_run_pieces(&output);
    if (batch->kind == WR_MD5_HMAC)
        wr_wipe(output.digests, sizeof output.digests);
    return output.good;
}

/* Hash one part of a batch. If all messages have the same number of blocks and too few remain for a last group in
 * lanes, hash the remaining ones singly. */
static size_t run_part(const struct wr_md5_kernel *md5, struct wr_md5_batch *part) {
    const enum route route = choose(md5, part);
    const size_t count = part->count, rest = count % md5->lanes;
    size_t good = 0;

    if (route == ONE_BY_ONE)
        part->count = 0;
    else if ((route == EQUAL_LENGTHS || route == EQUAL_BLOCKS) && !wr_md5_lanes_pay(md5, rest))
        part->count -= rest;
    if (part->count)
        good = on_lanes(md5, part, route);
    return good + wr_md5_run_singly(md5, part, count);
}

WR_APART size_t run_pieces(const struct wr_md5_kernel *md5, struct wr_md5_batch *part) {
    uint32_t lengths[WR_PART_IN_PIECES];

    for (size_t i = 0; i < part->count; i++)
        lengths[i] = wr_pieces_length(&part->pieces[i], WR_LONGEST_IN_LANE);
    part->lengths = lengths;
    return run_part(md5, part);
}

size_t wr_md5_batch_run(const struct wr_kernel *kernel, const struct wr_md5_batch *batch) {
    const size_t most = batch->pieces ? WR_PART_IN_PIECES : batch->kind == WR_MD5_BLOCKS ? WR_PART_OF_STREAMS : WR_PART;
    size_t good = 0;

    for (size_t begin = 0; begin < batch->count; begin += most) {
        struct wr_md5_batch part = *batch;
        part.count = batch->count - begin < most ? batch->count - begin : most;
        part.messages = batch->messages ? batch->messages + begin : NULL;
        part.pieces = batch->pieces ? batch->pieces + begin : NULL;
        part.keys = batch->keys ? batch->keys + begin : NULL;
        part.good = batch->good ? batch->good + begin : NULL;
        part.tags = batch->tags ? batch->tags + begin : NULL;
        part.starts = batch->starts ? batch->starts + begin : NULL;
        part.states = batch->states ? batch->states + begin : NULL;
        good += part.pieces ? run_pieces(kernel->md5, &part) : run_part(kernel->md5, &part);
    }
    return good;
}

void wr_md5_first_blocks(const struct wr_md5_kernel *md5, const struct wr_md5_start *start,
                         const uint8_t *const *blocks, size_t count, struct wr_md5_start *starts) {
    const size_t rounded = wr_lanes_rounded(md5, count);
    WR_ALIGNED(64) wr_lane_state state;
    const uint8_t *data[WR_LANES_MAX];

    for (size_t i = 0; i < rounded; i++)
        data[i] = blocks[i < count ? i : 0];
    wr_lanes_fill(state, start->state);
    md5->lane_blocks(state, data, WR_MD5_BLOCK, count, 1);
    for (size_t i = 0; i < count; i++) {
        for (size_t w = 0; w < 4; w++)
            starts[i].state[w] = state[w][i];
        starts[i].hashed = start->hashed + WR_MD5_BLOCK;
    }
    wr_wipe(state, sizeof state);
    wr_burn_below(md5->lanes_depth);
}

void wr_md5_batch(const wr_message *messages, size_t count) {
    wr_md5_batch_run(
        wr_kernel_active(),
        &(struct wr_md5_batch){.kind = WR_MD5_DIGEST, .messages = messages, .count = count, .tag_length = WR_MD5_SIZE});
}

void wr_md5_batch_pieces(const wr_pieces *messages, size_t count) {
    wr_md5_batch_run(
        wr_kernel_active(),
        &(struct wr_md5_batch){.kind = WR_MD5_DIGEST, .pieces = messages, .count = count, .tag_length = WR_MD5_SIZE});
}
