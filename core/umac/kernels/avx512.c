/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * NH, four 32-byte groups at a time. Their low halves are in one register and their high halves in another, so that one
 * add and two multiplies (even words, odd words) compute eight of the products. Each 128 bytes take, per stream, 2
 * adds, 2 shifts, 2 multiplies and 2 64-bit adds, after 2 shuffles shared by all streams. Tails use masked loads, which
 * need no copy and read no byte past the end.
 */
#include <immintrin.h>

#include "cpu/kernel.h"
#include "umac/l3.h"
#include "umac/layout.h"

typedef struct halves {
    __m512i low, high; /* 16-byte units 0, 2, 4, 6 and 1, 3, 5, 7 of 128 bytes */
} halves;

static inline halves split(__m512i first, __m512i second) {
    return (halves){_mm512_shuffle_i64x2(first, second, 0x88), _mm512_shuffle_i64x2(first, second, 0xdd)};
}

static inline halves load(const uint8_t *data) {
    return split(_mm512_loadu_si512(data), _mm512_loadu_si512(data + 64));
}

static inline __mmask64 first_bytes(size_t n) {
    return n >= 64 ? ~(__mmask64)0 : ((__mmask64)1 << n) - 1;
}

static inline halves load_tail(const uint8_t *data, size_t length) {
    return split(_mm512_maskz_loadu_epi8(first_bytes(length), data),
                 length > 64 ? _mm512_maskz_loadu_epi8(first_bytes(length - 64), data + 64) : _mm512_setzero_si512());
}

static inline __m512i add_products(__m512i sum, halves m, const uint32_t (*low)[4], const uint32_t (*high)[4]) {
    __m512i a = _mm512_add_epi32(m.low, _mm512_loadu_si512(low)),
            b = _mm512_add_epi32(m.high, _mm512_loadu_si512(high));
    sum = _mm512_add_epi64(sum, _mm512_mul_epu32(a, b));
    return _mm512_add_epi64(sum, _mm512_mul_epu32(_mm512_srli_epi64(a, 32), _mm512_srli_epi64(b, 32)));
}

/* Like add_products, but only for the 0 to 3 groups that the message still has: the keys of the other groups are masked
 * to zero. */
static inline __m512i add_products_of(__m512i sum, halves m, __mmask8 groups, const uint32_t (*low)[4],
                                      const uint32_t (*high)[4]) {
    __m512i a = _mm512_add_epi32(m.low, _mm512_maskz_loadu_epi64(groups, low));
    __m512i b = _mm512_add_epi32(m.high, _mm512_maskz_loadu_epi64(groups, high));
    sum = _mm512_add_epi64(sum, _mm512_mul_epu32(a, b));
    return _mm512_add_epi64(sum, _mm512_mul_epu32(_mm512_srli_epi64(a, 32), _mm512_srli_epi64(b, 32)));
}

/* Add up the lanes of up to four accumulators modulo 2^64. GCC's reduce_add adds signed numbers, which fails with
 * -ftrapv. */
static inline __m256i fold(__m512i x) {
    return _mm256_add_epi64(_mm512_castsi512_si256(x), _mm512_extracti64x4_epi64(x, 1));
}

static inline __m128i pair(__m256i x, __m256i y) {
    __m256i sums = _mm256_add_epi64(_mm256_unpacklo_epi64(x, y), _mm256_unpackhi_epi64(x, y));
    return _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
}

static inline void reduce(uint64_t out[WR_UMAC_STREAMS], const __m512i sum[WR_UMAC_STREAMS], unsigned streams) {
    _mm_storeu_si128((__m128i *)(void *)out, pair(fold(sum[0]), fold(sum[1])));
    if (streams > 2)
        _mm_storeu_si128((__m128i *)(void *)(out + 2), pair(fold(sum[2]), fold(sum[3])));
}

static inline __attribute__((always_inline)) void nh_streams(uint64_t out[WR_UMAC_STREAMS], const wr_umac_key *key,
                                                             const uint8_t *data, size_t length, unsigned streams) {
    const uint32_t (*even)[4] = key->nh_even, (*odd)[4] = key->nh_odd;
    __m512i sum[WR_UMAC_STREAMS];
#pragma GCC unroll 4
    for (unsigned s = 0; s < WR_UMAC_STREAMS; s++)
        sum[s] = _mm512_setzero_si512();
    for (; length >= 128; data += 128, length -= 128, even += 4, odd += 4) {
        halves m = load(data);
#pragma GCC unroll 4
        for (unsigned s = 0; s < streams; s++)
            sum[s] = (s & 1u) ? add_products(sum[s], m, odd + s / 2, even + s / 2 + 1)
                              : add_products(sum[s], m, even + s / 2, odd + s / 2);
    }
    if (length || even == key->nh_even) { /* an empty message counts as one group of zeros */
        halves m = load_tail(data, length);
        unsigned groups = length ? (unsigned)(length + 31) / 32 : 1;
        __mmask8 present = (__mmask8)((1u << 2 * groups) - 1);
#pragma GCC unroll 4
        for (unsigned s = 0; s < streams; s++)
            sum[s] = (s & 1u) ? add_products_of(sum[s], m, present, odd + s / 2, even + s / 2 + 1)
                              : add_products_of(sum[s], m, present, even + s / 2, odd + s / 2);
    }
    reduce(out, sum, streams);
}

#include "nh_by_streams.h"

/* L3 of eight messages at a time. A key has 36 bits, so its product with 16 bits takes two 32-bit multiplies. */
static void l3(uint32_t *hash, const uint64_t *y, size_t count, const uint64_t keys[4], uint32_t last) {
    const __m512i p36 = _mm512_set1_epi64((long long)WR_P36), low16 = _mm512_set1_epi64(0xffff);
    const __m512i low36 = _mm512_set1_epi64(((long long)1 << 36) - 1);
    for (size_t i = 0; i < count; i += 8) {
        __mmask8 some = (__mmask8)(count - i < 8 ? (1u << (count - i)) - 1 : 0xff);
        __m512i rest = _mm512_maskz_loadu_epi64(some, y + i), low = _mm512_setzero_si512(), high = low, sum, over;
        for (int k = 3; k >= 0; k--, rest = _mm512_srli_epi64(rest, 16)) {
            __m512i word = _mm512_and_si512(rest, low16), key = _mm512_set1_epi64((long long)keys[k]);
            low = _mm512_add_epi64(low, _mm512_mul_epu32(word, key));
            high = _mm512_add_epi64(high, _mm512_mul_epu32(word, _mm512_srli_epi64(key, 32)));
        }
        sum = _mm512_add_epi64(low, _mm512_slli_epi64(high, 32));
        over = _mm512_srli_epi64(sum, 36);
        sum = _mm512_add_epi64(_mm512_and_si512(sum, low36), _mm512_add_epi64(over, _mm512_slli_epi64(over, 2)));
        sum = _mm512_min_epu64(sum, _mm512_sub_epi64(sum, p36)); /* sum - p36 wraps around if sum < p36 */
        _mm256_mask_storeu_epi32(hash + i, some,
                                 _mm256_xor_si256(_mm512_cvtepi64_epi32(sum), _mm256_set1_epi32((int)last)));
    }
}

const struct wr_umac_kernel wr_umac_avx512 = {.name = "avx512", .nh = compute_nh, .l3 = l3};
