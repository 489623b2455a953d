/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The functions that the host calls in the emulated firmware, and the results that it checks. ecc.c implements them
 * with Mbed TLS, p256m.c with p256-m. All functions return 0, or the library's error code.
 *
 * Each operation is a separate function, so that only the library is measured. ecc_publish() converts the results to
 * big-endian numbers outside the measured call.
 */
#ifndef ECC_H
#define ECC_H

#include <stddef.h>
#include <stdint.h>

#define ECC_MAX_BYTES 66 /* a coordinate of the largest curve, secp521r1 */

/* Big-endian numbers, right-aligned in their fields. */
typedef struct ecc_numbers {
    uint8_t private_key[ECC_MAX_BYTES];
    uint8_t public_x[ECC_MAX_BYTES], public_y[ECC_MAX_BYTES];
    uint8_t peer_x[ECC_MAX_BYTES], peer_y[ECC_MAX_BYTES];
    uint8_t r[ECC_MAX_BYTES], s[ECC_MAX_BYTES];
    uint8_t secret[ECC_MAX_BYTES];
} ecc_numbers;

extern ecc_numbers ecc_results;
extern uint8_t ecc_digest[32]; /* written by the host before ecc_sign() and ecc_verify() */

int ecc_prepare(int group); /* make two key pairs, ours and a peer's, in the group with this mbedtls_ecp_group_id */
int ecc_sign(void);         /* sign ecc_digest with our key */
int ecc_verify(void);       /* verify the signature from ecc_sign() or ecc_receive() */
int ecc_ecdh(void);         /* compute the shared secret from our key and the peer's public key */
int ecc_ecdhe(void);        /* make a new key pair, then compute the shared secret */
int ecc_publish(void);      /* write keys, signature and secret to ecc_results */
int ecc_receive(void);      /* use r and s from ecc_results as the signature */

/* A generator with a fixed seed, so that every run takes the same number of cycles. For measurements only. Always
 * return 0. */
int test_random(void *state, unsigned char *out, size_t size);

#endif
