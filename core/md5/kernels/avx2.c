/*
 * Up to 32 lanes in groups of eight: a 256-bit vector holds one word of eight messages. The steps are in avx2_steps.S
 * (see generate_avx2.py); here is what surrounds them: a block's words are transposed first.
 */
#ifdef WR_KERNEL_AVX2

#include <immintrin.h>

#include "cpu/kernel.h"

enum { GROUP = 8, FEWEST = 16, MOST = 32 };

typedef uint32_t lane_state[4][WR_LANES_MAX];

void wr_md5_avx2_block_16(lane_state state, uint32_t words[16][WR_LANES_MAX]);
void wr_md5_avx2_block_32(lane_state state, uint32_t words[16][WR_LANES_MAX]);
void wr_md5_avx2_outer_16(lane_state state, lane_state digests);
void wr_md5_avx2_outer_32(lane_state state, lane_state digests);

static __m256i load(const uint8_t *p) {
    return _mm256_loadu_si256((const __m256i *)p);
}

/* Eight words from each of eight messages to eight rows, one per word. */
static inline void transpose(uint32_t words[8][WR_LANES_MAX], size_t column, const uint8_t *const *data, size_t offset) {
    __m256i r[GROUP], p[GROUP];

    for (int i = 0; i < GROUP; i++)
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
        _mm256_store_si256((__m256i *)&words[i][column], _mm256_permute2x128_si256(r[i], r[i + 4], 0x20));
        _mm256_store_si256((__m256i *)&words[i + 4][column], _mm256_permute2x128_si256(r[i], r[i + 4], 0x31));
    }
}

static void lane_blocks(lane_state state, const uint8_t *const *data, size_t stride, size_t lanes, size_t count) {
    _Alignas(64) uint32_t words[16][WR_LANES_MAX];
    const size_t columns = lanes <= FEWEST ? FEWEST : MOST;

    for (size_t offset = 0; count; count--, offset += stride) {
        for (size_t column = 0; column < columns; column += GROUP) {
            for (size_t i = column; i < column + GROUP; i++)
                _mm_prefetch(data[i] + offset + 384, _MM_HINT_T0);
            transpose(words, column, data + column, offset);
            transpose(words + 8, column, data + column, offset + 32);
        }
        if (columns == FEWEST)
            wr_md5_avx2_block_16(state, words);
        else
            wr_md5_avx2_block_32(state, words);
    }
}

static void lane_outer(lane_state state, lane_state digests, size_t lanes) {
    if (lanes <= FEWEST)
        wr_md5_avx2_outer_16(state, digests);
    else
        wr_md5_avx2_outer_32(state, digests);
}

/* One message gains nothing from lanes. */
static void blocks(uint32_t state[4], const uint8_t *data, size_t count) {
    wr_md5_portable.blocks(state, data, count);
}

const struct wr_md5_kernel wr_md5_avx2 = {"avx2", blocks, MOST, FEWEST, lane_blocks, NULL, lane_outer, 20};

#else
typedef int wr_not_built; /* ISO C wants a declaration in every file */
#endif
