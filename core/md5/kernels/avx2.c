/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Up to 32 lanes in groups of eight: a 256-bit vector holds one word of eight messages. The steps are in avx2_steps.S
 * (see generate_avx2.py); here is what surrounds them: a block's words are transposed first.
 */
#include <immintrin.h>

#include "cpu/kernel.h"
#include "util/compiler.h"

enum { GROUP = 8, FEWEST = 16, MOST = 32 };

typedef uint32_t lane_state[4][WR_LANES_MAX];

/* Columns 32 and up of `words` are theirs to write to. */
void wr_md5_avx2_block_16(lane_state state, uint32_t words[16][WR_LANES_MAX]);
void wr_md5_avx2_block_32(lane_state state, uint32_t words[16][WR_LANES_MAX]);

static __m128i load(const uint8_t *p) {
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

static void store(uint32_t *p, __m256i v) {
    _mm256_store_si256((__m256i *)(void *)p, v);
}

/* Four words from each of eight messages to four rows, one per word: messages i and i + 4 are loaded into the halves of
 * a vector, so that all that is left is a 4 x 4 transposition in each half. */
static inline void transpose(uint32_t words[4][WR_LANES_MAX], size_t column, const uint8_t *const *data,
                             size_t offset) {
    __m256i r[4], pairs[4];

    for (int i = 0; i < 4; i++)
        r[i] = _mm256_inserti128_si256(_mm256_castsi128_si256(load(data[i] + offset)), load(data[i + 4] + offset), 1);
    pairs[0] = _mm256_unpacklo_epi32(r[0], r[1]);
    pairs[1] = _mm256_unpackhi_epi32(r[0], r[1]);
    pairs[2] = _mm256_unpacklo_epi32(r[2], r[3]);
    pairs[3] = _mm256_unpackhi_epi32(r[2], r[3]);
    store(&words[0][column], _mm256_unpacklo_epi64(pairs[0], pairs[2]));
    store(&words[1][column], _mm256_unpackhi_epi64(pairs[0], pairs[2]));
    store(&words[2][column], _mm256_unpacklo_epi64(pairs[1], pairs[3]));
    store(&words[3][column], _mm256_unpackhi_epi64(pairs[1], pairs[3]));
}

static void one_block(lane_state state, uint32_t words[16][WR_LANES_MAX], size_t lanes) {
    if (lanes <= FEWEST)
        wr_md5_avx2_block_16(state, words);
    else
        wr_md5_avx2_block_32(state, words);
}

static void lane_blocks(lane_state state, const uint8_t *const *data, size_t stride, size_t lanes, size_t count) {
    WR_ALIGNED(64) uint32_t words[16][WR_LANES_MAX];
    const size_t columns = lanes <= FEWEST ? FEWEST : MOST;

    for (size_t offset = 0; count; count--, offset += stride) {
        for (size_t column = 0; column < columns; column += GROUP) {
            for (size_t i = column; i < column + GROUP; i++)
                _mm_prefetch(data[i] + offset + 2 * stride, _MM_HINT_T0);
            for (size_t word = 0; word < 16; word += 4)
                transpose(words + word, column, data + column, offset + 4 * word);
        }
        one_block(state, words, lanes);
    }
}

/* The padded digest's block goes through the same code as any. A second copy of it, with the constant words added to
 * T[i], was no faster: what it saves in loads it costs in instruction cache. */
static void lane_outer(lane_state digests, lane_state keyed, size_t lanes) {
    WR_ALIGNED(64) uint32_t words[16][WR_LANES_MAX];
    const __m256i zero = _mm256_setzero_si256(), bit = _mm256_set1_epi32(0x80), bits = _mm256_set1_epi32((64 + 16) * 8);

    for (size_t column = 0; column < MOST; column += GROUP) {
        for (size_t w = 0; w < 16; w++)
            store(&words[w][column], w == 4 ? bit : w == 14 ? bits : zero);
        for (size_t w = 0; w < 4; w++) {
            store(&words[w][column], _mm256_load_si256((const __m256i *)(const void *)&digests[w][column]));
            store(&digests[w][column], _mm256_load_si256((const __m256i *)(const void *)&keyed[w][column]));
        }
    }
    one_block(digests, words, lanes);
}

/* One message gains nothing from lanes. */
static void one_message(uint32_t state[4], const uint8_t *data, size_t count) {
    wr_md5_portable.blocks(state, data, count);
}

const struct wr_md5_kernel wr_md5_avx2 = {"avx2", one_message, MOST, FEWEST, lane_blocks, NULL, lane_outer, 20};
