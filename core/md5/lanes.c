/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "lanes.h"

#include <string.h>

#include "util/secret.h"

enum { COPYING_LANES = 32 }; /* the most of a kernel without lane_ends */

const uint8_t wr_lane_zeros[4 * WR_MD5_BLOCK];

static void store_words(uint8_t *to, wr_lane_state from, size_t i) {
    for (size_t w = 0; w < 4; w++)
        wr_store32_le(to + 4 * w, from[w][i]);
}

/* memcpy of few bytes, by pieces of fixed size of which the last may overlap the one before: no call. */
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

/* For kernels without masked loads: the block is built in the lane's own of `blocks`, where it may be already if there
 * are joined ones. */
WR_INLINE void copy_ends(const struct wr_md5_kernel *md5, wr_lane_state state, const struct wr_md5_ends *ends,
                         size_t lanes, uint8_t (*blocks)[WR_MD5_BLOCK], int joined) {
    const uint8_t *data[COPYING_LANES];

    for (size_t i = 0; i < lanes; i++) {
        const size_t left = ends->left[i];
        data[i] = ends->data[i];
        if (left == WR_MD5_BLOCK)
            continue;
        if (joined && data[i] == blocks[i])
            memset(blocks[i] + left, 0, WR_MD5_BLOCK - left);
        else
            memset(blocks[i], 0, WR_MD5_BLOCK);
        if (left != WR_MD5_PADDED) {
            if (!joined || data[i] != blocks[i])
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

static void ends_by_copy(const struct wr_md5_kernel *md5, wr_lane_state state, const struct wr_md5_ends *ends,
                         size_t lanes) {
    uint8_t blocks[COPYING_LANES][WR_MD5_BLOCK];
    copy_ends(md5, state, ends, lanes, blocks, 0);
}

void wr_lanes_ends(const struct wr_md5_kernel *md5, wr_lane_state state, const struct wr_md5_ends *ends, size_t lanes) {
    if (md5->lane_ends)
        md5->lane_ends(state, ends, lanes);
    else
        ends_by_copy(md5, state, ends, lanes);
}

void wr_lanes_joined_ends(const struct wr_md5_kernel *md5, wr_lane_state state, const struct wr_md5_ends *ends,
                          size_t lanes, uint8_t (*blocks)[WR_MD5_BLOCK]) {
    if (md5->lane_ends)
        md5->lane_ends(state, ends, lanes);
    else
        copy_ends(md5, state, ends, lanes, blocks, 1);
}

WR_APART void outer_hash(struct wr_lane_output *output) {
    const struct wr_md5_kernel *md5 = output->md5;
    const struct wr_md5_batch *batch = output->batch;
    WR_ALIGNED(64) wr_lane_state outer;

    if (batch->keys) {
        for (size_t i = 0; i < output->count; i++)
            wr_lane_set_state(outer, i, batch->keys[output->message[i]]->outer);
    } else {
        wr_lanes_fill(outer, batch->key->outer);
    }
    md5->lane_outer(output->digests, outer, output->count);
    wr_wipe_here(outer, sizeof outer);
}

void wr_lanes_fill(wr_lane_state state, const uint32_t from[4]) {
    for (size_t w = 0; w < 4; w++) {
        for (size_t i = 0; i < WR_LANES_MAX; i++)
            state[w][i] = from[w];
    }
}

void wr_lane_output_init(struct wr_lane_output *output, const struct wr_md5_kernel *md5,
                         const struct wr_md5_batch *batch) {
    output->md5 = md5;
    output->batch = batch;
    output->count = output->good = 0;
}

static void write_tags(struct wr_lane_output *output) {
    const wr_message *const messages = output->batch->messages;
    const wr_pieces *const pieces = output->batch->pieces;
    const size_t length = output->batch->tag_length;
    uint8_t digest[WR_MD5_SIZE];

    for (size_t i = 0; i < output->count; i++) {
        uint8_t *const tag = pieces ? pieces[output->message[i]].tag : messages[output->message[i]].tag;
        store_words(digest, output->digests, i);
        if (length == 12)
            memcpy(tag, digest, 12);
        else if (length == 16)
            memcpy(tag, digest, 16);
        else
            memcpy(tag, digest, length);
    }
    wr_wipe_here(digest, sizeof digest);
}

static void check_tags(struct wr_lane_output *output) {
    const struct wr_md5_batch *batch = output->batch;
    uint8_t digest[WR_MD5_SIZE];

    for (size_t i = 0; i < output->count; i++) {
        const size_t message = output->message[i];
        store_words(digest, output->digests, i);
        batch->good[message] = (uint8_t)wr_equal_tags(digest, batch->tags[message], batch->tag_length);
        output->good += batch->good[message];
    }
    wr_wipe_here(digest, sizeof digest);
}

void wr_lane_output_flush(struct wr_lane_output *output) {
    const struct wr_md5_batch *batch = output->batch;

    if (output->count == 0)
        return;
    if (batch->key || batch->keys)
        outer_hash(output);
    if (batch->good)
        check_tags(output);
    else
        write_tags(output);
    output->count = 0;
}

void wr_lane_output_put(struct wr_lane_output *output, wr_lane_state state, size_t i, size_t message) {
    for (size_t w = 0; w < 4; w++)
        output->digests[w][output->count] = state[w][i];
    output->message[output->count++] = (uint16_t)message;
    if (output->count == output->md5->lanes)
        wr_lane_output_flush(output);
}

void wr_lane_output_put_all(struct wr_lane_output *output, size_t first, size_t count) {
    for (size_t i = 0; i < WR_LANES_MAX; i++)
        output->message[i] = (uint16_t)(first + i);
    output->count = count;
    wr_lane_output_flush(output);
}
