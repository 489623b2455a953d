/* Random numbers (xorshift64*, Vigna 2016), the same on every machine, so that a failure can be reproduced. */
#ifndef WR_TESTS_RANDOM_H
#define WR_TESTS_RANDOM_H

#include <stddef.h>
#include <stdint.h>

static uint64_t random_state = 0x9e3779b97f4a7c15u;

static inline uint64_t random_next(void) {
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return random_state * 0x2545f4914f6cdd1du;
}

/* Return a number below `limit`; the slight bias does not matter. */
static inline size_t random_below(size_t limit) {
    return (size_t)((random_next() >> 16) % limit);
}

static inline void random_fill(uint8_t *data, size_t length) {
    for (size_t i = 0; i < length; i++)
        data[i] = (uint8_t)(random_next() >> 56);
}

#endif
