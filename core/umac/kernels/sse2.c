/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* NH, one 32-byte group at a time in 128-bit registers. */
#include "cpu/kernel.h"
#include "group_sse2.h"
#include "umac/l3.h"
#include "umac/layout.h"

static void compute_nh(uint64_t out[WR_UMAC_STREAMS], const wr_umac_key *key, const uint8_t *data, size_t length,
                       unsigned streams) {
    __m128i sum[WR_UMAC_STREAMS];
    for (unsigned s = 0; s < WR_UMAC_STREAMS; s++)
        sum[s] = _mm_setzero_si128();
    wr_nh_tail(sum, key->nh_even, key->nh_odd, data, length, streams, length == 0);
    wr_nh_store(out, sum, streams);
}

const struct wr_umac_kernel wr_umac_sse2 = {.name = "sse2", .nh = compute_nh, .l3 = wr_l3_portable};
