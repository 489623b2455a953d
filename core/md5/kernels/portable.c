/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "cpu/kernel.h"
#include "steps.h"
#include "util/bytes.h"

/* RFC 1321 section 3.4. F and G select bits. F has a form with one operation fewer. G is the sum of two disjoint
 * halves, so that the half without b, the word computed last, is ready before b is. */
#define F(b, c, d) ((((c) ^ (d)) & (b)) ^ (d))
#define G(b, c, d) (((b) & (d)) + ((c) & ~(d)))
#define H(b, c, d) ((b) ^ (c) ^ (d))
#define I(b, c, d) ((c) ^ ((b) | ~(d)))

/* Clang would add the message word and the constant last, after b is known, which is a fifth slower. The empty asm
 * statement prevents that by hiding the sum. */
#ifdef __clang__
#define ADDED_FIRST(sum) __asm__("" : "+r"(sum));
#else
#define ADDED_FIRST(sum)
#endif

#define ROTATE(x, s) ((x) << (s) | (x) >> (32 - (s)))
#define STEP(f, a, b, c, d, k, s, t)                                                                                   \
    a += x[k] + (t);                                                                                                   \
    ADDED_FIRST(a)                                                                                                     \
    a += f(b, c, d);                                                                                                   \
    a = ROTATE(a, s) + (b);

static void blocks(uint32_t state[4], const uint8_t *data, size_t count) {
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];

    for (; count; count--, data += 64) {
        const uint32_t a0 = a, b0 = b, c0 = c, d0 = d;
        uint32_t x[16];

        for (size_t i = 0; i < 16; i++)
            x[i] = wr_load32_le(data + 4 * i);
        WR_MD5_STEPS(STEP)
        a += a0;
        b += b0;
        c += c0;
        d += d0;
    }
    state[0] = a;
    state[1] = b;
    state[2] = c;
    state[3] = d;
}

const struct wr_md5_kernel wr_md5_portable = {
    .name = "portable", .blocks = blocks, .lanes = 1, .fewest = 1, .depth = WR_DEPTH_BLOCK, .pass_cost = 8};
