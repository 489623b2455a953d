/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ecc.h"

/* xorshift32 (Marsaglia, 2003). */
int test_random(void *state, unsigned char *out, size_t size) {
    static uint32_t x = 0x1810u;
    (void)state;
    for (size_t i = 0; i < size; i++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        out[i] = (unsigned char)(x >> 24);
    }
    return 0;
}
