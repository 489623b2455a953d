/*
 * Two groups of eight lanes: one group alone waits for its own results (64 steps, each needing the one before), two
 * fill each other's gaps. A vector holds one word of eight messages, so a block's words are transposed first.
 */
#ifdef WR_KERNEL_AVX2

#include <immintrin.h>

#include "cpu/kernel.h"
#include "steps.h"

enum { GROUP = 8, LANES = 2 * GROUP };

static __m256i load(const void *p) {
    return _mm256_loadu_si256(p);
}

static void store(void *p, __m256i v) {
    _mm256_storeu_si256(p, v);
}

/* Eight words from each of eight messages to eight vectors, one per word. */
static inline void transpose(__m256i x[8], const uint8_t *const *data, size_t offset) {
    __m256i r[8], p[8];

    for (int i = 0; i < 8; i++)
        r[i] = load(data[i] + offset);
    for (int i = 0; i < 4; i++) { /* pairs of words of two messages */
        p[2 * i] = _mm256_unpacklo_epi32(r[2 * i], r[2 * i + 1]);
        p[2 * i + 1] = _mm256_unpackhi_epi32(r[2 * i], r[2 * i + 1]);
    }
    for (int i = 0; i < 2; i++) { /* quadruples of four messages */
        r[4 * i] = _mm256_unpacklo_epi64(p[4 * i], p[4 * i + 2]);
        r[4 * i + 1] = _mm256_unpackhi_epi64(p[4 * i], p[4 * i + 2]);
        r[4 * i + 2] = _mm256_unpacklo_epi64(p[4 * i + 1], p[4 * i + 3]);
        r[4 * i + 3] = _mm256_unpackhi_epi64(p[4 * i + 1], p[4 * i + 3]);
    }
    for (int i = 0; i < 4; i++) { /* halves of all eight */
        x[i] = _mm256_permute2x128_si256(r[i], r[i + 4], 0x20);
        x[i + 4] = _mm256_permute2x128_si256(r[i], r[i + 4], 0x31);
    }
}

#define ADD(x, y)    _mm256_add_epi32(x, y)
#define AND(x, y)    _mm256_and_si256(x, y)
#define XOR(x, y)    _mm256_xor_si256(x, y)
#define F(b, c, d)   XOR(AND(XOR(c, d), b), d)
#define G(b, c, d)   XOR(AND(XOR(b, c), d), c)
#define H(b, c, d)   XOR(XOR(c, d), b)
#define I(b, c, d)   XOR(_mm256_or_si256(b, XOR(d, ones)), c)
#define ROTATE(x, s) _mm256_or_si256(_mm256_slli_epi32(x, s), _mm256_srli_epi32(x, 32 - (s)))

/* A step of group g; the word and the constant go in first, they are known long before. */
#define STEP_OF(g, f, a, b, c, d, k, s)                                                                                \
    a##g = ADD(ADD(a##g, ADD(x##g[k], t_)), f(b##g, c##g, d##g));                                                      \
    a##g = ADD(ROTATE(a##g, s), b##g);
#define STEP(f, a, b, c, d, k, s, t)                                                                                   \
    {                                                                                                                  \
        const __m256i t_ = _mm256_set1_epi32((int)(t));                                                                \
        STEP_OF(0, f, a, b, c, d, k, s)                                                                                \
        STEP_OF(1, f, a, b, c, d, k, s)                                                                                \
    }

static void lane_blocks(uint32_t state[4][WR_LANES_MAX], const uint8_t *const *data, size_t stride, size_t lanes,
                        size_t count) {
    const __m256i ones = _mm256_set1_epi32(-1);
    uint32_t *const row_a = state[0], *const row_b = state[1], *const row_c = state[2], *const row_d = state[3];
    __m256i a0 = load(row_a), b0 = load(row_b), c0 = load(row_c), d0 = load(row_d);
    __m256i a1 = load(row_a + GROUP), b1 = load(row_b + GROUP), c1 = load(row_c + GROUP), d1 = load(row_d + GROUP);

    (void)lanes;
    for (size_t offset = 0; count; count--, offset += stride) {
        const __m256i sa0 = a0, sb0 = b0, sc0 = c0, sd0 = d0, sa1 = a1, sb1 = b1, sc1 = c1, sd1 = d1;
        __m256i x0[16], x1[16];

        transpose(x0, data, offset);
        transpose(x0 + 8, data, offset + 32);
        transpose(x1, data + GROUP, offset);
        transpose(x1 + 8, data + GROUP, offset + 32);
        WR_MD5_STEPS(STEP)
        a0 = ADD(a0, sa0), b0 = ADD(b0, sb0), c0 = ADD(c0, sc0), d0 = ADD(d0, sd0);
        a1 = ADD(a1, sa1), b1 = ADD(b1, sb1), c1 = ADD(c1, sc1), d1 = ADD(d1, sd1);
    }
    store(row_a, a0), store(row_b, b0), store(row_c, c0), store(row_d, d0);
    store(row_a + GROUP, a1), store(row_b + GROUP, b1), store(row_c + GROUP, c1), store(row_d + GROUP, d1);
}

/* One message gains nothing from eight lanes. */
static void blocks(uint32_t state[4], const uint8_t *data, size_t count) {
    wr_md5_portable.blocks(state, data, count);
}

const struct wr_md5_kernel wr_md5_avx2 = {"avx2", blocks, LANES, LANES, lane_blocks, NULL, NULL, 20};

#else
typedef int wr_not_built; /* ISO C wants a declaration in every file */
#endif
