/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * UMAC (RFC 4418), inside the library. The parts, in the order in which they process a message:
 *   layout.h    sizes, and the layout of a key in memory
 *   key.c       key derivation (section 3.2.1)
 *   kernels/    NH, the only part that touches every byte (section 5.2.2), one file per instruction set
 *   poly.h, .c  POLY64 and POLY128 over the NH outputs of messages above 1024 bytes (section 5.3)
 *   hash.h, .c  combine NH and POLY
 *   l3.h, pad.h the last step of the hash (section 5.4); the AES block of a nonce (section 3.3)
 *   umac.c      tags of one message
 *   batch.c     tags of many messages
 * AES-128, which the key schedule and the pad need (section 3.1), is in core/aes.
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
