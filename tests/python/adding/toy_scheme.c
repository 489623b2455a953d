/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A toy key agreement added by a test: the public key equals the secret key, and the shared secret is the XOR of two
 * keys. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

int toy_random(uint8_t *out, size_t size); /* defined in scheme.c */
int toy_keygen(uint8_t *public_key, uint8_t *secret_key);
int toy_agree(uint8_t *shared, const uint8_t *peer, const uint8_t *secret_key);

int toy_keygen(uint8_t *public_key, uint8_t *secret_key) {
    toy_random(secret_key, 32);
    memcpy(public_key, secret_key, 32);
    return 0;
}

int toy_agree(uint8_t *shared, const uint8_t *peer, const uint8_t *secret_key) {
    for (size_t i = 0; i < 32; i++)
        shared[i] = peer[i] ^ secret_key[i];
    return 0;
}
