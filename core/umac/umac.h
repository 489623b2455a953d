/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * UMAC (RFC 4418), inside the library. The parts, in the order in which a message meets them:
 *   key.c       what is derived once per key (section 3.2.1)
 *   kernels/    NH, the only part that touches every byte (section 5.2.2), one file per instruction set
 *   poly.h, .c  POLY64 and POLY128 over the NH outputs of messages above 1024 bytes (section 5.3)
 *   hash.h, .c  a message through both
 *   l3.h, pad.h the short end of the hash (section 5.4); the nonce's AES block (section 3.3)
 *   umac.c      a message from first byte to tag
 *   batch.c     many messages
 * The AES-128 that the key schedule and the pad need (section 3.1) is in core/aes.
 */
#ifndef WR_CORE_UMAC_H
#define WR_CORE_UMAC_H

#include <stddef.h>
#include <stdint.h>

#include "util/mark.h"
#include "wirerate.h"

#define WR_UMAC_STREAMS  4     /* most 32-bit streams of a tag: UMAC-128 */
#define WR_NH_BLOCK      1024  /* bytes of message per NH output (L1 key length) */
#define WR_POLY64_BLOCKS 16384 /* NH outputs before POLY128 takes over, "the ramp" (section 5.3.2) */
#define WR_UMAC_RAMP     ((size_t)WR_POLY64_BLOCKS * WR_NH_BLOCK)

/* Streams the tag has: tag bytes / 4. */
static inline unsigned wr_umac_streams(const wr_umac_key *key) {
    return key->tag_length / 4u;
}

/* The 16-byte unit u of the L1 key: four words. Even and odd units lie apart, so that a vector kernel reads the low
 * or the high halves of consecutive 32-byte groups with one load, for any stream. */
static inline const uint32_t *wr_nh_unit(const wr_umac_key *key, size_t u) {
    return (u & 1u) ? key->nh_odd[u / 2] : key->nh_even[u / 2];
}

/* ---- validity ---- */

static inline uint32_t wr_umac_key_mark(const wr_umac_key *key) {
    return WR_MARK_UMAC_KEY ^ (uint32_t)key->tag_length << 8 ^ key->pad_aes;
}

static inline int wr_umac_key_is_valid(const wr_umac_key *key) {
    return key && key->mark == wr_umac_key_mark(key);
}

static inline int wr_umac_state_is_valid(const wr_umac_state *mac) {
    return mac && mac->mark == WR_MARK_UMAC_STATE && mac->filled <= WR_NH_BLOCK;
}

#endif
