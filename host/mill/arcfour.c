/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* arcfour.c - key schedule and keystream. */
#include "arcfour.h"

void wrh_arcfour_init(struct wrh_arcfour *cipher, const uint8_t *key, size_t key_bytes) {
    uint8_t j = 0;
    for (uint32_t i = 0; i < 256; i++)
        cipher->s[i] = i;
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t swapped = cipher->s[i];
        j = (uint8_t)(j + swapped + key[i % key_bytes]);
        cipher->s[i] = cipher->s[j];
        cipher->s[j] = swapped;
    }
    cipher->i = cipher->j = 0;
}

void wrh_arcfour_apply(struct wrh_arcfour *cipher, const uint8_t *in, uint8_t *out, size_t length) {
    uint32_t *s = cipher->s;
    uint8_t i = cipher->i, j = cipher->j;
    for (size_t k = 0; k < length; k++) {
        uint32_t a = s[++i];
        j = (uint8_t)(j + a);
        uint32_t b = s[j];
        s[i] = b;
        s[j] = a;
        out[k] = in[k] ^ (uint8_t)s[(uint8_t)(a + b)];
    }
    cipher->i = i;
    cipher->j = j;
}
