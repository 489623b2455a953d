/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* arcfour.h - the stream cipher "arcfour" of OpenSSH's measurements of 2007 (RFC 4345 without discarding the first
 * bytes). (Internal.)
 *
 * The cipher is broken (RFC 7465, RFC 8758). It is used only to measure MACs together with the cipher of that time, and
 * implemented here because current libraries omit it or hide it in a legacy module. */
#ifndef WRH_MILL_ARCFOUR_H
#define WRH_MILL_ARCFOUR_H

#include <stddef.h>
#include <stdint.h>

struct wrh_arcfour {
    uint32_t s[256]; /* words instead of bytes take half the cycles on CPUs where a byte store delays the next load */
    uint8_t i, j;
};

void wrh_arcfour_init(struct wrh_arcfour *cipher, const uint8_t *key, size_t key_bytes);
/* Encrypt or decrypt; in and out may be equal. */
void wrh_arcfour_apply(struct wrh_arcfour *cipher, const uint8_t *in, uint8_t *out, size_t length);

#endif
