/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Eight lanes in two groups of four, for x86 without AVX2. */
#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

typedef __m128i V;

#define GROUPS        2
#define LOAD(p)       _mm_loadu_si128((const __m128i *)(const void *)(p))
#define STORE(p, v)   _mm_storeu_si128((__m128i *)(void *)(p), v)
#define SET(word)     _mm_set1_epi32((int)(word))
#define ADD(x, y)     _mm_add_epi32(x, y)
#define AND(x, y)     _mm_and_si128(x, y)
#define OR(x, y)      _mm_or_si128(x, y)
#define XOR(x, y)     _mm_xor_si128(x, y)
#define NOT_AND(x, y) _mm_andnot_si128(x, y)
#define ROTATE(x, s)  _mm_or_si128(_mm_slli_epi32(x, s), _mm_srli_epi32(x, 32 - (s)))

static inline void interleave_words(V low[2], V x, V y) {
    low[0] = _mm_unpacklo_epi32(x, y);
    low[1] = _mm_unpackhi_epi32(x, y);
}

#include "four_lanes.h"

const struct wr_md5_kernel wr_md5_sse2 = {.name = "sse2",
                                          .blocks = one_message,
                                          .lanes = LANES,
                                          .fewest = LANES,
                                          .lane_blocks = hash_lane_blocks,
                                          .lane_outer = hash_lane_outer,
                                          .depth = WR_DEPTH_BLOCK,
                                          .lanes_depth = WR_DEPTH_MESSAGE,
                                          .pass_cost = 24};
