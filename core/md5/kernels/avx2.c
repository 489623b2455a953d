/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Up to 32 lanes in groups of eight: a 256-bit vector holds one word of eight messages. The steps are in avx2_steps.S
 * (see generate_avx2.py). This file has everything around them, such as transposing a block's words.
 */
#include <immintrin.h>

#include "cpu/kernel.h"
#include "util/bytes.h"
#include "util/compiler.h"

enum { GROUP = 8, FEWEST = 16, MOST = 32 };

typedef uint32_t lane_state[4][WR_LANES_MAX];

/* These functions may overwrite columns 32 and up of `words`. */
void wr_md5_avx2_block_16(lane_state state, uint32_t words[16][WR_LANES_MAX]);
void wr_md5_avx2_block_32(lane_state state, uint32_t words[16][WR_LANES_MAX]);

static __m128i load(const uint8_t *p) {
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

static void store(uint32_t *p, __m256i v) {
    _mm256_store_si256((__m256i *)(void *)p, v);
}

/* Transpose four words of each of eight messages into four rows, one per word. Messages i and i + 4 are loaded into the
 * two halves of a vector, which leaves a 4 x 4 transposition in each half. */
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

static void hash_lane_blocks(lane_state state, const uint8_t *const *data, size_t stride, size_t lanes, size_t count) {
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

/* Lookup tables for a word index q: a window that begins at 16 - q selects the words below q (`below`), or word q
 * itself (`at`). */
static const int32_t below[32 + 16] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
static const int32_t at[32 + 16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1};

static __m256i window(const int32_t *from) {
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

/* Return the word in which a message of n bytes ends, including the first padding bit. Reads no byte behind the
 * message. */
static uint32_t last_word(const uint8_t *data, size_t n) {
    const unsigned bits = n % 4 * 8;
    uint64_t word = 0;

    if (n >= 4)
        word = (uint64_t)wr_load32_le(data + n - 4) >> (32 - bits);
    else
        for (size_t i = 0; i < n; i++)
            word |= (uint64_t)data[i] << 8 * i;
    return (uint32_t)(word | (uint64_t)0x80 << bits);
}

/* Build a padded block whose first n bytes are the message's. */
static void pad(uint8_t block[WR_MD5_BLOCK], const uint8_t *data, size_t n) {
    const int32_t *const full = below + 16 - n / 4, *const last = at + 16 - n / 4;
    const __m256i word = _mm256_set1_epi32((int)last_word(data, n));

    for (int half = 0; half < 2; half++) {
        const __m256i whole =
            _mm256_maskload_epi32((const int *)(const void *)(data + 32 * half), window(full + 8 * half));
        const __m256i end = _mm256_and_si256(word, window(last + 8 * half));
        store((uint32_t *)(void *)(block + 32 * half), _mm256_or_si256(whole, end));
    }
}

/* Return the low words of eight numbers. */
static __m256i low_words(__m256i first, __m256i second) {
    const __m256i halves = _mm256_castps_si256(
        _mm256_shuffle_ps(_mm256_castsi256_ps(first), _mm256_castsi256_ps(second), _MM_SHUFFLE(2, 0, 2, 0)));
    return _mm256_permute4x64_epi64(halves, _MM_SHUFFLE(3, 1, 2, 0));
}

/* Write the message length in bits to the last block of each lane that is at its last block. */
static void put_lengths(uint32_t words[16][WR_LANES_MAX], size_t column, const struct wr_md5_ends *ends) {
    const __m256i left = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)&ends->left[column]));
    const __m256i closes = _mm256_or_si256(_mm256_cmpgt_epi32(_mm256_set1_epi32(56), left),
                                           _mm256_cmpeq_epi32(_mm256_set1_epi32(WR_MD5_PADDED), left));
    const __m256i first = _mm256_loadu_si256((const __m256i *)(const void *)&ends->total[column]),
                  second = _mm256_loadu_si256((const __m256i *)(const void *)&ends->total[column + 4]);
    __m256i *const low = (__m256i *)(void *)&words[14][column], *const high = (__m256i *)(void *)&words[15][column];

    *low = _mm256_blendv_epi8(*low, low_words(_mm256_slli_epi64(first, 3), _mm256_slli_epi64(second, 3)), closes);
    *high = _mm256_blendv_epi8(*high, low_words(_mm256_srli_epi64(first, 29), _mm256_srli_epi64(second, 29)), closes);
}

static void hash_lane_ends(lane_state state, const struct wr_md5_ends *ends, size_t lanes) {
    WR_ALIGNED(64) uint32_t words[16][WR_LANES_MAX];
    WR_ALIGNED(64) uint8_t blocks[GROUP][WR_MD5_BLOCK];
    const size_t columns = lanes <= FEWEST ? FEWEST : MOST;
    const uint8_t *rows[GROUP];

    for (size_t i = 0; i < GROUP; i++)
        rows[i] = blocks[i];
    for (size_t column = 0; column < columns; column += GROUP) {
        for (size_t i = 0; i < GROUP; i++)
            pad(blocks[i], ends->data[column + i], ends->left[column + i]);
        for (size_t word = 0; word < 16; word += 4)
            transpose(words + word, column, rows, 4 * word);
        put_lengths(words, column, ends);
    }
    one_block(state, words, lanes);
}

/* The block with the padded digest uses the same code as any other block. A second copy, with the constant words added
 * to T[i], was no faster: it saves loads but costs as much in instruction cache. */
static void hash_lane_outer(lane_state digests, lane_state keyed, size_t lanes) {
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
    /* clear keys left in idle lanes, and other messages' tags */
    for (size_t column = 0; column < MOST; column += GROUP)
        for (size_t w = 0; w < 4; w++)
            store(&words[w][column], zero);
    WR_SEEN(words);
}

/* A single message is no faster in lanes. */
static void one_message(uint32_t state[4], const uint8_t *data, size_t count) {
    wr_md5_portable.blocks(state, data, count);
}

const struct wr_md5_kernel wr_md5_avx2 = {.name = "avx2",
                                          .blocks = one_message,
                                          .lanes = MOST,
                                          .fewest = FEWEST,
                                          .lane_blocks = hash_lane_blocks,
                                          .lane_ends = hash_lane_ends,
                                          .lane_outer = hash_lane_outer,
                                          .depth = WR_DEPTH_BLOCK,
                                          .pass_cost = 20};
