/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Up to 64 lanes in groups of 16: a 512-bit vector holds one word of 16 messages. The steps are in avx512_steps.S, in
 * an order that compilers do not keep (see generate_avx512.py). This file has everything around them.
 * docs/concepts/kernels.md explains why there are four groups.
 */
#include <immintrin.h>

#include "cpu/features.h"
#include "cpu/kernel.h"
#include "util/compiler.h"

enum { GROUP = 16, MOST = 64 };

typedef uint32_t words_of_block[16][WR_LANES_MAX];

typedef void steps_of_block(uint32_t state[4][WR_LANES_MAX], uint32_t words[16][WR_LANES_MAX]);
typedef void steps_of_outer(uint32_t keyed[4][WR_LANES_MAX], uint32_t digests[4][WR_LANES_MAX]);
typedef void steps_of_stream(uint32_t state[4][WR_LANES_MAX], words_of_block words, const uint8_t *const *data,
                             size_t stride, size_t count, size_t first, words_of_block other);
steps_of_block wr_md5_avx512_block_16, wr_md5_avx512_block_32, wr_md5_avx512_block_64;
steps_of_outer wr_md5_avx512_outer_16, wr_md5_avx512_outer_32, wr_md5_avx512_outer_64;
steps_of_stream wr_md5_avx512_stream_16, wr_md5_avx512_stream_32, wr_md5_avx512_stream_64;
void wr_md5_avx512_outer_and_words_64(uint32_t keyed[4][WR_LANES_MAX], uint32_t digests[4][WR_LANES_MAX],
                                      const uint8_t *const *data, words_of_block words, const uint8_t *padding,
                                      uint64_t mask);

/* Transpose 16 rows of 16 words: swap pairs, then quadruples, then quarters of vectors. Loops over rows are unrolled at
 * every optimization level, so that the rows stay in registers instead of 2 KiB of stack. */
WR_INLINE void transpose(__m512i words[GROUP], __m512i r[GROUP]) {
    __m512i p[GROUP];

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
        words[i] = _mm512_shuffle_i32x4(low01, low23, 0x88);
        words[4 + i] = _mm512_shuffle_i32x4(odd01, odd23, 0x88);
        words[8 + i] = _mm512_shuffle_i32x4(low01, low23, 0xdd);
        words[12 + i] = _mm512_shuffle_i32x4(odd01, odd23, 0xdd);
    }
}

WR_INLINE void store_words(words_of_block to, size_t column, const __m512i words[GROUP]) {
#pragma GCC unroll 16
    for (size_t w = 0; w < GROUP; w++)
        _mm512_store_si512(&to[w][column], words[w]);
}

/* Hash one block whose words are ready. */
static void block(uint32_t state[4][WR_LANES_MAX], words_of_block words, size_t lanes) {
    if (lanes <= 16)
        wr_md5_avx512_block_16(state, words);
    else if (lanes <= 32)
        wr_md5_avx512_block_32(state, words);
    else
        wr_md5_avx512_block_64(state, words);
}

/* Hash `count` >= 1 blocks: first the one whose words are ready, then the blocks that begin `first` bytes behind the
 * pointers. Also transpose one more block into words. `words` and `other` take turns to hold the words of successive
 * blocks. */
static void stream(uint32_t state[4][WR_LANES_MAX], words_of_block words, const uint8_t *const *data, size_t stride,
                   size_t lanes, size_t count, size_t first, words_of_block other) {
    if (lanes <= 16)
        wr_md5_avx512_stream_16(state, words, data, stride, count, first, other);
    else if (lanes <= 32)
        wr_md5_avx512_stream_32(state, words, data, stride, count, first, other);
    else
        wr_md5_avx512_stream_64(state, words, data, stride, count, first, other);
}

static void hash_lane_blocks(uint32_t state[4][WR_LANES_MAX], const uint8_t *const *data, size_t stride, size_t lanes,
                             size_t count) {
    WR_ALIGNED(64) words_of_block words[2];

    for (size_t column = 0; column < lanes; column += GROUP) {
        __m512i rows[GROUP], transposed[GROUP];
#pragma GCC unroll 16
        for (size_t i = 0; i < GROUP; i++)
            rows[i] = _mm512_loadu_si512(data[column + i]);
        transpose(transposed, rows);
        store_words(words[0], column, transposed);
    }
    if (count > 1)
        stream(state, words[0], data, stride, lanes, count - 1, stride, words[1]);
    block(state, words[(count - 1) % 2], lanes);
}

/* The padding bit at any position: the 64 bytes from &padding_bit[65 - n] have it at byte n. */
#define ZEROS_16 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
static const uint8_t padding_bit[130] = {ZEROS_16, ZEROS_16, ZEROS_16, ZEROS_16, 0, 0x80};

/* Masks for the first n bytes of a block; the mask for WR_MD5_PADDED is empty. */
#define FOUR(n) (1ull << (n)) - 1, (2ull << (n)) - 1, (4ull << (n)) - 1, (8ull << (n)) - 1
static const uint64_t first_bytes[WR_MD5_PADDED + 1] = {FOUR(0),  FOUR(4),  FOUR(8),  FOUR(12), FOUR(16),  FOUR(20),
                                                        FOUR(24), FOUR(28), FOUR(32), FOUR(36), FOUR(40),  FOUR(44),
                                                        FOUR(48), FOUR(52), FOUR(56), FOUR(60), UINT64_MAX};
#undef FOUR

/* Return the low words of 16 numbers. */
static __m512i low_words(__m512i first, __m512i second) {
    return _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi64_epi32(first)), _mm512_cvtepi64_epi32(second), 1);
}

/* Write the message length in bits to the last two words of each lane that is at its last block. */
WR_INLINE void put_lengths(__m512i words[GROUP], const struct wr_md5_ends *ends, size_t column) {
    const __m512i left = _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(const void *)&ends->left[column]));
    const __mmask16 closes = _mm512_cmplt_epu32_mask(left, _mm512_set1_epi32(56)) |
                             _mm512_cmpeq_epi32_mask(left, _mm512_set1_epi32(WR_MD5_PADDED));
    const __m512i first = _mm512_loadu_si512(&ends->total[column]),
                  second = _mm512_loadu_si512(&ends->total[column + 8]);

    words[14] =
        _mm512_mask_mov_epi32(words[14], closes, low_words(_mm512_slli_epi64(first, 3), _mm512_slli_epi64(second, 3)));
    words[15] = _mm512_mask_mov_epi32(words[15], closes,
                                      low_words(_mm512_srli_epi64(first, 29), _mm512_srli_epi64(second, 29)));
}

/* Transpose the blocks of 16 lanes into words, padding each block after its message bytes. */
WR_INLINE void put_ends(words_of_block to, const struct wr_md5_ends *ends, size_t column) {
    __m512i rows[GROUP], words[GROUP];
#pragma GCC unroll 16
    for (size_t i = 0; i < GROUP; i++) {
        const size_t n = ends->left[column + i];
        __m512i row = _mm512_or_si512(_mm512_maskz_loadu_epi8(first_bytes[n], ends->data[column + i]),
                                      _mm512_loadu_si512(padding_bit + WR_MD5_PADDED - n));
        __asm__(""
                : "+v"(row)); /* keep the lanes in this order: the values of all lanes would not fit into the
                               * registers */
        rows[i] = row;
    }
    transpose(words, rows);
    put_lengths(words, ends, column);
    store_words(to, column, words);
}

/* Like put_ends, if all blocks have n message bytes: half the work. */
WR_INLINE void put_equal_ends(words_of_block to, const struct wr_md5_ends *ends, size_t column, size_t n) {
    const __m512i padding = _mm512_loadu_si512(padding_bit + WR_MD5_PADDED - n);
    __m512i rows[GROUP], words[GROUP];
#pragma GCC unroll 16
    for (size_t i = 0; i < GROUP; i++)
        rows[i] = _mm512_mask_loadu_epi8(padding, first_bytes[n], ends->data[column + i]);
    transpose(words, rows);
    put_lengths(words, ends, column);
    store_words(to, column, words);
}

/* Like put_equal_ends, if no message bytes are left. */
WR_INLINE void put_padding(words_of_block to, const struct wr_md5_ends *ends, size_t column, size_t n) {
    __m512i words[GROUP];
#pragma GCC unroll 16
    for (size_t w = 0; w < GROUP; w++)
        words[w] = _mm512_set1_epi32(w == 0 && n == 0 ? 0x80 : 0);
    put_lengths(words, ends, column);
    store_words(to, column, words);
}

static int all_equal(__m128i bytes) {
    return _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_broadcastb_epi8(bytes))) == 0xffff;
}

/* Each case stores its own words: if the cases shared the stores, builds without optimization would pass the vectors
 * through the stack. */
static void words_of_ends(words_of_block words, const struct wr_md5_ends *ends, size_t lanes) {
    for (size_t column = 0; column < lanes; column += GROUP) {
        const size_t n = ends->left[column];
        if (!all_equal(_mm_loadu_si128((const __m128i *)(const void *)&ends->left[column])))
            put_ends(words, ends, column);
        else if (n == 0 || n == WR_MD5_PADDED)
            put_padding(words, ends, column, n);
        else
            put_equal_ends(words, ends, column, n);
    }
}

static void hash_lane_ends(uint32_t state[4][WR_LANES_MAX], const struct wr_md5_ends *ends, size_t lanes) {
    WR_ALIGNED(64) words_of_block words;

    words_of_ends(words, ends, lanes);
    block(state, words, lanes);
}

static void hash_lane_outer(uint32_t digests[4][WR_LANES_MAX], uint32_t keyed[4][WR_LANES_MAX], size_t lanes) {
    if (lanes <= 16)
        wr_md5_avx512_outer_16(keyed, digests);
    else if (lanes <= 32)
        wr_md5_avx512_outer_32(keyed, digests);
    else
        wr_md5_avx512_outer_64(keyed, digests);
}

/* Transpose the next blocks into words, with the padding that `next` holds. */
static void next_words(struct wr_md5_next *next) {
    const __m512i padding = _mm512_load_si512(next->padding);

    for (size_t column = 0; column < MOST; column += GROUP) {
        __m512i rows[GROUP], words[GROUP];
        if (next->bytes == 0) {
            for (size_t w = 0; w < GROUP; w++)
                _mm512_store_si512(&next->words[w][column],
                                   _mm512_permutexvar_epi32(_mm512_set1_epi32((int)w), padding));
            continue;
        }
#pragma GCC unroll 16
        for (size_t i = 0; i < GROUP; i++)
            rows[i] = _mm512_mask_loadu_epi8(padding, first_bytes[next->bytes], next->data[column + i]);
        transpose(words, rows);
        store_words(next->words, column, words);
    }
}

static void next_outer(struct wr_md5_next *next, uint32_t keyed[4][WR_LANES_MAX]) {
    wr_md5_avx512_outer_and_words_64(keyed, next->digests, next->data, next->words, next->padding,
                                     first_bytes[next->bytes]);
}

static void next_blocks(struct wr_md5_next *next, size_t count) {
    WR_ALIGNED(64) words_of_block other;

    if (count > 1)
        wr_md5_avx512_stream_64(next->digests, next->words, next->data, WR_MD5_BLOCK, count - 1, WR_MD5_BLOCK, other);
    wr_md5_avx512_block_64(next->digests, count % 2 ? next->words : other);
}

/* Write exactly 12 bytes. The asm statement keeps compilers from merging the extraction and the store into one
 * instruction, whose mask does not prevent faults on the bytes that it leaves out. */
WR_INLINE void put_tag(uint8_t *tag, __m128i digest) {
    __asm__("" : "+v"(digest));
    _mm_mask_storeu_epi32(tag, 7, digest);
}

static void put_lane_tags(uint32_t digests[4][WR_LANES_MAX], const wr_message *messages, const uint16_t *order,
                          size_t lanes) {
    for (size_t i = 0; i < lanes; i += GROUP) {
        const __m512i a = _mm512_load_si512(&digests[0][i]), b = _mm512_load_si512(&digests[1][i]),
                      c = _mm512_load_si512(&digests[2][i]), d = _mm512_load_si512(&digests[3][i]);
        const __m512i ab[2] = {_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b)},
                      cd[2] = {_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d)};
        /* Quarter q of vector m is the digest of lane i + 4q + m. */
        const __m512i digests_by_lane[4] = {_mm512_unpacklo_epi64(ab[0], cd[0]), _mm512_unpackhi_epi64(ab[0], cd[0]),
                                            _mm512_unpacklo_epi64(ab[1], cd[1]), _mm512_unpackhi_epi64(ab[1], cd[1])};
#define PUT(q, m)                                                                                                      \
    if (i + 4 * (q) + (m) < lanes)                                                                                     \
        put_tag(messages[order[i + 4 * (q) + (m)]].tag, _mm512_extracti32x4_epi32(digests_by_lane[m], q));
#define PUT_QUARTER(q) PUT(q, 0) PUT(q, 1) PUT(q, 2) PUT(q, 3)
        PUT_QUARTER(0)
        PUT_QUARTER(1)
        PUT_QUARTER(2)
        PUT_QUARTER(3)
#undef PUT_QUARTER
#undef PUT
    }
}

static void turn_lanes(uint32_t state[4][WR_LANES_MAX], uint64_t lanes, uint32_t digests[4][WR_LANES_MAX], size_t first,
                       const uint32_t start[4]) {
    for (size_t column = 0; column < MOST; column += GROUP) {
        const __mmask16 leaving = (__mmask16)(lanes >> column);
        const size_t count = (size_t)__builtin_popcount(leaving);
        const __mmask16 to = (__mmask16)((1u << count) - 1);
        for (size_t w = 0; leaving && w < 4; w++) {
            const __m512i words = _mm512_load_si512(&state[w][column]);
            _mm512_mask_storeu_epi32(&digests[w][first], to, _mm512_maskz_compress_epi32(leaving, words));
            if (start)
                _mm512_store_si512(&state[w][column], _mm512_mask_set1_epi32(words, leaving, (int)start[w]));
        }
        first += count;
    }
}

void wr_md5_avx512_one(uint32_t state[4], const uint8_t *data, size_t count);

/* A single message is no faster in lanes, but the latency of the vector unit may be lower than that of the scalar
 * unit. */
static void one_message(uint32_t state[4], const uint8_t *data, size_t count) {
    wr_md5_portable.blocks(state, data, count);
}

static void blocks_on_vectors(uint32_t state[4], const uint8_t *data, size_t count) {
    if (count)
        wr_md5_avx512_one(state, data, count);
}

static void move_on(struct wr_md5_ends *ends, size_t lanes, size_t blocks) {
    const size_t bytes = blocks * WR_MD5_BLOCK;
    const __m512i farther = _mm512_set1_epi64((long long)bytes);

    for (size_t i = 0; i < lanes; i += 8)
        _mm512_storeu_si512(&ends->data[i], _mm512_add_epi64(_mm512_loadu_si512(&ends->data[i]), farther));
}

static void first_words(words_of_block words, struct wr_md5_ends *ends, size_t lanes) {
    words_of_ends(words, ends, lanes);
    move_on(ends, lanes, 1);
}

/* Build the block of lane i, padded after its message bytes. */
WR_INLINE void put_end(uint32_t to[GROUP], const struct wr_md5_ends *ends, size_t i) {
    const size_t n = ends->left[i];
    const uint64_t bits = ends->total[i] * 8;
    const __mmask8 closes = n < 56 || n == WR_MD5_PADDED ? 0x80 : 0;
    const __m512i padded =
        _mm512_mask_loadu_epi8(_mm512_loadu_si512(padding_bit + WR_MD5_PADDED - n), first_bytes[n], ends->data[i]);

    _mm512_store_si512(to, _mm512_mask_set1_epi64(padded, closes, (long long)bits));
}

/* The assembly loads four lanes of a group before it stores the next four rows of `other`. So the padded blocks of
 * these lanes may be kept in the four rows after those; only the last four lanes of each group need separate memory. */
static void blocks_and_ends(uint32_t state[4][WR_LANES_MAX], words_of_block words, words_of_block other,
                            struct wr_md5_ends *ends, uint64_t ending, size_t lanes, size_t count) {
    WR_ALIGNED(64) uint32_t rows_behind[4][WR_LANES_MAX];

    for (; ending; ending &= ending - 1) {
        const size_t i = (size_t)__builtin_ctzll(ending), column = i / GROUP * GROUP, row = i % GROUP + 4;
        uint32_t *const place = row < GROUP ? &other[row][column] : &rows_behind[row - GROUP][column];
        put_end(place, ends, i);
        ends->data[i] = (const uint8_t *)place;
    }
    stream(state, words, ends->data, WR_MD5_BLOCK, lanes, count, 0, other);
    move_on(ends, lanes, count);
}

static const struct wr_md5_overlap in_gaps = {.words = next_words,
                                              .blocks = next_blocks,
                                              .outer = next_outer,
                                              .first_words = first_words,
                                              .blocks_and_ends = blocks_and_ends};

/* The two tables differ only in the code for one message. */
#define LANE_CODE(one)                                                                                                 \
    .name = "avx512", .blocks = one, .lanes = MOST, .fewest = GROUP, .lane_blocks = hash_lane_blocks,                  \
    .lane_ends = hash_lane_ends, .lane_outer = hash_lane_outer, .lane_tags = put_lane_tags, .lane_turns = turn_lanes,  \
    .depth = WR_DEPTH_BLOCK, .pass_cost = 14, .overlap = &in_gaps
const struct wr_md5_kernel wr_md5_avx512 = {LANE_CODE(one_message)};
const struct wr_md5_kernel wr_md5_avx512_chain = {LANE_CODE(blocks_on_vectors)};
