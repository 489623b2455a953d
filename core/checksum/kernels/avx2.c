#include <immintrin.h>

#include "cpu/kernel.h"
#include "util/bytes.h"

static __m256i load(const uint8_t *p) {
    return _mm256_loadu_si256((const __m256i *)p);
}

static uint64_t add_up(__m256i v) {
    uint64_t part[4];
    _mm256_storeu_si256((__m256i *)part, v);
    return part[0] + part[1] + part[2] + part[3];
}

/* The 32-bit halves of each 64-bit element, in accumulators of their own. */
static uint64_t sum(const uint8_t *data, size_t length) {
    const __m256i low = _mm256_set1_epi64x(0xffffffff);
    __m256i even = _mm256_setzero_si256(), odd = even, even2 = even, odd2 = even;

    for (; length >= 64; length -= 64, data += 64) {
        const __m256i a = load(data), b = load(data + 32);
        even = _mm256_add_epi64(even, _mm256_and_si256(a, low));
        odd = _mm256_add_epi64(odd, _mm256_srli_epi64(a, 32));
        even2 = _mm256_add_epi64(even2, _mm256_and_si256(b, low));
        odd2 = _mm256_add_epi64(odd2, _mm256_srli_epi64(b, 32));
    }
    return add_up(_mm256_add_epi64(_mm256_add_epi64(even, odd), _mm256_add_epi64(even2, odd2))) +
           wr_checksum_portable.sum(data, length);
}

static uint64_t read(const uint8_t *data, size_t length) {
    __m256i a = _mm256_setzero_si256(), b = a, c = a, d = a;

    for (; length >= 128; length -= 128, data += 128) {
        a = _mm256_add_epi64(a, load(data));
        b = _mm256_add_epi64(b, load(data + 32));
        c = _mm256_add_epi64(c, load(data + 64));
        d = _mm256_add_epi64(d, load(data + 96));
    }
    return add_up(_mm256_add_epi64(_mm256_add_epi64(a, b), _mm256_add_epi64(c, d))) +
           wr_checksum_portable.read(data, length);
}

const struct wr_checksum_kernel wr_checksum_avx2 = {"avx2", sum, read};
