/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Versions of wr_equal and wr_wipe for lengths known to the compiler: a few instructions instead of a call.
 * (Internal.) */
#ifndef WR_CORE_UTIL_SECRET_H
#define WR_CORE_UTIL_SECRET_H

#include <string.h>

#include "bytes.h"
#include "compiler.h"
#include "wirerate.h"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstringop-overflow" /* a false alarm of gcc without optimization */
#endif
WR_INLINE void wr_wipe_here(void *data, size_t length) {
#ifdef WR_SEEN
    enum { STEP = 64 }; /* for a longer memset, compilers use a string instruction, which is slow to start */
    uint8_t *const p = (uint8_t *)data;

    for (size_t at = 0; at + STEP <= length; at += STEP) {
        memset(p + at, 0, STEP);
        WR_SEEN(p);
    }
    memset(p + (length - length % STEP), 0, length % STEP);
    WR_SEEN(p);
#else
    wr_wipe(data, length);
#endif
}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

/*
 * Overwrite at least `depth` bytes of the stack below the caller, where functions that it called may have spilled parts
 * of a secret. Public functions that work with a secret call this last. It is inline, so that no frame of its own lies
 * between the caller's frame and the overwritten bytes, and it overwrites them in one piece, so that there is no gap
 * between two frames.
 */
#define WR_DEPTH_BLOCK   ((size_t)512)
#define WR_DEPTH_MESSAGE ((size_t)4 << 10)
#define WR_DEPTH_LANES   ((size_t)8 << 10)
#define WR_DEPTH_BATCH   ((size_t)15 << 10)
void wr_burn_block(void);
void wr_burn_message(void);
void wr_burn_lanes(void);
void wr_burn_batch(void);
WR_INLINE void wr_burn_below(size_t depth) {
    if (depth > WR_DEPTH_LANES)
        wr_burn_batch();
    else if (depth > WR_DEPTH_MESSAGE)
        wr_burn_lanes();
    else if (depth > WR_DEPTH_BLOCK)
        wr_burn_message();
    else if (depth)
        wr_burn_block();
}

/* Like wr_equal; the two common lengths are compared by words. */
static inline unsigned wr_equal_tags(const uint8_t *a, const uint8_t *b, size_t length) {
    uint32_t difference;

    if (length != 12 && length != 16)
        return (unsigned)wr_equal(a, b, length);
    difference = (wr_load32_host(a) ^ wr_load32_host(b)) | (wr_load32_host(a + 4) ^ wr_load32_host(b + 4)) |
                 (wr_load32_host(a + 8) ^ wr_load32_host(b + 8));
    if (length == 16)
        difference |= wr_load32_host(a + 12) ^ wr_load32_host(b + 12);
    return 1 ^ ((difference | (0 - difference)) >> 31);
}

#endif
