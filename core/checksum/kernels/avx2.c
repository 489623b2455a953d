#include <immintrin.h>

#include "cpu/kernel.h"

enum { VECTOR = 32, UNROLLED = 4 };

static __m256i load(const uint8_t *p) {
    return _mm256_loadu_si256((const __m256i *)p);
}

static uint64_t add_up(__m256i v) {
    uint64_t part[4];
    _mm256_storeu_si256((__m256i *)part, v);
    return part[0] + part[1] + part[2] + part[3];
}

/* The sum of the 64-bit words modulo 2^64 costs one addition; the sum of their upper halves, a shift and an addition.
 * The sum of the lower halves is what the two differ in: it stays below 2^64 for a piece of WR_SUM_PIECE bytes, so it
 * is exact. */
static uint64_t sum(const uint8_t *data, size_t length) {
    __m256i words[UNROLLED], upper[UNROLLED];
    uint64_t all, high;

    for (int i = 0; i < UNROLLED; i++)
        words[i] = upper[i] = _mm256_setzero_si256();
    for (; length >= VECTOR * UNROLLED; length -= VECTOR * UNROLLED, data += VECTOR * UNROLLED) {
        for (int i = 0; i < UNROLLED; i++) {
            __m256i v = load(data + VECTOR * i);
            __asm__("" : "+x"(v)); /* one load, not one for each use: loads are what limits us */
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

static uint64_t read(const uint8_t *data, size_t length) {
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

const struct wr_checksum_kernel wr_checksum_avx2 = {"avx2", sum, read};
