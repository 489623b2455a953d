/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * NH, two 32-byte groups at a time. Their low halves are in one register and their high halves in another, so that one
 * add and two multiplies (even words, odd words) compute four of the products. The remaining groups are done singly.
 */
#include <immintrin.h>

#include "cpu/kernel.h"
#include "group_sse2.h"
#include "umac/l3.h"
#include "umac/layout.h"

static inline __m256i load256(const void *p) {
    return _mm256_loadu_si256((const __m256i *)p);
}

static inline __attribute__((always_inline)) void nh_streams(uint64_t out[WR_UMAC_STREAMS], const wr_umac_key *key,
                                                             const uint8_t *data, size_t length, unsigned streams) {
    const uint32_t (*even)[4] = key->nh_even, (*odd)[4] = key->nh_odd;
    int empty = length == 0;
    __m256i sum[WR_UMAC_STREAMS];
    __m128i rest[WR_UMAC_STREAMS];
#pragma GCC unroll 4
    for (unsigned s = 0; s < WR_UMAC_STREAMS; s++)
        sum[s] = _mm256_setzero_si256();
    for (; length >= 64; data += 64, length -= 64, even += 2, odd += 2) {
        __m256i first = load256(data), second = load256(data + 32);
        __m256i low = _mm256_permute2x128_si256(first, second, 0x20),
                high = _mm256_permute2x128_si256(first, second, 0x31);
#pragma GCC unroll 4
        for (unsigned s = 0; s < streams; s++) {
            __m256i a = _mm256_add_epi32(low, load256((s & 1u) ? odd + s / 2 : even + s / 2));
            __m256i b = _mm256_add_epi32(high, load256((s & 1u) ? even + s / 2 + 1 : odd + s / 2));
            sum[s] = _mm256_add_epi64(sum[s], _mm256_mul_epu32(a, b));
            sum[s] = _mm256_add_epi64(sum[s], _mm256_mul_epu32(_mm256_srli_epi64(a, 32), _mm256_srli_epi64(b, 32)));
        }
    }
#pragma GCC unroll 4
    for (unsigned s = 0; s < WR_UMAC_STREAMS; s++)
        rest[s] = _mm_add_epi64(_mm256_castsi256_si128(sum[s]), _mm256_extracti128_si256(sum[s], 1));
    wr_nh_tail(rest, even, odd, data, length, streams, empty);
    wr_nh_store(out, rest, streams);
}

#include "nh_by_streams.h"

const struct wr_umac_kernel wr_umac_avx2 = {.name = "avx2", .nh = compute_nh, .l3 = wr_l3_portable};
