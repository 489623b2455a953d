/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "secret.h"

int wr_equal(const void *a, const void *b, size_t length) {
    /* volatile: without it a compiler may see that a difference stays and leave the loop early. */
    const volatile uint8_t *x = a, *y = b;
    unsigned difference = 0;
    for (size_t i = 0; i < length; i++)
        difference |= (unsigned)(x[i] ^ y[i]);
    return (int)(((difference - 1) >> 8) & 1) & (length != 0); /* borrows only from 0 */
}

void wr_wipe(void *data, size_t length) {
#ifdef WR_SEEN
    if (length)
        memset(data, 0, length);
    WR_SEEN(data);
#else
    volatile uint8_t *p = data;
    for (size_t i = 0; i < length; i++)
        p[i] = 0;
#endif
}

#define BURN(name, depth)                                                                                              \
    void name(void) {                                                                                                  \
        uint8_t below[depth];                                                                                          \
        wr_wipe_here(below, sizeof below);                                                                             \
    }
BURN(wr_burn_block, WR_DEPTH_BLOCK)
BURN(wr_burn_message, WR_DEPTH_MESSAGE)
BURN(wr_burn_lanes, WR_DEPTH_LANES)
