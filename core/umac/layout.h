/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* UMAC's sizes (RFC 4418), and the layout of a key in memory. (Internal.) */
#ifndef WR_CORE_UMAC_LAYOUT_H
#define WR_CORE_UMAC_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "wirerate.h"

#define WR_UMAC_STREAMS  4     /* maximum number of 32-bit streams of a tag: UMAC-128 */
#define WR_NH_BLOCK      1024  /* message bytes per NH output (the L1 key length) */
#define WR_POLY64_BLOCKS 16384 /* NH outputs before POLY128 replaces POLY64 (section 5.3.2) */
#define WR_UMAC_RAMP     ((size_t)WR_POLY64_BLOCKS * WR_NH_BLOCK)

/* Return the number of streams of the key's tag. */
static inline unsigned wr_umac_streams(const wr_umac_key *key) {
    return key->tag_length / 4u;
}

/* Return the 16-byte unit u of the L1 key as four words. Even and odd units are stored separately, so that a vector
 * kernel reads the low or high halves of consecutive 32-byte groups with one load, for any stream. */
static inline const uint32_t *wr_nh_unit(const wr_umac_key *key, size_t u) {
    return (u & 1u) ? key->nh_odd[u / 2] : key->nh_even[u / 2];
}

#endif
