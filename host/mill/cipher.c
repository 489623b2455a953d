/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* cipher.c - the ciphers: none, wirerate's arcfour, and AES from OpenSSL's EVP interface. */
#include "cipher.h"

#include <string.h>

#include "peers/openssl.h"

static const uint8_t key[32] = {0x52, 0x46, 0x43, 0x20, 0x34, 0x32, 0x35, 0x33, 0x20, 0x6d, 0x69,
                                0x6c, 0x6c, 0x20, 0x74, 0x65, 0x73, 0x74, 0x20, 0x6b, 0x65, 0x79};
static const uint8_t iv[16];

static const struct {
    const char *name, *openssl;
} aes[] = {{"aes128-ctr", "AES-128-CTR"}, {"aes128-cbc", "AES-128-CBC"}, {"aes256-cbc", "AES-256-CBC"}};

static void apply_none(struct wrh_cipher *cipher, const uint8_t *in, uint8_t *out, size_t length) {
    (void)cipher;
    if (in != out)
        memcpy(out, in, length);
}

static void apply_arcfour(struct wrh_cipher *cipher, const uint8_t *in, uint8_t *out, size_t length) {
    wrh_arcfour_apply(&cipher->arcfour, in, out, length);
}

static void encrypt_aes(struct wrh_cipher *cipher, const uint8_t *in, uint8_t *out, size_t length) {
    int written;
    cipher->ssl->encrypt_update(cipher->context, out, &written, in, (int)length);
}

static void decrypt_aes(struct wrh_cipher *cipher, const uint8_t *in, uint8_t *out, size_t length) {
    int written;
    cipher->ssl->decrypt_update(cipher->context, out, &written, in, (int)length);
}

static int open_aes(struct wrh_cipher *cipher, const char *openssl_name, int decrypt, struct wrh_why *why) {
    const struct wrh_openssl *ssl = wrh_openssl(why);
    if (!ssl)
        return WRH_ABSENT;
    cipher->ssl = ssl;
    cipher->block = 16;
    cipher->apply = decrypt ? decrypt_aes : encrypt_aes;
    cipher->fetched = ssl->cipher_fetch(NULL, openssl_name, NULL);
    cipher->context = ssl->cipher_ctx_new();
    int (*init)(void *, const void *, void *, const unsigned char *, const unsigned char *) =
        decrypt ? ssl->decrypt_init : ssl->encrypt_init;
    /* Packets bring their own padding; OpenSSL's padding would delay the last block. */
    if (cipher->fetched && cipher->context && init(cipher->context, cipher->fetched, NULL, key, iv) &&
        ssl->cipher_set_padding(cipher->context, 0))
        return WRH_OK;
    wrh_cipher_close(cipher);
    return wrh_fail(why, WRH_UNSUPPORTED, "this OpenSSL refuses %s", openssl_name);
}

int wrh_cipher_open(struct wrh_cipher *cipher, const char *name, int decrypt, struct wrh_why *why) {
    *cipher = (struct wrh_cipher){.block = 8};
    if (strcmp(name, "none") == 0) {
        cipher->apply = apply_none;
        return WRH_OK;
    }
    if (strcmp(name, "arcfour") == 0) {
        cipher->apply = apply_arcfour;
        wrh_arcfour_init(&cipher->arcfour, key, 16);
        return WRH_OK;
    }
    for (size_t i = 0; i < sizeof aes / sizeof *aes; i++)
        if (strcmp(name, aes[i].name) == 0)
            return open_aes(cipher, aes[i].openssl, decrypt, why);
    return wrh_fail(why, WRH_UNSUPPORTED, "the mill has no cipher %s", name);
}

void wrh_cipher_close(struct wrh_cipher *cipher) {
    if (cipher->context)
        cipher->ssl->cipher_ctx_free(cipher->context);
    if (cipher->fetched)
        cipher->ssl->cipher_free(cipher->fetched);
    *cipher = (struct wrh_cipher){0};
}
