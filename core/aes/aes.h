/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * AES-128 encryption (FIPS 197), for UMAC's key schedule and pads. (Internal.)
 *
 * Each implementation is a table of functions; core/cpu chooses the implementation for new keys. Implementations differ
 * in the layout of their key schedule, so a key records the implementation that expanded it and always uses the same
 * one.
 */
#ifndef WR_CORE_AES_AES_H
#define WR_CORE_AES_AES_H

#include <stddef.h>
#include <stdint.h>

#define WR_AES128_SCHEDULE 176 /* bytes: eleven round keys; the layout depends on the implementation */

struct wr_aes {
    const char *name;
    /* Derive the round keys (FIPS 197 section 5.2). */
    void (*expand)(uint8_t schedule[WR_AES128_SCHEDULE], const uint8_t secret[16]);
    /* Encrypt `blocks` 16-byte blocks, in place or not (FIPS 197 section 5.1). */
    void (*encrypt)(const uint8_t schedule[WR_AES128_SCHEDULE], const uint8_t *in, uint8_t *out, size_t blocks);
};

/* "portable" is always built; any other implementation only if its WR_KERNEL_* is defined. */
extern const struct wr_aes wr_aes_portable, wr_aes_aesni, wr_aes_armv8;

#endif
