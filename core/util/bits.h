/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Sets of up to 64, a bit for each. (Internal.) */
#ifndef WR_CORE_UTIL_BITS_H
#define WR_CORE_UTIL_BITS_H

#include <stdint.h>

/* The first of a set that is not empty. */
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

/* Those below n. */
static inline uint64_t wr_bits_below(unsigned n) {
    return n < 64 ? ((uint64_t)1 << n) - 1 : UINT64_MAX;
}

#endif
