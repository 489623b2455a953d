/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Sixteen lanes in four groups of four: AArch64 has 32 vector registers, and a vector addition takes two cycles. */
#include <arm_neon.h>
#include <stddef.h>

typedef uint32x4_t V;

#define GROUPS        4
#define LOAD(p)       vreinterpretq_u32_u8(vld1q_u8((const uint8_t *)(p)))
#define STORE(p, v)   vst1q_u32(p, v)
#define SET(word)     vdupq_n_u32(word)
#define ADD(x, y)     vaddq_u32(x, y)
#define AND(x, y)     vandq_u32(x, y)
#define OR(x, y)      vorrq_u32(x, y)
#define XOR(x, y)     veorq_u32(x, y)
#define NOT_AND(x, y) vbicq_u32(y, x)
#define ROTATE(x, s)  vsriq_n_u32(vshlq_n_u32(x, s), x, 32 - (s))

static inline void interleave_words(V low[2], V x, V y) {
    low[0] = vzip1q_u32(x, y);
    low[1] = vzip2q_u32(x, y);
}

#include "four_lanes.h"

const struct wr_md5_kernel wr_md5_neon = {.name = "neon",
                                          .blocks = one_message,
                                          .lanes = LANES,
                                          .fewest = LANES,
                                          .lane_blocks = hash_lane_blocks,
                                          .lane_outer = hash_lane_outer,
                                          .depth = WR_DEPTH_BLOCK,
                                          .lanes_depth = WR_DEPTH_MESSAGE,
                                          .pass_cost = 24};
