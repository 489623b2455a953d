/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* wolfCrypt's SLH-DSA with the parameters that scheme.c passes. The linker drops unused functions. */
#include <stddef.h>
#include <stdint.h>

#include "wolfssl/wolfcrypt/settings.h"

#include "wolfssl/wolfcrypt/wc_slhdsa.h"

int wolfcrypt_random(uint8_t *out, size_t size); /* defined in scheme.c */
int wolfcrypt_keygen(uint8_t *public_key, uint8_t *secret_key);
int wolfcrypt_sign(uint8_t *signature, const uint8_t *text, size_t length, const uint8_t *context,
                   size_t context_length, const uint8_t *secret_key);
int wolfcrypt_verify(const uint8_t *signature, const uint8_t *text, size_t length, const uint8_t *context,
                     size_t context_length, const uint8_t *public_key);

#define N (SCHEME_PUBLIC_KEY_BYTES / 2)

#if defined(SLH_LOWER)
/* A parameter set with lower trees than the standard's, written by the host: h, d, h' and a (FIPS 205 section 11). */
uint8_t wolfcrypt_shape[4];
static SlhDsaParameters shape;
#endif

static int start_key(SlhDsaKey *key) {
    const int error = wc_SlhDsaKey_Init(key, SLH_SET, NULL, INVALID_DEVID);
#if defined(SLH_LOWER)
    if (error == 0) {
        shape = *key->params;
        shape.h = wolfcrypt_shape[0];
        shape.d = wolfcrypt_shape[1];
        shape.h_m = wolfcrypt_shape[2];
        shape.a = wolfcrypt_shape[3];
        shape.sigLen = (word32)(N * (1 + shape.k * (1 + shape.a) + shape.d * (shape.len + shape.h_m)));
        key->params = &shape;
    }
#endif
    return error;
}

int wolfcrypt_keygen(uint8_t *public_key, uint8_t *secret_key) {
    SlhDsaKey key;
    uint8_t seeds[3 * N];
    word32 public_size = 2 * N, secret_size = 4 * N;
    wolfcrypt_random(seeds, sizeof seeds);
    int error = start_key(&key);
    if (error == 0)
        error = wc_SlhDsaKey_MakeKeyWithRandom(&key, seeds, N, seeds + N, N, seeds + 2 * N, N);
    if (error == 0)
        error = wc_SlhDsaKey_ExportPrivate(&key, secret_key, &secret_size);
    if (error == 0)
        error = wc_SlhDsaKey_ExportPublic(&key, public_key, &public_size);
    wc_SlhDsaKey_Free(&key);
    return error;
}

int wolfcrypt_sign(uint8_t *signature, const uint8_t *text, size_t length, const uint8_t *context,
                   size_t context_length, const uint8_t *secret_key) {
    SlhDsaKey key;
    uint8_t randomness[N];
    word32 size = SCHEME_MESSAGE_BYTES;
    wolfcrypt_random(randomness, sizeof randomness);
    int error = start_key(&key);
    if (error == 0)
        error = wc_SlhDsaKey_ImportPrivate(&key, secret_key, 4 * N);
#if defined(SLH_INTERNAL) /* algorithms 19 and 20 of FIPS 205, for NIST's test vectors: the message is signed without  \
                             a context prefix */
    (void)context;
    (void)context_length;
    if (error == 0)
        error = wc_SlhDsaKey_SignMsgWithRandom(&key, text, (word32)length, signature, &size, randomness);
#else
    if (error == 0)
        error = wc_SlhDsaKey_SignWithRandom(&key, context, (byte)context_length, text, (word32)length, signature, &size,
                                            randomness);
#endif
    wc_SlhDsaKey_Free(&key);
    return error;
}

int wolfcrypt_verify(const uint8_t *signature, const uint8_t *text, size_t length, const uint8_t *context,
                     size_t context_length, const uint8_t *public_key) {
    SlhDsaKey key;
    int error = start_key(&key);
    if (error == 0)
        error = wc_SlhDsaKey_ImportPublic(&key, public_key, 2 * N);
#if defined(SLH_INTERNAL)
    (void)context;
    (void)context_length;
    if (error == 0)
        error = wc_SlhDsaKey_VerifyMsg(&key, text, (word32)length, signature, SCHEME_MESSAGE_BYTES);
#else
    if (error == 0)
        error = wc_SlhDsaKey_Verify(&key, context, (byte)context_length, text, (word32)length, signature,
                                    SCHEME_MESSAGE_BYTES);
#endif
    wc_SlhDsaKey_Free(&key);
    return error;
}
