/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * POLY (RFC 4418 section 5.3.2): Horner's rule over a prime field, with words that could exceed the field split in two.
 *
 * Intermediate values are kept below 2^64 (2^128) rather than below the prime; only the final value is reduced. Keys
 * are masked to less than 2^57 (2^121), so that one carry out of 64 bits, worth 59, is not followed by a second one.
 *
 * Words of 2^64 - 2^32 and above take a branch. It depends on a secret value and is taken with probability 2^-32 per
 * word.
 *
 * POLY64 is inline, because it runs once per NH output. (Internal.)
 */
#ifndef WR_CORE_UMAC_POLY_H
#define WR_CORE_UMAC_POLY_H

#include <stdint.h>

#define WR_P64_OFFSET 59u /* p64 = 2^64 - 59 */

static inline uint64_t wr_multiply64(uint64_t a, uint64_t b, uint64_t *high) {
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    *high = (uint64_t)(product >> 64);
    return (uint64_t)product;
#else
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), cross = a0 * b1 + (uint32_t)middle;
    *high = a1 * b1 + (middle >> 32) + (cross >> 32);
    return (cross << 32) | (uint32_t)low;
#endif
}

/* Return a + b modulo 2^64 - 59, for a + b below about 2^65 - 2^32, where one correction is enough (see the top of this
 * file). */
static inline uint64_t wr_poly64_add(uint64_t a, uint64_t b) {
    uint64_t sum = a + b;
    return sum + (WR_P64_OFFSET & (0u - (uint64_t)(sum < a)));
}

static inline uint64_t wr_poly64_step(uint64_t y, uint64_t k, uint64_t m) {
    uint64_t high, low = wr_multiply64(y, k, &high);
    return wr_poly64_add(wr_poly64_add(low, high * WR_P64_OFFSET), m);
}

/* Return k*y + m modulo p64, kept below 2^64 but not reduced. */
static inline uint64_t wr_poly64(uint64_t y, uint64_t k, uint64_t m) {
    if (m >= 0xffffffff00000000u) { /* 2^64 - 2^32: the word may exceed the field */
        y = wr_poly64_step(y, k, 0u - (uint64_t)WR_P64_OFFSET - 1u);
        m -= WR_P64_OFFSET;
    }
    return wr_poly64_step(y, k, m);
}

/* Return y reduced below p64. */
static inline uint64_t wr_poly64_reduce(uint64_t y) {
    uint64_t above = y + WR_P64_OFFSET; /* y - p64 modulo 2^64: wraps exactly when y >= p64 */
    return above < y ? above : y;
}

/* Set y to k*y + m modulo p128 ([0] high, [1] low), kept below 2^128 but not reduced. */
void wr_poly128(uint64_t y[2], const uint64_t k[2], uint64_t m_high, uint64_t m_low);
void wr_poly128_reduce(uint64_t y[2]);

#endif
