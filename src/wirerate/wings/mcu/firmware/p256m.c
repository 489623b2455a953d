/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The operations of ecc.h with p256-m, a small implementation of P-256 only, which Mbed TLS has included since 3.5. */
#include "ecc.h"

#include <string.h>

#include "p256-m.h"
#include "psa/crypto.h"

#define SECP256R1 3 /* MBEDTLS_ECP_DP_SECP256R1 */

ecc_numbers ecc_results;
uint8_t ecc_digest[32];

static uint8_t key[32], public_key[64], peer[64], signature[64], secret[32];

/* p256-m's source of random numbers. Its ECDSA nonces are random, not deterministic as in RFC 6979. */
psa_status_t psa_generate_random(uint8_t *output, size_t output_size) {
    return test_random(NULL, output, output_size);
}

int ecc_prepare(int number) {
    uint8_t peer_key[32];
    if (number != SECP256R1)
        return -1;
    int error = p256_gen_keypair(peer_key, peer);
    return error ? error : p256_gen_keypair(key, public_key);
}

#if defined(ECC_SIGN)
int ecc_sign(void) {
    return p256_ecdsa_sign(signature, key, ecc_digest, sizeof ecc_digest);
}
#endif

#if defined(ECC_VERIFY)
int ecc_verify(void) {
    return p256_ecdsa_verify(signature, public_key, ecc_digest, sizeof ecc_digest);
}
#endif

#if defined(ECC_ECDH)
int ecc_ecdh(void) {
    return p256_ecdh_shared_secret(secret, key, peer);
}
#endif

#if defined(ECC_ECDHE)
int ecc_ecdhe(void) {
    int error = p256_gen_keypair(key, public_key);
    return error ? error : p256_ecdh_shared_secret(secret, key, peer);
}
#endif

static void put(uint8_t field[ECC_MAX_BYTES], const uint8_t number[32]) {
    memset(field, 0, ECC_MAX_BYTES - 32);
    memcpy(field + ECC_MAX_BYTES - 32, number, 32);
}

int ecc_publish(void) {
    put(ecc_results.private_key, key);
    put(ecc_results.public_x, public_key);
    put(ecc_results.public_y, public_key + 32);
    put(ecc_results.peer_x, peer);
    put(ecc_results.peer_y, peer + 32);
    put(ecc_results.r, signature);
    put(ecc_results.s, signature + 32);
    put(ecc_results.secret, secret);
    return 0;
}

int ecc_receive(void) {
    memcpy(signature, ecc_results.r + ECC_MAX_BYTES - 32, 32);
    memcpy(signature + 32, ecc_results.s + ECC_MAX_BYTES - 32, 32);
    return 0;
}
