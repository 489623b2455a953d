/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* UMAC's sizes (RFC 4418), and how a key lies in memory. (Internal.) */
#ifndef WR_CORE_UMAC_LAYOUT_H
#define WR_CORE_UMAC_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

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

#endif
