/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* NH of single 32-byte groups in 128-bit registers, for the SSE2 kernel and the tails of the AVX2 kernel.
 * (Internal.) */
#ifndef WR_CORE_UMAC_GROUP_SSE2_H
#define WR_CORE_UMAC_GROUP_SSE2_H

#include <emmintrin.h>
#include <string.h>

#include "umac/layout.h"
#include "util/bytes.h"

static inline __m128i wr_load128(const void *p) {
    return _mm_loadu_si128((const __m128i *)p);
}

static inline void wr_nh_group(__m128i sum[WR_UMAC_STREAMS], const uint32_t (*even)[4], const uint32_t (*odd)[4],
                               const uint8_t *data, unsigned streams) {
    __m128i low = wr_load128(data), high = wr_load128(data + 16);
#pragma GCC unroll 4
    for (unsigned s = 0; s < streams; s++) {
        __m128i a = _mm_add_epi32(low, wr_load128((s & 1u) ? odd + s / 2 : even + s / 2));
        __m128i b = _mm_add_epi32(high, wr_load128((s & 1u) ? even + s / 2 + 1 : odd + s / 2));
        sum[s] = _mm_add_epi64(sum[s], _mm_mul_epu32(a, b));
        sum[s] = _mm_add_epi64(sum[s], _mm_mul_epu32(_mm_srli_epi64(a, 32), _mm_srli_epi64(b, 32)));
    }
}

/* Process the groups of the last `length` bytes, the last one padded with zeros. With `empty`, process one group of
 * zeros if no byte is left. */
static inline void wr_nh_tail(__m128i sum[WR_UMAC_STREAMS], const uint32_t (*even)[4], const uint32_t (*odd)[4],
                              const uint8_t *data, size_t length, unsigned streams, int empty) {
    for (; length >= 32; data += 32, length -= 32)
        wr_nh_group(sum, even++, odd++, data, streams);
    if (length || empty) {
        uint8_t last[32] = {0};
        wr_copy(last, data, length);
        wr_nh_group(sum, even, odd, last, streams);
    }
}

static inline void wr_nh_store(uint64_t out[WR_UMAC_STREAMS], const __m128i sum[WR_UMAC_STREAMS], unsigned streams) {
#pragma GCC unroll 2
    for (unsigned s = 0; s < streams; s += 2)
        _mm_storeu_si128((__m128i *)(void *)(out + s),
                         _mm_add_epi64(_mm_unpacklo_epi64(sum[s], sum[s + 1]), _mm_unpackhi_epi64(sum[s], sum[s + 1])));
}

#endif
