/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What the host calls in the emulated firmware, and where it finds the numbers to check: ecc.c answers with Mbed TLS,
 * p256m.c with p256-m. All functions return 0, or the library's error code.
 *
 * An operation is a function of its own, so that what is timed is the library and nothing else. Numbers go to memory
 * as big-endian integers, in ecc_publish() and outside the timed call.
 */
#ifndef ECC_H
#define ECC_H

#include <stddef.h>
#include <stdint.h>

#define ECC_MAX_BYTES 66 /* of a coordinate: secp521r1 */

/* Each number right-aligned in its field. */
typedef struct ecc_numbers {
    uint8_t private_key[ECC_MAX_BYTES];
    uint8_t public_x[ECC_MAX_BYTES], public_y[ECC_MAX_BYTES];
    uint8_t peer_x[ECC_MAX_BYTES], peer_y[ECC_MAX_BYTES];
    uint8_t r[ECC_MAX_BYTES], s[ECC_MAX_BYTES];
    uint8_t secret[ECC_MAX_BYTES];
} ecc_numbers;

extern ecc_numbers ecc_results;
extern uint8_t ecc_digest[32]; /* written by the host before ecc_sign() and ecc_verify() */

int ecc_prepare(int group); /* our key pair and a peer's, on the group of that mbedtls_ecp_group_id */
int ecc_sign(void);         /* the digest, with our key */
int ecc_verify(void);       /* the signature that ecc_sign() made or ecc_receive() took */
int ecc_ecdh(void);         /* the shared secret of our key and the peer's public key */
int ecc_ecdhe(void);        /* a new key pair of ours, then the shared secret */
int ecc_publish(void);      /* fills ecc_results */
int ecc_receive(void);      /* takes r and s of ecc_results as the signature */

/* A generator that repeats itself, so that a run can be repeated to the cycle. No configuration for a product has it.
 */
int test_random(void *state, unsigned char *out, size_t size);

#endif
