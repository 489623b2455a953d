/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* arcfour.h - the stream cipher of 2007's measurements (RFC 4345 without its discard: plain "arcfour"). (Internal.)
 *
 * Broken (RFC 7465, RFC 8758) and here for one purpose: to stand under a MAC as it did when OpenSSH measured. Our own,
 * because current libraries leave it out or hide it in a legacy module. */
#ifndef WRH_MILL_ARCFOUR_H
#define WRH_MILL_ARCFOUR_H

#include <stddef.h>
#include <stdint.h>

struct wrh_arcfour {
    uint32_t s[256]; /* words, not bytes: half as many cycles where a byte store delays the next load */
    uint8_t i, j;
};

void wrh_arcfour_init(struct wrh_arcfour *cipher, const uint8_t *key, size_t key_bytes);
/* Encrypts or decrypts; in and out may be the same. */
void wrh_arcfour_apply(struct wrh_arcfour *cipher, const uint8_t *in, uint8_t *out, size_t length);

#endif
