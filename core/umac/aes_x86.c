/* AES-128 encryption with AES-NI. Eight blocks in flight hide the instruction's latency when a batch needs many pads. */
#include "umac.h"

#include <immintrin.h>

static __m128i round_key(const uint8_t *round_keys, int i)
{
    return _mm_loadu_si128((const __m128i *)(const void *)(round_keys + 16 * i));
}

static void encrypt(const uint8_t *round_keys, const uint8_t *in, uint8_t *out, int blocks)
{
    __m128i s[8];
    for (int i = 0; i < blocks; i++)
        s[i] = _mm_xor_si128(_mm_loadu_si128((const __m128i *)(const void *)(in + 16 * i)), round_key(round_keys, 0));
    for (int r = 1; r < 10; r++)
        for (int i = 0; i < blocks; i++)
            s[i] = _mm_aesenc_si128(s[i], round_key(round_keys, r));
    for (int i = 0; i < blocks; i++)
        _mm_storeu_si128((__m128i *)(void *)(out + 16 * i), _mm_aesenclast_si128(s[i], round_key(round_keys, 10)));
}

void wr_aes128_x86(const uint8_t round_keys[WR_AES128_ROUND_KEYS], const uint8_t *in, uint8_t *out, size_t blocks)
{
    for (; blocks >= 8; blocks -= 8, in += 128, out += 128)
        encrypt(round_keys, in, out, 8);
    for (; blocks; blocks--, in += 16, out += 16)
        encrypt(round_keys, in, out, 1);
}
