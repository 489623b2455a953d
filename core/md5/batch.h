/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A batch of MD5 or HMAC-MD5 messages through the lanes of a kernel. (Internal.) */
#ifndef WR_CORE_MD5_BATCH_H
#define WR_CORE_MD5_BATCH_H

#include "md5.h"

/* A message that has begun: the state after its first blocks, and the bytes of these, HMAC's key block included. */
struct wr_md5_start {
    uint32_t state[4];
    uint64_t hashed;
};

/* What is computed of each message. A batch whose kind was forgotten is one of HMACs, and faults without a key. Blocks
 * are whole ones of streams, `states`, and have no padding: the state after them is the result. */
enum wr_md5_kind { WR_MD5_HMAC, WR_MD5_DIGEST, WR_MD5_BLOCKS };

/* The most messages worked on together, to bound the stack: that many are a part of a batch. Pieces and streams need
 * more stack for each. */
enum { WR_PART = 512, WR_PART_IN_PIECES = 96, WR_PART_OF_STREAMS = 120 };

struct wr_md5_batch {
    enum wr_md5_kind kind;
    const wr_message *messages; /* or */
    const wr_pieces *pieces;    /* the same in pieces */
    const uint32_t *lengths;    /* of these, set by wr_md5_batch_run */
    size_t count;
    const wr_hmac_md5_key *key;         /* HMAC: of all messages; or */
    const wr_hmac_md5_key *const *keys; /* one for each */
    size_t tag_length;
    uint8_t *good;              /* not NULL: compare with `tags`, and note the answers here instead of writing tags */
    const uint8_t *const *tags; /* of all messages, as they were received */
    const struct wr_md5_start *starts; /* NULL, or where each message goes on; then `key` serves the outer hash only */
    wr_md5_state *const *states;       /* the same of streams; the bytes that a state holds back are in the message */
};

/* Returns the number of good tags where `good` is given, else 0. A tag may go into its own message: it is written when
 * no byte of that is needed any more. */
size_t wr_md5_batch_run(const struct wr_kernel *kernel, const struct wr_md5_batch *batch);

/* Whether so many messages in lanes are faster than one after the other. */
static inline int wr_md5_lanes_pay(const struct wr_md5_kernel *md5, size_t count) {
    return md5->lanes > 1 && count * 8 >= md5->pass_cost;
}

/* The first block of each of as many messages as the kernel has lanes, or fewer, from one start. */
void wr_md5_first_blocks(const struct wr_md5_kernel *md5, const struct wr_md5_start *start,
                         const uint8_t *const *blocks, size_t count, struct wr_md5_start *starts);

#endif
