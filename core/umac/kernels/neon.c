/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* NH, one 32-byte group at a time: vmlal multiplies pairs of words and adds the 64-bit products. */
#include <arm_neon.h>
#include <string.h>

#include "cpu/kernel.h"
#include "umac/l3.h"
#include "umac/layout.h"
#include "util/bytes.h"

static inline void add_group(uint64x2_t sum[WR_UMAC_STREAMS], const uint32_t (*even)[4], const uint32_t (*odd)[4],
                             const uint8_t *data, unsigned streams) {
    uint32x4_t low = vreinterpretq_u32_u8(vld1q_u8(data)), high = vreinterpretq_u32_u8(vld1q_u8(data + 16));
    for (unsigned s = 0; s < streams; s++) {
        uint32x4_t a = vaddq_u32(low, vld1q_u32((s & 1u) ? odd[s / 2] : even[s / 2]));
        uint32x4_t b = vaddq_u32(high, vld1q_u32((s & 1u) ? even[s / 2 + 1] : odd[s / 2]));
        sum[s] = vmlal_u32(sum[s], vget_low_u32(a), vget_low_u32(b));
        sum[s] = vmlal_u32(sum[s], vget_high_u32(a), vget_high_u32(b));
    }
}

static void compute_nh(uint64_t out[WR_UMAC_STREAMS], const wr_umac_key *key, const uint8_t *data, size_t length,
                       unsigned streams) {
    const uint32_t (*even)[4] = key->nh_even, (*odd)[4] = key->nh_odd;
    uint64x2_t sum[WR_UMAC_STREAMS];
    for (unsigned s = 0; s < WR_UMAC_STREAMS; s++)
        sum[s] = vdupq_n_u64(0);
    for (; length >= 32; data += 32, length -= 32)
        add_group(sum, even++, odd++, data, streams);
    if (length || even == key->nh_even) {
        uint8_t last[32] = {0};
        wr_copy(last, data, length);
        add_group(sum, even, odd, last, streams);
    }
    for (unsigned s = 0; s < streams; s++)
        out[s] = vgetq_lane_u64(sum[s], 0) + vgetq_lane_u64(sum[s], 1);
}

const struct wr_umac_kernel wr_umac_neon = {.name = "neon", .nh = compute_nh, .l3 = wr_l3_portable};
