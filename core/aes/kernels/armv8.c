/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* AES-128 with ARMv8's cryptographic instructions: AESE adds the round key before SubBytes and ShiftRows. */
#include <arm_neon.h>
#include <string.h>

#include "aes/aes.h"
#include "wirerate.h"

static inline __attribute__((always_inline)) void encrypt_some(const uint8_t *schedule, const uint8_t *in, uint8_t *out,
                                                               int blocks) {
    uint8x16_t s[4];
    for (int i = 0; i < blocks; i++)
        s[i] = vld1q_u8(in + 16 * i);
    for (int r = 0; r < 9; r++)
        for (int i = 0; i < blocks; i++)
            s[i] = vaesmcq_u8(vaeseq_u8(s[i], vld1q_u8(schedule + 16 * r)));
    for (int i = 0; i < blocks; i++)
        vst1q_u8(out + 16 * i, veorq_u8(vaeseq_u8(s[i], vld1q_u8(schedule + 144)), vld1q_u8(schedule + 160)));
}

static void encrypt_blocks(const uint8_t schedule[WR_AES128_SCHEDULE], const uint8_t *in, uint8_t *out, size_t blocks) {
    for (; blocks >= 4; blocks -= 4, in += 64, out += 64)
        encrypt_some(schedule, in, out, 4);
    for (; blocks; blocks--, in += 16, out += 16)
        encrypt_some(schedule, in, out, 1);
}

/* SubWord (FIPS 197 section 5.2). With the same word in every column, ShiftRows changes nothing. */
static inline uint32_t sub_word(uint32_t word) {
    const uint8x16_t s = vaeseq_u8(vreinterpretq_u8_u32(vdupq_n_u32(word)), vdupq_n_u8(0));
    return vgetq_lane_u32(vreinterpretq_u32_u8(s), 0);
}

/* Key expansion (FIPS 197 section 5.2), on words in the byte order of memory. */
static void expand_key(uint8_t schedule[WR_AES128_SCHEDULE], const uint8_t secret[16]) {
    uint32_t words[4], constant = 1;

    memcpy(words, secret, sizeof words);
    for (int round = 0;; round++) {
        uint32_t last;
        memcpy(schedule + 16 * round, words, sizeof words);
        if (round == 10)
            break;
        last = sub_word(words[3]);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        words[0] ^= (last >> 8 | last << 24) ^ constant; /* RotWord: each byte moves down by one */
#else
        words[0] ^= (last << 8 | last >> 24) ^ constant << 24;
#endif
        for (int i = 1; i < 4; i++)
            words[i] ^= words[i - 1];
        constant = (constant << 1) ^ ((constant >> 7) * 0x11b);
    }
    wr_wipe(words, sizeof words);
}

const struct wr_aes wr_aes_armv8 = {.name = "armv8", .expand = expand_key, .encrypt = encrypt_blocks};
