/* How a batch is cut up: into pieces, and each piece to the way that suits it. */
#include "batch.h"

#include <string.h>

#include "equal.h"
#include "refill.h"
#include "util/secret.h"

/* Beyond this a message is hashed by itself: lanes count their blocks in 32 bits. */
#define LONGEST_IN_LANE ((size_t)0x7fffffff)

/* The digest or tag of a message by itself, which may have begun before and end elsewhere. */
static void hash_one(const struct wr_md5_kernel *md5, const struct wr_md5_batch *batch, size_t i,
                     uint8_t digest[WR_MD5_SIZE]) {
    const wr_hmac_md5_key *key = wr_batch_key(batch, i);
    const wr_message *message = &batch->messages[i];
    struct wr_md5_tail last = {message->data, message->length};
    uint64_t total = message->length + wr_batch_hashed(batch, i);
    uint32_t state[4];

    memcpy(state, wr_batch_state(batch, i), sizeof state);
    if (batch->tails) {
        last = batch->tails[i];
        total += last.length;
        if (message->length)
            md5->blocks(state, message->data, message->length / WR_MD5_BLOCK);
    }
    wr_md5_end(md5, state, last.data, last.length, total);
    if (key)
        wr_md5_outer(md5, key->outer, state, digest);
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
        memcpy(batch->messages[i].tag, digest, batch->tag_length);
    wr_wipe_here(digest, sizeof digest);
    return good;
}

static size_t one_by_one(const struct wr_md5_kernel *md5, const struct wr_md5_batch *batch) {
    size_t good = 0;
    for (size_t i = 0; i < batch->count; i++)
        good += one(md5, batch, i);
    return good;
}

/* The common case, found out as cheaply as can be. */
static int all_equal(const struct wr_md5_batch *batch) {
    const size_t length = batch->messages[0].length;
    size_t difference = 0;
    for (size_t i = 1; i < batch->count; i++)
        difference |= batch->messages[i].length ^ length;
    return difference == 0;
}

enum route { ONE_BY_ONE, EQUAL_LENGTHS, REFILL };

/* Few messages, or one far longer than the others, are faster one after the other. */
static enum route choose(const struct wr_md5_kernel *md5, const struct wr_md5_batch *batch) {
    size_t total = 0, most = 0, least = SIZE_MAX, longest = 0;

    if (md5->lanes == 1 || batch->count == 1)
        return ONE_BY_ONE;
    if (!batch->tails && wr_md5_lanes_pay(md5, batch->count) && all_equal(batch) &&
        batch->messages[0].length <= LONGEST_IN_LANE)
        return EQUAL_LENGTHS;
    for (size_t i = 0; i < batch->count; i++) {
        const size_t length = batch->messages[i].length, blocks = wr_md5_padded_blocks(length);
        total += blocks;
        most = blocks > most ? blocks : most;
        least = blocks < least ? blocks : least;
        longest = length > longest ? length : longest;
    }
    if (longest > LONGEST_IN_LANE || most * md5->pass_cost > total * 8)
        return ONE_BY_ONE;
    return most == least && !batch->tails ? EQUAL_LENGTHS : REFILL;
}

static size_t on_lanes(const struct wr_md5_kernel *md5, const struct wr_md5_batch *batch, enum route route) {
    struct wr_lane_output output;

    wr_lane_output_init(&output, md5, batch);
    if (route == EQUAL_LENGTHS)
        wr_md5_run_equal(&output);
    else
        wr_md5_run_refill(&output);
    if (batch->key || batch->keys)
        wr_wipe(output.digests, sizeof output.digests);
    return output.good;
}

static size_t run_piece(const struct wr_kernel *kernel, const struct wr_md5_batch *piece) {
    const struct wr_md5_kernel *md5 = kernel->md5;
    const enum route route = choose(md5, piece);
    struct wr_md5_batch filled = *piece;
    size_t good = 0;

    if (route == ONE_BY_ONE)
        return one_by_one(md5, piece);
    if (route == EQUAL_LENGTHS &&
        !wr_md5_lanes_pay(md5, filled.count % md5->lanes)) /* too few for lanes of their own */
        filled.count -= filled.count % md5->lanes;
    good = on_lanes(md5, &filled, route);
    for (size_t i = filled.count; i < piece->count; i++)
        good += one(md5, piece, i);
    return good;
}

size_t wr_md5_batch_run(const struct wr_kernel *kernel, const struct wr_md5_batch *batch) {
    size_t good = 0;

    for (size_t begin = 0; begin < batch->count; begin += WR_REFILL_MOST) {
        struct wr_md5_batch piece = *batch;
        piece.messages += begin;
        piece.count = batch->count - begin < WR_REFILL_MOST ? batch->count - begin : WR_REFILL_MOST;
        piece.keys = batch->keys ? batch->keys + begin : NULL;
        piece.good = batch->good ? batch->good + begin : NULL;
        piece.tags = batch->tags ? batch->tags + begin : NULL;
        piece.starts = batch->starts ? batch->starts + begin : NULL;
        piece.tails = batch->tails ? batch->tails + begin : NULL;
        good += run_piece(kernel, &piece);
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

void wr_md5_batch_with(const struct wr_kernel *kernel, const wr_message *messages, size_t count) {
    wr_md5_batch_run(kernel, &(struct wr_md5_batch){.messages = messages, .count = count, .tag_length = WR_MD5_SIZE});
}

void wr_md5_batch(const wr_message *messages, size_t count) {
    wr_md5_batch_with(wr_kernel_active(), messages, count);
}
