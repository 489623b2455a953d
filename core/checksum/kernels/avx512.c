/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <immintrin.h>

#include "cpu/kernel.h"

enum { VECTOR = 64, UNROLLED = 8 };

/* Load `length` bytes and fill the rest of the vector with zeros. */
static __m512i load_part(const uint8_t *data, size_t length) {
    return _mm512_maskz_loadu_epi8(_bzhi_u64(UINT64_MAX, (unsigned)length), data);
}

/* _mm512_reduce_add_epi64 adds signed numbers, and their overflow is undefined behaviour. */
static uint64_t add_up(__m512i v) {
    uint64_t part[8], total = 0;
    _mm512_storeu_si512(part, v);
    for (int i = 0; i < 8; i++)
        total += part[i];
    return total;
}

/* Works like sum_few in avx2.c. */
static uint64_t sum_words(const uint8_t *data, size_t length) {
    __m512i words[UNROLLED], upper[UNROLLED];
    uint64_t all, high;

    for (int i = 0; i < UNROLLED; i++)
        words[i] = upper[i] = _mm512_setzero_si512();
    for (; length >= VECTOR * UNROLLED; length -= VECTOR * UNROLLED, data += VECTOR * UNROLLED) {
        for (int i = 0; i < UNROLLED; i++) {
            __m512i v = _mm512_loadu_si512(data + VECTOR * i);
            __asm__("" : "+v"(v)); /* prevents a second load for the second use: loads are the bottleneck */
            words[i] = _mm512_add_epi64(words[i], v);
            upper[i] = _mm512_add_epi64(upper[i], _mm512_srli_epi64(v, 32));
        }
    }
    while (length) {
        const size_t part = length < VECTOR ? length : (size_t)VECTOR;
        const __m512i v = load_part(data, part);
        words[0] = _mm512_add_epi64(words[0], v);
        upper[0] = _mm512_add_epi64(upper[0], _mm512_srli_epi64(v, 32));
        data += part;
        length -= part;
    }
    for (int i = 1; i < UNROLLED; i++) {
        words[0] = _mm512_add_epi64(words[0], words[i]);
        upper[0] = _mm512_add_epi64(upper[0], upper[i]);
    }
    all = add_up(words[0]);
    high = add_up(upper[0]);
    return high + (all - (high << 32));
}

static uint64_t read_words(const uint8_t *data, size_t length) {
    __m512i words[UNROLLED];

    for (int i = 0; i < UNROLLED; i++)
        words[i] = _mm512_setzero_si512();
    for (; length >= VECTOR * UNROLLED; length -= VECTOR * UNROLLED, data += VECTOR * UNROLLED) {
        for (int i = 0; i < UNROLLED; i++)
            words[i] = _mm512_add_epi64(words[i], _mm512_loadu_si512(data + VECTOR * i));
    }
    while (length) {
        const size_t part = length < VECTOR ? length : (size_t)VECTOR;
        words[0] = _mm512_add_epi64(words[0], load_part(data, part));
        data += part;
        length -= part;
    }
    for (int i = 1; i < UNROLLED; i++)
        words[0] = _mm512_add_epi64(words[0], words[i]);
    return add_up(words[0]);
}

const struct wr_checksum_kernel wr_checksum_avx512 = {.name = "avx512", .sum = sum_words, .read = read_words};
