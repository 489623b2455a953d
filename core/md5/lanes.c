/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "lanes.h"

#include <string.h>

#include "util/bits.h"
#include "util/secret.h"

enum { COPYING_LANES = 32 }; /* the maximum number of lanes of kernels without lane_ends */

const uint8_t wr_lane_zeros[4 * WR_MD5_BLOCK] = {0};

/* Like memcpy, for a few bytes: copies pieces of fixed size, the last of which may overlap the one before, without a
 * function call. */
static inline void copy_few(uint8_t *to, const uint8_t *from, size_t length) {
    if (length >= 16) {
        for (size_t i = 0; i + 16 <= length; i += 16)
            memcpy(to + i, from + i, 16);
        memcpy(to + length - 16, from + length - 16, 16);
    } else if (length >= 8) {
        memcpy(to, from, 8);
        memcpy(to + length - 8, from + length - 8, 8);
    } else {
        for (size_t i = 0; i < length; i++)
            to[i] = from[i];
    }
}

/* For kernels without masked loads: copy the last block of each lane and pad the copy. */
WR_APART void ends_by_copy(const struct wr_md5_kernel *md5, wr_lane_state state, const struct wr_md5_ends *ends,
                           size_t lanes) {
    uint8_t blocks[COPYING_LANES][WR_MD5_BLOCK];
    const uint8_t *data[COPYING_LANES];

    for (size_t i = 0; i < lanes; i++) {
        const size_t left = ends->left[i];
        data[i] = ends->data[i];
        if (left == WR_MD5_BLOCK)
            continue;
        memset(blocks[i], 0, WR_MD5_BLOCK);
        if (left != WR_MD5_PADDED) {
            copy_few(blocks[i], data[i], left);
            blocks[i][left] = 0x80;
        }
        if (left < 56 || left == WR_MD5_PADDED)
            wr_store64_le(blocks[i] + 56, ends->total[i] * 8);
        data[i] = blocks[i];
    }
    for (size_t i = lanes; i < wr_lanes_rounded(md5, lanes); i++)
        data[i] = wr_lane_zeros;
    md5->lane_blocks(state, data, WR_MD5_BLOCK, lanes, 1);
}

void wr_lanes_ends(const struct wr_md5_kernel *md5, wr_lane_state state, const struct wr_md5_ends *ends, size_t lanes) {
    if (md5->lane_ends)
        md5->lane_ends(state, ends, lanes);
    else
        ends_by_copy(md5, state, ends, lanes);
}

WR_NOINLINE void wr_lanes_fill(wr_lane_state state, const uint32_t from[4]) {
    for (size_t w = 0; w < 4; w++) {
        for (size_t i = 0; i < WR_LANES_MAX; i++)
            state[w][i] = from[w];
    }
    WR_FORGET();
}

void wr_lane_output_init(struct wr_lane_output *output, const struct wr_md5_kernel *md5,
                         const struct wr_md5_batch *batch) {
    output->md5 = md5;
    output->batch = batch;
    output->count = output->good = 0;
}

void wr_lane_output_key(const struct wr_lane_output *output, wr_lane_state keyed) {
    if (output->batch->kind == WR_MD5_HMAC && !output->batch->keys)
        wr_lanes_fill(keyed, output->batch->key->outer);
}

WR_APART void set_outer_states(const struct wr_md5_batch *batch, wr_lane_state keyed, const uint16_t *messages,
                               size_t count) {
    for (size_t i = 0; i < count; i++)
        wr_lane_set_state(keyed, i, batch->keys[messages[i]]->outer);
    WR_FORGET();
}

void wr_lane_output_outer(const struct wr_lane_output *output, wr_lane_state keyed, wr_lane_state digests,
                          const uint16_t *messages, size_t count) {
    const struct wr_md5_batch *batch = output->batch;

    if (batch->kind != WR_MD5_HMAC)
        return;
    if (batch->keys)
        set_outer_states(batch, keyed, messages, count);
    output->md5->lane_outer(digests, keyed, count);
}

/* Write tags of `length` bytes. Inlined, so that each common length compiles to a few moves. */
WR_INLINE void write_tags(const struct wr_md5_batch *batch, wr_lane_state digests, const uint16_t *messages,
                          size_t count, size_t length) {
    uint8_t digest[WR_MD5_SIZE];

    for (size_t i = 0; i < count; i++) {
        uint8_t *const tag = batch->pieces ? batch->pieces[messages[i]].tag : batch->messages[messages[i]].tag;
        size_t w = 0;
        for (; w < length / 4; w++)
            wr_store32_le(tag + 4 * w, digests[w][i]);
        if (length % 4) {
            wr_store32_le(digest, digests[w][i]);
            memcpy(tag + 4 * w, digest, length % 4);
        }
    }
    wr_wipe_here(digest, sizeof digest);
}

static void put_states(const struct wr_md5_batch *batch, wr_lane_state states, const uint16_t *messages, size_t count) {
    for (size_t i = 0; i < count; i++) {
        for (size_t w = 0; w < 4; w++)
            batch->states[messages[i]]->state[w] = states[w][i];
    }
}

static void check_tags(struct wr_lane_output *output, wr_lane_state digests, const uint16_t *messages, size_t count) {
    const struct wr_md5_batch *batch = output->batch;
    uint8_t digest[WR_MD5_SIZE];

    for (size_t i = 0; i < count; i++) {
        for (size_t w = 0; w < 4; w++)
            wr_store32_le(digest + 4 * w, digests[w][i]);
        batch->good[messages[i]] = (uint8_t)wr_equal_tags(digest, batch->tags[messages[i]], batch->tag_length);
        output->good += batch->good[messages[i]];
    }
    wr_wipe_here(digest, sizeof digest);
}

void wr_lane_output_deliver(struct wr_lane_output *output, wr_lane_state digests, const uint16_t *messages,
                            size_t count) {
    const struct wr_md5_batch *batch = output->batch;

    if (batch->good)
        check_tags(output, digests, messages, count);
    else if (batch->kind == WR_MD5_BLOCKS)
        put_states(batch, digests, messages, count);
    else if (batch->tag_length == 12 && output->md5->lane_tags && !batch->pieces)
        output->md5->lane_tags(digests, batch->messages, messages, count);
    else if (batch->tag_length == 12)
        write_tags(batch, digests, messages, count, 12);
    else if (batch->tag_length == 16)
        write_tags(batch, digests, messages, count, 16);
    else
        write_tags(batch, digests, messages, count, batch->tag_length);
}

WR_APART void outer_hash(struct wr_lane_output *output) {
    WR_ALIGNED(64) wr_lane_state keyed;

    wr_lane_output_key(output, keyed);
    wr_lane_output_outer(output, keyed, output->digests, output->message, output->count);
    wr_wipe_here(keyed, sizeof keyed);
}

void wr_lane_output_flush(struct wr_lane_output *output) {
    if (output->count == 0)
        return;
    if (output->batch->kind == WR_MD5_HMAC)
        outer_hash(output);
    wr_lane_output_deliver(output, output->digests, output->message, output->count);
    output->count = 0;
}

WR_APART void turn_by_lane(wr_lane_state state, uint64_t lanes, wr_lane_state digests, size_t first,
                           const uint32_t *start) {
    for (; lanes; lanes &= lanes - 1, first++) {
        const unsigned i = wr_bits_first(lanes);
        for (size_t w = 0; w < 4; w++)
            digests[w][first] = state[w][i];
        if (start)
            wr_lane_set_state(state, i, start);
    }
    WR_FORGET();
}

void wr_lane_output_take(struct wr_lane_output *output, wr_lane_state state, uint64_t lanes, const uint16_t *messages,
                         const uint32_t *start) {
    while (lanes) {
        const size_t first = output->count;
        uint64_t fitting = 0;
        for (; lanes && output->count < output->md5->lanes; lanes &= lanes - 1) {
            const unsigned i = wr_bits_first(lanes);
            output->message[output->count++] = messages[i];
            fitting |= (uint64_t)1 << i;
        }
        if (output->md5->lane_turns)
            output->md5->lane_turns(state, fitting, output->digests, first, start);
        else
            turn_by_lane(state, fitting, output->digests, first, start);
        if (output->count == output->md5->lanes)
            wr_lane_output_flush(output);
    }
}
