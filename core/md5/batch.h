/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Hashing a batch of MD5 or HMAC-MD5 messages in the lanes of a kernel. (Internal.) */
#ifndef WR_CORE_MD5_BATCH_H
#define WR_CORE_MD5_BATCH_H

#include "md5.h"

/* A message already begun: the state after its first blocks, and the number of bytes hashed so far, including HMAC's
 * key block. */
struct wr_md5_start {
    uint32_t state[4];
    uint64_t hashed;
};

/* The result computed for each message: an HMAC, a digest, or the state after whole blocks of a stream (`states`),
 * without padding. HMAC is 0, so that a batch whose kind was not set fails for lack of a key. */
enum wr_md5_kind { WR_MD5_HMAC, WR_MD5_DIGEST, WR_MD5_BLOCKS };

/* Maximum number of messages per part, to limit stack use. Messages in pieces and streams need more stack. */
enum { WR_PART = 512, WR_PART_IN_PIECES = 96, WR_PART_OF_STREAMS = 120 };

struct wr_md5_batch {
    enum wr_md5_kind kind;
    const wr_message *messages; /* the messages, if contiguous; otherwise NULL */
    const wr_pieces *pieces;    /* the messages, if in pieces; otherwise NULL */
    const uint32_t *lengths;    /* the lengths of `pieces`, set by wr_md5_batch_run */
    size_t count;
    const wr_hmac_md5_key *key;         /* HMAC: one key for all messages, or NULL */
    const wr_hmac_md5_key *const *keys; /* HMAC: keys[i] for message i, or NULL */
    size_t tag_length;
    uint8_t *good;                     /* NULL, or where to store the results of comparing with `tags`; then no tags are
                                        * written */
    const uint8_t *const *tags;        /* the received tag of each message */
    const struct wr_md5_start *starts; /* NULL, or the state from which each message continues; then `key` is only for
                                        * the outer hash */
    wr_md5_state *const *states;       /* NULL, or the streams to continue; the messages include the bytes buffered in
                                        * these states */
};

/* Hash a batch. Return the number of good tags if `good` is set, otherwise 0. A tag may lie inside its own message: it
 * is written after the message has been read. */
size_t wr_md5_batch_run(const struct wr_kernel *kernel, const struct wr_md5_batch *batch);

/* Return whether hashing `count` messages in lanes is faster than one after another. */
static inline int wr_md5_lanes_pay(const struct wr_md5_kernel *md5, size_t count) {
    return md5->lanes > 1 && count * 8 >= md5->pass_cost;
}

/* Hash the first block of `count` messages, at most one per lane, all starting from the same state. */
void wr_md5_first_blocks(const struct wr_md5_kernel *md5, const struct wr_md5_start *start,
                         const uint8_t *const *blocks, size_t count, struct wr_md5_start *starts);

#endif
