/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Up to 64 lanes in groups of 16: a 512-bit vector holds one word of 16 messages. The steps are in avx512_steps.S, in
 * an order that compilers do not keep (see generate_avx512.py); here is what surrounds them. docs/concepts/kernels.md
 * explains why four groups.
 */
#include <immintrin.h>

#include "cpu/features.h"
#include "cpu/kernel.h"
#include "util/compiler.h"

enum { GROUP = 16, MOST = 64 };

typedef uint32_t words_of_block[16][WR_LANES_MAX];

typedef void steps_of_block(uint32_t state[4][WR_LANES_MAX], uint32_t words[16][WR_LANES_MAX]);
typedef void steps_of_outer(uint32_t keyed[4][WR_LANES_MAX], uint32_t digests[4][WR_LANES_MAX]);
typedef void steps_of_stream(uint32_t state[4][WR_LANES_MAX], words_of_block words[2], const uint8_t *const *data,
                             size_t stride, size_t count, size_t ahead);
steps_of_block wr_md5_avx512_block_16, wr_md5_avx512_block_32, wr_md5_avx512_block_64;
steps_of_outer wr_md5_avx512_outer_16, wr_md5_avx512_outer_32, wr_md5_avx512_outer_64;
steps_of_stream wr_md5_avx512_stream_16, wr_md5_avx512_stream_32, wr_md5_avx512_stream_64;

/* 16 rows of 16 words become 16 columns of the words: pairs, quadruples, then quarters of vectors change places. Loops
 * over rows are unrolled at every level of optimization, so that the rows are registers and not 2 KiB of stack. */
WR_INLINE void transpose(__m512i r[16], uint32_t words[16][WR_LANES_MAX], size_t column) {
    __m512i p[16];

#pragma GCC unroll 16
    for (int i = 0; i < 16; i += 2) {
        p[i] = _mm512_unpacklo_epi32(r[i], r[i + 1]);
        p[i + 1] = _mm512_unpackhi_epi32(r[i], r[i + 1]);
    }
#pragma GCC unroll 16
    for (int i = 0; i < 16; i += 4) {
        r[i] = _mm512_unpacklo_epi64(p[i], p[i + 2]);
        r[i + 1] = _mm512_unpackhi_epi64(p[i], p[i + 2]);
        r[i + 2] = _mm512_unpacklo_epi64(p[i + 1], p[i + 3]);
        r[i + 3] = _mm512_unpackhi_epi64(p[i + 1], p[i + 3]);
    }
#pragma GCC unroll 16
    for (int i = 0; i < 4; i++) { /* r[4m + i] holds, in quarter q, word 4q + i of rows 4m .. 4m + 3 */
        const __m512i low01 = _mm512_shuffle_i32x4(r[i], r[4 + i], 0x88),
                      odd01 = _mm512_shuffle_i32x4(r[i], r[4 + i], 0xdd);
        const __m512i low23 = _mm512_shuffle_i32x4(r[8 + i], r[12 + i], 0x88),
                      odd23 = _mm512_shuffle_i32x4(r[8 + i], r[12 + i], 0xdd);
        _mm512_storeu_si512(&words[i][column], _mm512_shuffle_i32x4(low01, low23, 0x88));
        _mm512_storeu_si512(&words[4 + i][column], _mm512_shuffle_i32x4(odd01, odd23, 0x88));
        _mm512_storeu_si512(&words[8 + i][column], _mm512_shuffle_i32x4(low01, low23, 0xdd));
        _mm512_storeu_si512(&words[12 + i][column], _mm512_shuffle_i32x4(odd01, odd23, 0xdd));
    }
}

static void lane_blocks(uint32_t state[4][WR_LANES_MAX], const uint8_t *const *data, size_t stride, size_t lanes,
                        size_t count) {
    WR_ALIGNED(64) words_of_block words[2];
    /* Prefetched: two blocks past the one that is being transposed. Farther, 64 lanes would crowd each other out of L1.
     */
    const size_t ahead = 3 * stride;
    const size_t last = (count - 1) % 2;

    for (size_t column = 0; column < lanes; column += GROUP) {
        __m512i rows[GROUP];
#pragma GCC unroll 16
        for (size_t i = 0; i < GROUP; i++)
            rows[i] = _mm512_loadu_si512(data[column + i]);
        transpose(rows, words[0], column);
    }
    if (lanes <= 16) {
        if (count > 1)
            wr_md5_avx512_stream_16(state, words, data, stride, count - 1, ahead);
        wr_md5_avx512_block_16(state, words[last]);
    } else if (lanes <= 32) {
        if (count > 1)
            wr_md5_avx512_stream_32(state, words, data, stride, count - 1, ahead);
        wr_md5_avx512_block_32(state, words[last]);
    } else {
        if (count > 1)
            wr_md5_avx512_stream_64(state, words, data, stride, count - 1, ahead);
        wr_md5_avx512_block_64(state, words[last]);
    }
}

/* The bit that follows the message, at any place: from &padding_bit[65 - n] on, 64 bytes have it at byte n. */
static const uint8_t padding_bit[130] = {[65] = 0x80};

/* The low words of 16 numbers. */
static __m512i low_words(__m512i first, __m512i second) {
    return _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi64_epi32(first)), _mm512_cvtepi64_epi32(second), 1);
}

static void lane_ends(uint32_t state[4][WR_LANES_MAX], const struct wr_md5_ends *ends, size_t lanes) {
    WR_ALIGNED(64) words_of_block words;

    for (size_t column = 0; column < lanes; column += GROUP) {
        const __m512i left = _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(const void *)&ends->left[column]));
        const __mmask16 closes = _mm512_cmplt_epu32_mask(left, _mm512_set1_epi32(56)) |
                                 _mm512_cmpeq_epi32_mask(left, _mm512_set1_epi32(WR_MD5_PADDED));
        const __m512i first = _mm512_loadu_si512(&ends->total[column]),
                      second = _mm512_loadu_si512(&ends->total[column + 8]);
        __m512i rows[GROUP];
#pragma GCC unroll 16
        for (size_t i = 0; i < GROUP; i++) {
            const unsigned n = ends->left[column + i];
            rows[i] = _mm512_or_si512(_mm512_maskz_loadu_epi8(_bzhi_u64(UINT64_MAX, n), ends->data[column + i]),
                                      _mm512_loadu_si512(&padding_bit[65 - n]));
        }
        transpose(rows, words, column);
        _mm512_mask_storeu_epi32(&words[14][column], closes,
                                 low_words(_mm512_slli_epi64(first, 3), _mm512_slli_epi64(second, 3)));
        _mm512_mask_storeu_epi32(&words[15][column], closes,
                                 low_words(_mm512_srli_epi64(first, 29), _mm512_srli_epi64(second, 29)));
    }
    if (lanes <= 16)
        wr_md5_avx512_block_16(state, words);
    else if (lanes <= 32)
        wr_md5_avx512_block_32(state, words);
    else
        wr_md5_avx512_block_64(state, words);
}

static void lane_outer(uint32_t digests[4][WR_LANES_MAX], uint32_t keyed[4][WR_LANES_MAX], size_t lanes) {
    if (lanes <= 16)
        wr_md5_avx512_outer_16(keyed, digests);
    else if (lanes <= 32)
        wr_md5_avx512_outer_32(keyed, digests);
    else
        wr_md5_avx512_outer_64(keyed, digests);
}

void wr_md5_avx512_one(uint32_t state[4], const uint8_t *data, size_t count);

static void one_message(uint32_t state[4], const uint8_t *data, size_t count) {
    wr_md5_portable.blocks(state, data, count);
}

static void blocks_on_vectors(uint32_t state[4], const uint8_t *data, size_t count) {
    if (count)
        wr_md5_avx512_one(state, data, count);
}

/* One message gains nothing from lanes, but the vector unit's chain may be shorter than the scalar one's. */
const struct wr_md5_kernel wr_md5_avx512 = {"avx512", one_message, MOST, GROUP, lane_blocks, lane_ends, lane_outer, 14};
const struct wr_md5_kernel wr_md5_avx512_chain = {"avx512",    blocks_on_vectors, MOST,       GROUP,
                                                  lane_blocks, lane_ends,         lane_outer, 14};
