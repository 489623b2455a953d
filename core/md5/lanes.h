/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What batches of both kinds, plain and HMAC, do with the lanes of a kernel. (Internal.) */
#ifndef WR_CORE_MD5_LANES_H
#define WR_CORE_MD5_LANES_H

#include "batch.h"
#include "util/compiler.h"

typedef uint32_t wr_lane_state[4][WR_LANES_MAX];

/* Beyond this a message is hashed by itself: lanes count their blocks in 32 bits. */
#define WR_LONGEST_IN_LANE ((size_t)0x7fffffff)

/* A block of zeros, and what is prefetched after it: what a lane without work is given. */
extern const uint8_t wr_lane_zeros[4 * WR_MD5_BLOCK];

/* Brings a message's first lines on their way while the lanes work on others; lane_blocks looks ahead by itself. */
WR_INLINE void wr_lane_prefetch(const wr_message *message) {
    const uint8_t *p = (const uint8_t *)message->data;
    for (size_t offset = 0; offset < message->length && offset < 256; offset += 64)
        WR_PREFETCH(p + offset);
}

/* States of lanes are set by functions that are not inlined and call no other. What stays in registers then is in none
 * that a callee of the loop would save on the stack, deeper than is burnt; they end with WR_FORGET. */
void wr_lanes_fill(wr_lane_state state, const uint32_t from[4]);

/* One more block of each lane, some of them at their message's end. */
void wr_lanes_ends(const struct wr_md5_kernel *md5, wr_lane_state state, const struct wr_md5_ends *ends, size_t lanes);

/* Enters a message's end, of which `left` bytes (0..63) lie at `data`, or its block `left` == 64, into lane i. */
static inline void wr_lane_set_end(struct wr_md5_ends *ends, size_t i, const uint8_t *data, size_t left,
                                   uint64_t total) {
    ends->data[i] = left && left != WR_MD5_PADDED ? data : wr_lane_zeros;
    ends->left[i] = (uint8_t)left;
    ends->total[i] = total;
}

static inline void wr_lane_set_state(wr_lane_state state, size_t i, const uint32_t from[4]) {
    for (size_t w = 0; w < 4; w++)
        state[w][i] = from[w];
}

/* Finished digests on their way out: message numbers and, for HMAC, inner digests that wait for the outer hash until
 * there are enough to fill all lanes. */
struct wr_lane_output {
    const struct wr_md5_kernel *md5;
    const struct wr_md5_batch *batch;
    size_t count;
    size_t good; /* good tags so far, where they are verified */
    uint16_t message[WR_LANES_MAX];
    WR_ALIGNED(64) wr_lane_state digests;
};

void wr_lane_output_init(struct wr_lane_output *output, const struct wr_md5_kernel *md5,
                         const struct wr_md5_batch *batch);

/* Takes the digests of a set of lanes, a bit for each, whose messages are those of `messages` there, and sets their
 * states to `start` if that is not NULL. */
void wr_lane_output_take(struct wr_lane_output *output, wr_lane_state state, uint64_t lanes, const uint16_t *messages,
                         const uint32_t *start);
/* Delivers what is held. */
void wr_lane_output_flush(struct wr_lane_output *output);

/* What the outer hash of HMAC begins with, where all messages have one key. */
void wr_lane_output_key(const struct wr_lane_output *output, wr_lane_state keyed);
/* The outer hash of HMAC, if this is HMAC: inner digests of `messages` become tags. */
void wr_lane_output_outer(const struct wr_lane_output *output, wr_lane_state keyed, wr_lane_state digests,
                          const uint16_t *messages, size_t count);
/* Write the finished digests of `messages` where they belong, or compare them with the tags received. States of streams
 * go back to the streams. */
void wr_lane_output_deliver(struct wr_lane_output *output, wr_lane_state digests, const uint16_t *messages,
                            size_t count);

/* Return the blocks that a message of this length takes, padding included. The blocks of a stream have none. */
static inline size_t wr_batch_blocks(const struct wr_md5_batch *batch, size_t length) {
    return (length + (batch->kind == WR_MD5_BLOCKS ? 0 : 1 + 8 + WR_MD5_BLOCK - 1)) / WR_MD5_BLOCK;
}

/* Return the state that a message begins or goes on with. */
static inline const uint32_t *wr_batch_state(const struct wr_md5_batch *batch, size_t message) {
    if (batch->starts)
        return batch->starts[message].state;
    if (batch->states)
        return batch->states[message]->state;
    if (batch->keys)
        return batch->keys[message]->inner;
    return batch->kind == WR_MD5_HMAC ? batch->key->inner : wr_md5_initial;
}

/* Return the state that all messages begin with, or NULL if each has its own. */
static inline const uint32_t *wr_batch_common_state(const struct wr_md5_batch *batch) {
    return batch->starts || batch->states || batch->keys ? NULL : wr_batch_state(batch, 0);
}

/* Return the bytes that were hashed before a message's data. */
static inline uint64_t wr_batch_hashed(const struct wr_md5_batch *batch, size_t message) {
    if (batch->starts)
        return batch->starts[message].hashed;
    if (batch->states)
        return batch->states[message]->length / WR_MD5_BLOCK * WR_MD5_BLOCK;
    return batch->kind == WR_MD5_HMAC ? WR_MD5_BLOCK : 0;
}

/* Return how deep the stack is to be burnt below the loop that calls the lanes. Where every message has its own key,
 * the loop's own functions have words of keys in registers, which the next ones save; blocks that are put together of
 * pieces lie between. */
static inline size_t wr_batch_depth(const struct wr_md5_kernel *md5, const struct wr_md5_batch *batch) {
    if (batch->kind != WR_MD5_HMAC)
        return 0;
    if (md5->lanes_depth && batch->pieces)
        return WR_DEPTH_LANES;
    return batch->keys ? WR_DEPTH_MESSAGE : md5->lanes_depth;
}

static inline size_t wr_batch_length(const struct wr_md5_batch *batch, size_t message) {
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a batch has messages, or pieces */
    return batch->pieces ? batch->lengths[message] : batch->messages[message].length;
}

#endif
