/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* cipher.h - the ciphers of the packet mill. As in SSH, their state continues from packet to packet: the counter runs
 * on, and a CBC packet is chained to the last block of the previous one. (Internal.) */
#ifndef WRH_MILL_CIPHER_H
#define WRH_MILL_CIPHER_H

#include <stddef.h>
#include <stdint.h>

#include "arcfour.h"
#include "peers/peer.h"

struct wrh_openssl;

struct wrh_cipher {
    size_t block; /* packets are padded to a multiple of this, 8 for a stream cipher (RFC 4253 section 6) */
    /* Encrypt or decrypt whole blocks; in and out may be equal. */
    void (*apply)(struct wrh_cipher *cipher, const uint8_t *in, uint8_t *out, size_t length);
    const struct wrh_openssl *ssl;
    void *fetched, *context;
    struct wrh_arcfour arcfour;
};

/* Open "none", "arcfour", "aes128-ctr", "aes128-cbc" or "aes256-cbc" with a fixed public key; AES is OpenSSL's. */
int wrh_cipher_open(struct wrh_cipher *cipher, const char *name, int decrypt, struct wrh_why *why);
void wrh_cipher_close(struct wrh_cipher *cipher);

#endif
