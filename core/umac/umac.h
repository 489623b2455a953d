/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * UMAC (RFC 4418), inside the library. The parts, in the order in which a message meets them:
 *   layout.h    sizes, and how a key lies in memory
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

#include "layout.h"
#include "util/mark.h"
#include "wirerate.h"

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
