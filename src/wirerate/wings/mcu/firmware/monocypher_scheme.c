/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Monocypher's X25519 and Ed25519 with the parameters that scheme.c passes. The linker drops unused functions. */
#include <stddef.h>
#include <stdint.h>

#include "monocypher-ed25519.h"
#include "monocypher.h"

int monocypher_random(uint8_t *out, size_t size); /* defined in scheme.c */
int monocypher_x25519_keygen(uint8_t *public_key, uint8_t *secret_key);
int monocypher_x25519_agree(uint8_t *shared, const uint8_t *peer, const uint8_t *secret_key);
int monocypher_ed25519_keygen(uint8_t *public_key, uint8_t *secret_key);
int monocypher_ed25519_sign(uint8_t *signature, const uint8_t *text, size_t length, const uint8_t *context,
                            size_t context_length, const uint8_t *secret_key);
int monocypher_ed25519_verify(const uint8_t *signature, const uint8_t *text, size_t length, const uint8_t *context,
                              size_t context_length, const uint8_t *public_key);

int monocypher_x25519_keygen(uint8_t *public_key, uint8_t *secret_key) {
    monocypher_random(secret_key, 32);
    crypto_x25519_public_key(public_key, secret_key);
    return 0;
}

int monocypher_x25519_agree(uint8_t *shared, const uint8_t *peer, const uint8_t *secret_key) {
    crypto_x25519(shared, secret_key, peer);
    return 0;
}

int monocypher_ed25519_keygen(uint8_t *public_key, uint8_t *secret_key) {
    uint8_t seed[32];
    monocypher_random(seed, sizeof seed);
    crypto_ed25519_key_pair(secret_key, public_key, seed);
    return 0;
}

/* Plain Ed25519 takes no context; only Ed25519ctx does (RFC 8032 section 5.1). */
int monocypher_ed25519_sign(uint8_t *signature, const uint8_t *text, size_t length, const uint8_t *context,
                            size_t context_length, const uint8_t *secret_key) {
    (void)context;
    if (context_length)
        return -1;
    crypto_ed25519_sign(signature, secret_key, text, length);
    return 0;
}

int monocypher_ed25519_verify(const uint8_t *signature, const uint8_t *text, size_t length, const uint8_t *context,
                              size_t context_length, const uint8_t *public_key) {
    (void)context;
    return context_length ? -1 : crypto_ed25519_check(signature, public_key, text, length);
}
