/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* random.h - the SplitMix64 generator (Steele, Lea, Flood 2014): any seed works, and a layout is the same on every
 * host. (Internal.) */
#ifndef WRH_METER_RANDOM_H
#define WRH_METER_RANDOM_H

#include <stdint.h>
#include <stdlib.h>

static inline uint64_t wrh_random_next(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline uint64_t wrh_random_below(uint64_t *state, uint64_t bound) {
    return wrh_random_next(state) % bound; /* the bias is below 2^-32 for the bounds used */
}

/* Return a random permutation of 0 to count - 1, to be freed by the caller; NULL if memory is short. */
static inline uint32_t *wrh_random_order(uint64_t count, uint64_t *random) {
    uint32_t *order = malloc(count * sizeof *order);
    for (uint64_t i = 0; order && i < count; i++) {
        uint64_t other = wrh_random_below(random, i + 1);
        order[i] = (uint32_t)i; /* `other` may equal i */
        order[i] = order[other];
        order[other] = (uint32_t)i;
    }
    return order;
}

#endif
