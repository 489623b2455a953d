/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* cipher.h - the ciphers of the packet mill. Each keeps its state from packet to packet, as SSH does: the counter runs
 * on, a CBC packet is chained to the last block of the one before. (Internal.) */
#ifndef WRH_MILL_CIPHER_H
#define WRH_MILL_CIPHER_H

#include <stddef.h>
#include <stdint.h>

#include "arcfour.h"
#include "peers/peer.h"

struct wrh_openssl;

struct wrh_cipher {
    size_t block; /* RFC 4253 section 6: packets are padded to a multiple of it, 8 for what has no blocks */
    /* Whole blocks; in and out may be the same. */
    void (*apply)(struct wrh_cipher *cipher, const uint8_t *in, uint8_t *out, size_t length);
    const struct wrh_openssl *ssl;
    void *fetched, *context;
    struct wrh_arcfour arcfour;
};

/* "none", "arcfour", "aes128-ctr", "aes128-cbc", "aes256-cbc", under a fixed public key; OpenSSL's code for AES. */
int wrh_cipher_open(struct wrh_cipher *cipher, const char *name, int decrypt, struct wrh_why *why);
void wrh_cipher_close(struct wrh_cipher *cipher);

#endif
