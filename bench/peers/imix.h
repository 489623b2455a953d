/* imix.h - the packet mix that both sides of bench/peers measure. */
#ifndef BENCH_IMIX_H
#define BENCH_IMIX_H

#include <stddef.h>
#include <unistd.h>

#define IMIX_TEMPLATES 252 /* messages in the mix's proportions, as many as in wirerate's ring */

/* The simple IMIX: 7 packets of 40 bytes, 4 of 576, 1 of 1500. */
static inline size_t imix_length(size_t i) {
    return i % 12 < 7 ? 40 : i % 12 < 11 ? 576 : 1500;
}

/* Return the total size of the messages that `--cache warm` uses. */
static inline size_t quarter_of_l2(void) {
    long bytes = 0;
#ifdef _SC_LEVEL2_CACHE_SIZE
    bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
#endif
    return bytes > 0 ? (size_t)bytes / 4 : 64 << 10;
}

#endif
