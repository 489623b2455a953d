/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* AES-128 with AES-NI: one instruction per round. */
#include <wmmintrin.h>

#include "aes/aes.h"

static inline __m128i block(const uint8_t *p) {
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

static inline __attribute__((always_inline)) void encrypt_some(const uint8_t *schedule, const uint8_t *in, uint8_t *out,
                                                               int blocks) {
    __m128i s[8];
    for (int i = 0; i < blocks; i++)
        s[i] = _mm_xor_si128(block(in + 16 * i), block(schedule));
    for (int r = 1; r < 10; r++)
        for (int i = 0; i < blocks; i++)
            s[i] = _mm_aesenc_si128(s[i], block(schedule + 16 * r));
    for (int i = 0; i < blocks; i++)
        _mm_storeu_si128((__m128i *)(void *)(out + 16 * i), _mm_aesenclast_si128(s[i], block(schedule + 160)));
}

/* Eight blocks in flight hide the instruction's latency when a batch needs many pads. */
static void encrypt_blocks(const uint8_t schedule[WR_AES128_SCHEDULE], const uint8_t *in, uint8_t *out, size_t blocks) {
    for (; blocks >= 8; blocks -= 8, in += 128, out += 128)
        encrypt_some(schedule, in, out, 8);
    for (; blocks; blocks--, in += 16, out += 16)
        encrypt_some(schedule, in, out, 1);
}

/* Key expansion (FIPS 197 section 5.2). AESENCLAST of four equal words applies SubWord to each word (ShiftRows changes
 * nothing) and adds the round constant. */
static void expand_key(uint8_t schedule[WR_AES128_SCHEDULE], const uint8_t secret[16]) {
    __m128i key = block(secret);
    uint32_t constant = 1;
    for (int round = 0;; round++) {
        __m128i last = _mm_shuffle_epi32(key, 0xff); /* RotWord: each word rotates by one byte */
        _mm_storeu_si128((__m128i *)(void *)(schedule + 16 * round), key);
        if (round == 10)
            return;
        last = _mm_or_si128(_mm_srli_epi32(last, 8), _mm_slli_epi32(last, 24));
        last = _mm_aesenclast_si128(last, _mm_set1_epi32((int)constant));
        key = _mm_xor_si128(key, _mm_slli_si128(key, 4));
        key = _mm_xor_si128(key, _mm_slli_si128(key, 8));
        key = _mm_xor_si128(key, last);
        constant = (constant << 1) ^ ((constant >> 7) * 0x11b);
    }
}

const struct wr_aes wr_aes_aesni = {.name = "aesni", .expand = expand_key, .encrypt = encrypt_blocks};
