/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <immintrin.h>

#include "cpu/kernel.h"

enum { VECTOR = 32, UNROLLED = 4, BLOCK = 16 * VECTOR, BLOCKS_MOST = 2047, MANY = 16384 };

static __m256i load(const uint8_t *p) {
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

static uint64_t add_up(__m256i v) {
    uint64_t part[4];
    _mm256_storeu_si256((__m256i *)(void *)part, v);
    return part[0] + part[1] + part[2] + part[3];
}

/* Add up 64-bit words modulo 2^64 (one addition per vector) and their upper halves (a shift and an addition). The sum
 * of the lower halves is the difference of the two; for a piece of WR_SUM_PIECE bytes it stays below 2^64, so it is
 * exact. */
static uint64_t sum_few(const uint8_t *data, size_t length) {
    __m256i words[UNROLLED], upper[UNROLLED];
    uint64_t all, high;

    for (int i = 0; i < UNROLLED; i++)
        words[i] = upper[i] = _mm256_setzero_si256();
    for (; length >= VECTOR * UNROLLED; length -= VECTOR * UNROLLED, data += VECTOR * UNROLLED) {
        for (int i = 0; i < UNROLLED; i++) {
            __m256i v = load(data + VECTOR * i);
            __asm__("" : "+x"(v)); /* prevents a second load for the second use: loads are the bottleneck */
            words[i] = _mm256_add_epi64(words[i], v);
            upper[i] = _mm256_add_epi64(upper[i], _mm256_srli_epi64(v, 32));
        }
    }
    for (int i = 1; i < UNROLLED; i++) {
        words[0] = _mm256_add_epi64(words[0], words[i]);
        upper[0] = _mm256_add_epi64(upper[0], upper[i]);
    }
    all = add_up(words[0]);
    high = add_up(upper[0]);
    return high + (all - (high << 32)) + wr_checksum_portable.sum(data, length);
}

/* Add four vectors to the sums modulo 2^16, and return their mean, computed as a mean of two means, each rounded up. */
static __m256i mean_of_four(const uint8_t *data, __m256i low[4]) {
    __m256i v[4];

    for (int i = 0; i < 4; i++) {
        v[i] = load(data + VECTOR * i);
        __asm__("" : "+x"(v[i])); /* prevents a second load for the second use */
        low[i] = _mm256_add_epi16(low[i], v[i]);
        __asm__("" : "+x"(low[i])); /* prevents reassociation, whose sums would not fit into the registers */
    }
    return _mm256_avg_epu16(_mm256_avg_epu16(v[0], v[1]), _mm256_avg_epu16(v[2], v[3]));
}

/* Return the exact total. Each estimate is too high by less than 2^16, so its error is its difference, modulo 2^16,
 * from the sum modulo 2^16. */
static uint64_t exact(__m256i even, __m256i odd, __m256i low) {
    uint32_t estimates[2][8];
    uint16_t lows[16];
    uint64_t total = 0;

    _mm256_storeu_si256((__m256i *)(void *)estimates[0], even);
    _mm256_storeu_si256((__m256i *)(void *)estimates[1], odd);
    _mm256_storeu_si256((__m256i *)(void *)lows, low);
    for (int i = 0; i < 16; i++) {
        const uint32_t estimate = BLOCK / VECTOR * estimates[i % 2][i / 2];
        total += estimate - (uint16_t)(estimate - lows[i]);
    }
    return total;
}

/* Use two operations per vector instead of three. Adding 16-bit words modulo 2^16 takes one operation per vector; the
 * missing multiple of 2^16 follows from an estimate. The estimate is 16 times the mean of 16 vectors, computed by a
 * tree of vpavgw, which takes at most one operation per vector and rounds up by at most 1/2 at each of its 4 levels: by
 * 32 per block, and by less than 2^16 in total. */
static uint64_t sum_blocks(const uint8_t *data, size_t blocks) {
    const __m256i mask = _mm256_set1_epi32(0xffff);
    __m256i low[4], even, odd;

    low[0] = low[1] = low[2] = low[3] = even = odd = _mm256_setzero_si256();
    for (; blocks; blocks--, data += BLOCK) {
        const __m256i a = mean_of_four(data, low), b = mean_of_four(data + BLOCK / 4, low);
        const __m256i c = mean_of_four(data + BLOCK / 2, low), d = mean_of_four(data + BLOCK / 4 * 3, low);
        const __m256i mean = _mm256_avg_epu16(_mm256_avg_epu16(a, b), _mm256_avg_epu16(c, d));
        even = _mm256_add_epi32(even, _mm256_and_si256(mean, mask));
        odd = _mm256_add_epi32(odd, _mm256_srli_epi32(mean, 16));
    }
    low[0] = _mm256_add_epi16(_mm256_add_epi16(low[0], low[1]), _mm256_add_epi16(low[2], low[3]));
    return exact(even, odd, low[0]);
}

/* Below MANY bytes the corrections at the end cost more than sum_blocks saves. */
static uint64_t sum_words(const uint8_t *data, size_t length) {
    uint64_t total = 0;

    while (length >= MANY) {
        const size_t whole = length / BLOCK, blocks = whole < BLOCKS_MOST ? whole : (size_t)BLOCKS_MOST;
        total += sum_blocks(data, blocks);
        data += blocks * BLOCK;
        length -= blocks * BLOCK;
    }
    return total + sum_few(data, length);
}

static uint64_t read_words(const uint8_t *data, size_t length) {
    __m256i words[UNROLLED];

    for (int i = 0; i < UNROLLED; i++)
        words[i] = _mm256_setzero_si256();
    for (; length >= VECTOR * UNROLLED; length -= VECTOR * UNROLLED, data += VECTOR * UNROLLED) {
        for (int i = 0; i < UNROLLED; i++)
            words[i] = _mm256_add_epi64(words[i], load(data + VECTOR * i));
    }
    for (int i = 1; i < UNROLLED; i++)
        words[0] = _mm256_add_epi64(words[0], words[i]);
    return add_up(words[0]) + wr_checksum_portable.read(data, length);
}

const struct wr_checksum_kernel wr_checksum_avx2 = {.name = "avx2", .sum = sum_words, .read = read_words};
