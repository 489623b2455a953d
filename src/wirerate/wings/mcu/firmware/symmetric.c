/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A hash, MAC or AEAD from Mbed TLS 3, with the functions of library.c. The build defines one SYMMETRIC_*. The key is
 * kept between messages, as on a device that sends many records. An AEAD seals the message with a nonce and 5 bytes of
 * additional data, like a TLS 1.3 record (RFC 8446 section 5.2).
 */
#include <stddef.h>
#include <stdint.h>

int library_prepare(void);
int library_run(const uint8_t *data, size_t length);

uint8_t library_key[32];
uint8_t library_nonce[12];
uint8_t library_tag[32];

#if defined(SYMMETRIC_SHA256)
#include "mbedtls/sha256.h"

int library_prepare(void) {
    return 0;
}

int library_run(const uint8_t *data, size_t length) {
    return mbedtls_sha256(data, length, library_tag, 0);
}
#elif defined(SYMMETRIC_SHA3)
#include "mbedtls/sha3.h"

int library_prepare(void) {
    return 0;
}

int library_run(const uint8_t *data, size_t length) {
    return mbedtls_sha3(MBEDTLS_SHA3_256, data, length, library_tag, sizeof library_tag);
}
#elif defined(SYMMETRIC_HMAC)
#include "mbedtls/md.h"

static mbedtls_md_context_t keyed;

int library_prepare(void) {
    mbedtls_md_init(&keyed);
    const int error = mbedtls_md_setup(&keyed, mbedtls_md_info_from_type(MBEDTLS_MD_SHA256), 1);
    return error ? error : mbedtls_md_hmac_starts(&keyed, library_key, SYMMETRIC_HMAC);
}

int library_run(const uint8_t *data, size_t length) {
    int error = mbedtls_md_hmac_reset(&keyed);
    if (error == 0)
        error = mbedtls_md_hmac_update(&keyed, data, length);
    return error ? error : mbedtls_md_hmac_finish(&keyed, library_tag);
}
#else
#define AAD_BYTES 5

static const uint8_t additional_data[AAD_BYTES] = {23, 3, 3, 0, 0};
static uint8_t sealed[16384];

#if defined(SYMMETRIC_CCM)
#include "mbedtls/ccm.h"

static mbedtls_ccm_context keyed;

int library_prepare(void) {
    mbedtls_ccm_init(&keyed);
    return mbedtls_ccm_setkey(&keyed, MBEDTLS_CIPHER_ID_AES, library_key, 128);
}

int library_run(const uint8_t *data, size_t length) {
    return mbedtls_ccm_encrypt_and_tag(&keyed, length, library_nonce, sizeof library_nonce, additional_data, AAD_BYTES,
                                       data, sealed, library_tag, 16);
}
#elif defined(SYMMETRIC_GCM)
#include "mbedtls/gcm.h"

static mbedtls_gcm_context keyed;

int library_prepare(void) {
    mbedtls_gcm_init(&keyed);
    return mbedtls_gcm_setkey(&keyed, MBEDTLS_CIPHER_ID_AES, library_key, 128);
}

int library_run(const uint8_t *data, size_t length) {
    return mbedtls_gcm_crypt_and_tag(&keyed, MBEDTLS_GCM_ENCRYPT, length, library_nonce, sizeof library_nonce,
                                     additional_data, AAD_BYTES, data, sealed, 16, library_tag);
}
#elif defined(SYMMETRIC_CHACHAPOLY)
#include "mbedtls/chachapoly.h"

static mbedtls_chachapoly_context keyed;

int library_prepare(void) {
    mbedtls_chachapoly_init(&keyed);
    return mbedtls_chachapoly_setkey(&keyed, library_key);
}

int library_run(const uint8_t *data, size_t length) {
    return mbedtls_chachapoly_encrypt_and_tag(&keyed, length, library_nonce, additional_data, AAD_BYTES, data, sealed,
                                              library_tag);
}
#endif
#endif
