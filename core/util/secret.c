/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "secret.h"

int wr_equal(const void *a, const void *b, size_t length) {
    /* volatile keeps the compiler from leaving the loop early once it knows that there is a difference. */
    const volatile uint8_t *x = (const volatile uint8_t *)a, *y = (const volatile uint8_t *)b;
    unsigned difference = 0;
    for (size_t i = 0; i < length; i++)
        difference |= (unsigned)(x[i] ^ y[i]);
    return (int)(((difference - 1) >> 8) & 1) & (length != 0); /* borrows only if difference is 0 */
}

void wr_wipe(void *data, size_t length) {
#ifdef WR_SEEN
    if (length)
        memset(data, 0, length);
    WR_SEEN(data);
#else
    volatile uint8_t *p = (volatile uint8_t *)data;
    for (size_t i = 0; i < length; i++)
        p[i] = 0;
#endif
}

void wr_burn_block(void) {
    uint8_t below[WR_DEPTH_BLOCK];
    wr_wipe(below, sizeof below);
}

void wr_burn_message(void) {
    uint8_t below[WR_DEPTH_MESSAGE];
    wr_wipe(below, sizeof below);
}

void wr_burn_lanes(void) {
    uint8_t below[WR_DEPTH_LANES];
    wr_wipe(below, sizeof below);
}

void wr_burn_batch(void) {
    uint8_t below[WR_DEPTH_BATCH];
    wr_wipe(below, sizeof below);
}
