/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Functions for the lanes of a kernel that MD5 and HMAC batches share. (Internal.) */
#ifndef WR_CORE_MD5_LANES_H
#define WR_CORE_MD5_LANES_H

#include "batch.h"
#include "util/compiler.h"

typedef uint32_t wr_lane_state[4][WR_LANES_MAX];

/* Messages longer than this are hashed by themselves, because lanes count their blocks in 32 bits. */
#define WR_LONGEST_IN_LANE ((size_t)0x7fffffff)

/* A block of zeros, and the bytes prefetched after it: the data of lanes without work. */
extern const uint8_t wr_lane_zeros[4 * WR_MD5_BLOCK];

/* Prefetch a message's first cache lines while the lanes work on other messages; lane_blocks prefetches the rest. */
WR_INLINE void wr_lane_prefetch(const wr_message *message) {
    const uint8_t *p = (const uint8_t *)message->data;
    for (size_t offset = 0; offset < message->length && offset < 256; offset += 64)
        WR_PREFETCH(p + offset);
}

/* The functions that set the states of lanes are not inlined and call no other function. So no secret is in a register
 * that a function called by the loop would save on the stack, deeper than the part that is overwritten. They end with
 * WR_FORGET. */
void wr_lanes_fill(wr_lane_state state, const uint32_t from[4]);

/* Hash one block of each lane, of which some are at the end of their message. */
void wr_lanes_ends(const struct wr_md5_kernel *md5, wr_lane_state state, const struct wr_md5_ends *ends, size_t lanes);

/* Set lane i's next block: the last `left` bytes (0 to 63) of a message at `data`, or a whole block if `left` is 64. */
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

/* Finished digests waiting for output: message numbers and, for HMAC, inner digests. The outer hash runs when there are
 * enough of them to fill all lanes. */
struct wr_lane_output {
    const struct wr_md5_kernel *md5;
    const struct wr_md5_batch *batch;
    size_t count;
    size_t good; /* number of good tags so far, when verifying */
    uint16_t message[WR_LANES_MAX];
    WR_ALIGNED(64) wr_lane_state digests;
};

void wr_lane_output_init(struct wr_lane_output *output, const struct wr_md5_kernel *md5,
                         const struct wr_md5_batch *batch);

/* Take the digests of a set of lanes (one bit per lane), whose message numbers are in `messages`, and reset their
 * states to `start` unless it is NULL. */
void wr_lane_output_take(struct wr_lane_output *output, wr_lane_state state, uint64_t lanes, const uint16_t *messages,
                         const uint32_t *start);
/* Compute and write the results of all digests that are waiting. */
void wr_lane_output_flush(struct wr_lane_output *output);

/* Set all lanes to the state from which HMAC's outer hash starts, if all messages have the same key. */
void wr_lane_output_key(const struct wr_lane_output *output, wr_lane_state keyed);
/* For HMAC, compute the outer hash: inner digests of `messages` become tags. Otherwise do nothing. */
void wr_lane_output_outer(const struct wr_lane_output *output, wr_lane_state keyed, wr_lane_state digests,
                          const uint16_t *messages, size_t count);
/* Write the finished digests of `messages` to their tags, or compare them with the received tags. For streams, write
 * the states back. */
void wr_lane_output_deliver(struct wr_lane_output *output, wr_lane_state digests, const uint16_t *messages,
                            size_t count);

/* Return the number of blocks of a message of this length, including padding. Blocks of a stream have no padding. */
static inline size_t wr_batch_blocks(const struct wr_md5_batch *batch, size_t length) {
    return (length + (batch->kind == WR_MD5_BLOCKS ? 0 : 1 + 8 + WR_MD5_BLOCK - 1)) / WR_MD5_BLOCK;
}

/* Return the state from which a message starts or continues. */
static inline const uint32_t *wr_batch_state(const struct wr_md5_batch *batch, size_t message) {
    if (batch->starts)
        return batch->starts[message].state;
    if (batch->states)
        return batch->states[message]->state;
    if (batch->keys)
        return batch->keys[message]->inner;
    return batch->kind == WR_MD5_HMAC ? batch->key->inner : wr_md5_initial;
}

/* Return the state from which all messages start, or NULL if their start states differ. */
static inline const uint32_t *wr_batch_common_state(const struct wr_md5_batch *batch) {
    return batch->starts || batch->states || batch->keys ? NULL : wr_batch_state(batch, 0);
}

/* Return the number of bytes hashed before a message's data. */
static inline uint64_t wr_batch_hashed(const struct wr_md5_batch *batch, size_t message) {
    if (batch->starts)
        return batch->starts[message].hashed;
    if (batch->states)
        return batch->states[message]->length / WR_MD5_BLOCK * WR_MD5_BLOCK;
    return batch->kind == WR_MD5_HMAC ? WR_MD5_BLOCK : 0;
}

/* Return how much of the stack to overwrite below the loop that calls the lanes. If every message has its own key, the
 * loop's functions hold key words in registers, and the functions that they call save these registers on the stack,
 * below any blocks assembled from pieces. */
static inline size_t wr_batch_depth(const struct wr_md5_kernel *md5, const struct wr_md5_batch *batch) {
    if (batch->kind != WR_MD5_HMAC)
        return 0;
    if (md5->lanes_depth && batch->pieces)
        return WR_DEPTH_LANES;
    return batch->keys ? WR_DEPTH_MESSAGE : md5->lanes_depth;
}

static inline size_t wr_batch_length(const struct wr_md5_batch *batch, size_t message) {
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the pointer is set: every batch has messages or pieces */
    return batch->pieces ? batch->lengths[message] : batch->messages[message].length;
}

#endif
