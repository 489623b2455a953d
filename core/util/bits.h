/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Sets of numbers from 0 to 63, as bits of a word. (Internal.) */
#ifndef WR_CORE_UTIL_BITS_H
#define WR_CORE_UTIL_BITS_H

#include <stdint.h>

/* Return the smallest number in a set that is not empty. */
static inline unsigned wr_bits_first(uint64_t set) {
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(set);
#else
    unsigned first = 0;
    for (; !(set & 1); set >>= 1)
        first++;
    return first;
#endif
}

/* Return the set of all numbers below n. */
static inline uint64_t wr_bits_below(unsigned n) {
    return n < 64 ? ((uint64_t)1 << n) - 1 : UINT64_MAX;
}

#endif
