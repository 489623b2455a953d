/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * AES-128 encryption (FIPS 197), for UMAC's key schedule and pads. (Internal.)
 *
 * An implementation is a table. Which one a kernel's keys are made by is core/cpu's to say; the key remembers whose
 * schedule it holds, since that is laid out as its maker wants it, and is used by its maker for as long as it lives.
 */
#ifndef WR_CORE_AES_AES_H
#define WR_CORE_AES_AES_H

#include <stddef.h>
#include <stdint.h>

#define WR_AES128_SCHEDULE 176 /* bytes: eleven round keys, in any layout */

struct wr_aes {
    const char *name;
    /* Derives the round keys (section 5.2). */
    void (*expand)(uint8_t schedule[WR_AES128_SCHEDULE], const uint8_t secret[16]);
    /* Encrypts `blocks` 16-byte blocks, in place or not (section 5.1). */
    void (*encrypt)(const uint8_t schedule[WR_AES128_SCHEDULE], const uint8_t *in, uint8_t *out, size_t blocks);
};

/* Only those whose WR_KERNEL_* is defined are built; portable always is. */
extern const struct wr_aes wr_aes_portable, wr_aes_aesni, wr_aes_armv8;

#endif
