/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* L3 (RFC 4418 section 5.4): a 128-bit value, as eight 16-bit words, times eight 36-bit keys modulo 2^36 - 5; the
 * result is the low 32 bits. (Internal.) */
#ifndef WR_CORE_UMAC_L3_H
#define WR_CORE_UMAC_L3_H

#include "layout.h"

#define WR_P36 (((uint64_t)1 << 36) - 5)

/* Add up four of the eight products; each is below 2^52. */
static inline uint64_t wr_l3_products(const uint64_t keys[4], uint64_t y) {
    return keys[0] * (y >> 48) + keys[1] * (y >> 32 & 0xffff) + keys[2] * (y >> 16 & 0xffff) + keys[3] * (y & 0xffff);
}

/* Reduce a sum of products modulo 2^36 - 5. */
static inline uint64_t wr_l3_reduce(uint64_t sum) {
    sum = (sum & (((uint64_t)1 << 36) - 1)) + 5 * (sum >> 36);
    return sum - (WR_P36 & (0u - (uint64_t)(sum >= WR_P36)));
}

/* Return the hash of stream s. y_high is 0 for messages up to 2^24 bytes, so the branch reveals only the length. */
static inline uint32_t wr_umac_l3(const wr_umac_key *key, unsigned s, uint64_t y_high, uint64_t y_low) {
    uint64_t sum = wr_l3_products(key->inner[s] + 4, y_low);
    if (y_high)
        sum += wr_l3_products(key->inner[s], y_high);
    return (uint32_t)wr_l3_reduce(sum) ^ key->last[s];
}

/* Compute all hashes of one stream, as wr_umac_kernel's l3 (kernels/portable.c); used by kernels without vectors of
 * 64-bit products. */
void wr_l3_portable(uint32_t *hash, const uint64_t *y, size_t count, const uint64_t keys[4], uint32_t last);

#endif
