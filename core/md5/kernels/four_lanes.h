/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * MD5 on vectors of four words, for kernels that leave the order of instructions to the compiler. The including file
 * defines, for its vector type V: GROUPS, LOAD(p), STORE(p, v), SET(word), ADD, AND, OR, XOR, NOT_AND(x, y) = ~x & y,
 * ROTATE(x, s) and interleave_words(V low[2], x, y), which works like SSE2's unpacklo and unpackhi.
 *
 * GROUPS groups of four lanes go through the steps together. More groups hide more latency, as long as four words of
 * each group fit into the registers.
 */
#include <string.h>

#include "cpu/kernel.h"
#include "steps.h"

enum { GROUP = 4, LANES = GROUPS * GROUP };

/* RFC 1321 section 3.4. F and G are sums of two disjoint halves, one of which does not depend on b. */
#define F(b, c, d) ADD(AND(b, c), NOT_AND(b, d))
#define G(b, c, d) ADD(AND(b, d), NOT_AND(d, c))
#define H(b, c, d) XOR(XOR(c, d), b)
#define I(b, c, d) XOR(OR(b, XOR(d, ones)), c)

/* Transpose four words of four messages into four vectors of one word each. */
static inline void transpose(V words[4], const uint8_t *const *data, size_t offset) {
    V pairs01[2], pairs23[2];

    interleave_words(pairs01, LOAD(data[0] + offset), LOAD(data[2] + offset));
    interleave_words(pairs23, LOAD(data[1] + offset), LOAD(data[3] + offset));
    interleave_words(words, pairs01[0], pairs23[0]);
    interleave_words(words + 2, pairs01[1], pairs23[1]);
}

#define STEP(f, a, b, c, d, k, s, t)                                                                                   \
    for (size_t g = 0; g < GROUPS; g++) {                                                                              \
        a[g] = ADD(ADD(a[g], ADD(x[g][k], SET(t))), f(b[g], c[g], d[g]));                                              \
        a[g] = ADD(ROTATE(a[g], s), b[g]);                                                                             \
    }

/* Hash one block of the lanes from `column` on; x holds its words, transposed. */
static inline void steps(uint32_t state[4][WR_LANES_MAX], size_t column, V x[GROUPS][16]) {
    const V ones = SET(0xffffffffu);
    V a[GROUPS], b[GROUPS], c[GROUPS], d[GROUPS];

    for (size_t g = 0; g < GROUPS; g++) {
        const size_t first = column + g * GROUP;
        a[g] = LOAD(&state[0][first]), b[g] = LOAD(&state[1][first]);
        c[g] = LOAD(&state[2][first]), d[g] = LOAD(&state[3][first]);
    }
    WR_MD5_STEPS(STEP)
    for (size_t g = 0; g < GROUPS; g++) {
        const size_t first = column + g * GROUP;
        STORE(&state[0][first], ADD(a[g], LOAD(&state[0][first])));
        STORE(&state[1][first], ADD(b[g], LOAD(&state[1][first])));
        STORE(&state[2][first], ADD(c[g], LOAD(&state[2][first])));
        STORE(&state[3][first], ADD(d[g], LOAD(&state[3][first])));
    }
}

static void hash_lane_blocks(uint32_t state[4][WR_LANES_MAX], const uint8_t *const *data, size_t stride, size_t lanes,
                             size_t count) {
    (void)lanes; /* always all lanes */
    for (size_t offset = 0; count; count--, offset += stride) {
        V x[GROUPS][16];
        for (size_t g = 0; g < GROUPS; g++) {
            for (size_t k = 0; k < 16; k += 4)
                transpose(&x[g][k], data + g * GROUP, offset + 4 * k);
        }
        steps(state, 0, x);
    }
}

static void hash_lane_outer(uint32_t digests[4][WR_LANES_MAX], uint32_t keyed[4][WR_LANES_MAX], size_t lanes) {
    V x[GROUPS][16];

    (void)lanes;
    for (size_t g = 0; g < GROUPS; g++) {
        for (size_t k = 0; k < 16; k++)
            x[g][k] = SET(0);
        for (size_t k = 0; k < 4; k++)
            x[g][k] = LOAD(&digests[k][g * GROUP]);
        x[g][4] = SET(0x80);
        x[g][14] = SET((64 + 16) * 8); /* length in bits of the key's block and the digest */
    }
    for (size_t w = 0; w < 4; w++)
        memcpy(digests[w], keyed[w], LANES * sizeof digests[w][0]);
    steps(digests, 0, x);
}

/* A single message is no faster in lanes. */
static void one_message(uint32_t state[4], const uint8_t *data, size_t count) {
    wr_md5_portable.blocks(state, data, count);
}
