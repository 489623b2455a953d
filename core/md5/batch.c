/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* How a batch is cut up: into parts, and each part to the way that suits it. */
#include "batch.h"

#include <string.h>

#include "equal.h"
#include "pieces.h"
#include "refill.h"
#include "util/secret.h"

/* Brings a message's state to its end; `total` bytes are behind. */
WR_APART void hash_pieces(const struct wr_md5_kernel *md5, uint32_t state[4], const wr_pieces *message,
                          uint64_t total) {
    const wr_piece *const end = wr_pieces_end(message);
    struct wr_md5_cursor cursor = wr_cursor_at_start(message);
    struct wr_md5_stretch stretch = {NULL, 0};
    uint8_t seam[WR_MD5_BLOCK];

    while (cursor.piece != end) {
        if (stretch.length)
            md5->blocks(state, stretch.data, stretch.length / WR_MD5_BLOCK);
        if (wr_cursor_at_seam(&cursor, end))
            stretch = (struct wr_md5_stretch){seam, wr_cursor_join(&cursor, end, seam)};
        else
            stretch = wr_cursor_stretch(&cursor, end);
        total += stretch.length;
    }
    wr_md5_end(md5, state, stretch.data, stretch.length, total);
}

/* The digest or tag of a message by itself, which may have begun before. */
static void hash_one(const struct wr_md5_kernel *md5, const struct wr_md5_batch *batch, size_t i,
                     uint8_t digest[WR_MD5_SIZE]) {
    const uint64_t before = wr_batch_hashed(batch, i);
    uint32_t state[4];

    memcpy(state, wr_batch_state(batch, i), sizeof state);
    if (batch->pieces)
        hash_pieces(md5, state, &batch->pieces[i], before);
    else /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a batch has messages, or pieces */
        wr_md5_end(md5, state, (const uint8_t *)batch->messages[i].data, batch->messages[i].length,
                   before + batch->messages[i].length);
    if (batch->kind == WR_MD5_HMAC)
        wr_md5_outer(md5, (batch->keys ? batch->keys[i] : batch->key)->outer, state, digest);
    else
        wr_md5_digest(digest, state, 1);
    wr_wipe_here(state, sizeof state);
}

static unsigned one(const struct wr_md5_kernel *md5, const struct wr_md5_batch *batch, size_t i) {
    uint8_t digest[WR_MD5_SIZE];
    unsigned good = 0;

    hash_one(md5, batch, i, digest);
    if (batch->good)
        good = batch->good[i] = (uint8_t)wr_equal_tags(digest, batch->tags[i], batch->tag_length);
    else
        memcpy(batch->pieces ? batch->pieces[i].tag : batch->messages[i].tag, digest, batch->tag_length);
    wr_wipe_here(digest, sizeof digest);
    return good;
}

WR_APART size_t each(const struct wr_md5_kernel *md5, const struct wr_md5_batch *batch, size_t first) {
    size_t good = 0;
    for (size_t i = first; i < batch->count; i++)
        good += one(md5, batch, i);
    return good;
}

static size_t one_by_one(const struct wr_md5_kernel *md5, const struct wr_md5_batch *batch, size_t first) {
    const size_t good = each(md5, batch, first);

    if (batch->kind == WR_MD5_HMAC)
        wr_burn_below(md5->depth);
    return good;
}

/* The common case, found out as cheaply as can be: without a branch for each message, and where lengths differ, soon.
 */
static int all_equal(const struct wr_md5_batch *batch) {
    enum { AT_ONCE = 16 };
    const size_t length = batch->messages[0].length; /* NOLINT(clang-analyzer-core.NullDereference): likewise */
    size_t difference = 0;
    for (size_t i = 0; difference == 0 && i < batch->count; i += AT_ONCE) {
        const size_t end = batch->count - i < AT_ONCE ? batch->count : i + AT_ONCE;
        for (size_t k = i; k < end; k++)
            difference |= batch->messages[k].length ^ length;
    }
    return difference == 0;
}

enum route { ONE_BY_ONE, EQUAL_LENGTHS, EQUAL_BLOCKS, REFILL, IN_PIECES };

/* Few messages, or one far longer than the others, are faster one after the other. */
static enum route choose(const struct wr_md5_kernel *md5, const struct wr_md5_batch *batch) {
    size_t total = 0, most, least, shortest = SIZE_MAX, longest = 0;

    if (md5->lanes == 1 || batch->count == 1)
        return ONE_BY_ONE;
    if (!batch->pieces && wr_md5_lanes_pay(md5, batch->count) && all_equal(batch) &&
        batch->messages[0].length <= WR_LONGEST_IN_LANE)
        return EQUAL_LENGTHS;
    for (size_t i = 0; i < batch->count; i++) {
        const size_t length = wr_batch_length(batch, i);
        total += wr_md5_padded_blocks(length);
        shortest = length < shortest ? length : shortest;
        longest = length > longest ? length : longest;
    }
    most = wr_md5_padded_blocks(longest);
    least = wr_md5_padded_blocks(shortest);
    if (longest > WR_LONGEST_IN_LANE || most * md5->pass_cost > total * 8)
        return ONE_BY_ONE;
    if (batch->pieces)
        return IN_PIECES;
    return most == least ? EQUAL_BLOCKS : REFILL;
}

static size_t on_lanes(const struct wr_md5_kernel *md5, const struct wr_md5_batch *batch, enum route route) {
    struct wr_lane_output output;

    wr_lane_output_init(&output, md5, batch);
    if (route == EQUAL_LENGTHS || route == EQUAL_BLOCKS)
        wr_md5_run_equal(&output, route == EQUAL_LENGTHS);
    else if (route == REFILL)
        wr_md5_run_refill(&output);
    else
        wr_md5_run_pieces(&output);
    if (batch->kind == WR_MD5_HMAC)
        wr_wipe(output.digests, sizeof output.digests);
    return output.good;
}

static size_t run_part(const struct wr_kernel *kernel, const struct wr_md5_batch *part) {
    const struct wr_md5_kernel *md5 = kernel->md5;
    const enum route route = choose(md5, part);
    struct wr_md5_batch filled = *part;
    size_t good = 0;

    if (route == ONE_BY_ONE)
        return one_by_one(md5, part, 0);
    if ((route == EQUAL_LENGTHS || route == EQUAL_BLOCKS) &&
        !wr_md5_lanes_pay(md5, filled.count % md5->lanes)) /* too few for lanes of their own */
        filled.count -= filled.count % md5->lanes;
    good = on_lanes(md5, &filled, route);
    return filled.count < part->count ? good + one_by_one(md5, part, filled.count) : good;
}

WR_APART size_t run_pieces(const struct wr_kernel *kernel, struct wr_md5_batch *part) {
    uint32_t lengths[WR_PIECES_MOST];
    size_t good;

    for (size_t i = 0; i < part->count; i++)
        lengths[i] = wr_pieces_length(&part->pieces[i], WR_LONGEST_IN_LANE);
    part->lengths = lengths;
    good = run_part(kernel, part);
    part->lengths = NULL;
    return good;
}

size_t wr_md5_batch_run(const struct wr_kernel *kernel, const struct wr_md5_batch *batch) {
    const size_t most = batch->pieces ? WR_PIECES_MOST : WR_REFILL_MOST;
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
        good += part.pieces ? run_pieces(kernel, &part) : run_part(kernel, &part);
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
