/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* openssl_aead.c - AES-GCM and ChaCha20-Poly1305 sealing and opening, and GMAC as GCM with additional data only (NIST
 * SP 800-38D section 6.4 note). Reuse sets only the nonce, rekey the key and the nonce, and fresh also allocates a new
 * context. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "openssl.h"

#define NONCE             12   /* nonce length in bytes, the same for all modes in this file */
#define CTRL_AEAD_GET_TAG 0x10 /* from evp.h: EVP_CTRL_AEAD_GET_TAG */
#define CTRL_AEAD_SET_TAG 0x11

typedef int init_function(void *, const void *, void *, const unsigned char *, const unsigned char *);
typedef int update_function(void *, unsigned char *, int *, const unsigned char *, int);

struct aead {
    const struct wrh_openssl *ssl;
    void *cipher, *context;
    const uint8_t *key;
    /* the functions to encrypt or to decrypt */
    init_function *init;
    update_function *update;
    int opens;
    int tag_bytes;
    /* Buffer for the ciphertext or plaintext; NULL for GMAC, which has none. It grows when a message does not fit. */
    uint8_t *out;
    size_t room;
};

static int reserve(struct aead *aead, size_t length) {
    if (length <= aead->room)
        return 1;
    uint8_t *out = realloc(aead->out, length);
    if (!out)
        return 0;
    aead->out = out;
    aead->room = length;
    return 1;
}

/* The update functions take an int length: pass longer messages in pieces of whole cipher blocks. If `out` is NULL, the
 * data are additional data. */
static void pass(update_function *update, void *context, uint8_t *out, const uint8_t *data, size_t left) {
    const size_t most = INT_MAX & ~(size_t)63;
    int length;
    while (left > most) {
        update(context, out, &length, data, (int)most);
        data += most;
        out = out ? out + most : NULL;
        left -= most;
    }
    update(context, out, &length, data, (int)left);
}

/* Finish a sealed message and get its tag. These modes hold back no ciphertext. */
static void take_tag(const struct wrh_openssl *ssl, void *context, uint8_t *tag) {
    uint8_t rest[32];
    int length;
    ssl->encrypt_final(context, rest, &length);
    ssl->cipher_ctx_ctrl(context, CTRL_AEAD_GET_TAG, 16, tag);
}

static int is_right_tag(const struct aead *aead, void *context, uint8_t *tag) {
    uint8_t rest[32];
    int length;
    aead->ssl->cipher_ctx_ctrl(context, CTRL_AEAD_SET_TAG, aead->tag_bytes, tag);
    return aead->ssl->decrypt_final(context, rest, &length) > 0;
}

static void seal_or_open(struct aead *aead, void *context, const wr_message *message) {
    const int ready = !aead->out || reserve(aead, message->length);
    if (ready)
        pass(aead->update, context, aead->out, message->data, message->length);
    if (!aead->opens && ready) /* otherwise the tag stays zero and counts as wrong */
        take_tag(aead->ssl, context, message->tag);
    if (aead->opens && !(ready && is_right_tag(aead, context, message->tag)))
        wrh_refuse(message);
}

static void reuse_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct aead *aead = state;
    for (size_t i = 0; i < count; i++) {
        aead->init(aead->context, NULL, NULL, NULL, nonces + i * NONCE);
        seal_or_open(aead, aead->context, &messages[i]);
    }
}

static void rekey_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct aead *aead = state;
    for (size_t i = 0; i < count; i++) {
        aead->init(aead->context, NULL, NULL, aead->key, nonces + i * NONCE);
        seal_or_open(aead, aead->context, &messages[i]);
    }
}

static void fresh_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct aead *aead = state;
    for (size_t i = 0; i < count; i++) {
        void *context = aead->ssl->cipher_ctx_new();
        aead->init(context, aead->cipher, NULL, aead->key, nonces + i * NONCE);
        seal_or_open(aead, context, &messages[i]);
        aead->ssl->cipher_ctx_free(context);
    }
}

/* Compute the tag of the message as ciphertext: decrypt it without checking a tag, and seal the result. */
static void tag_of_sealed(const struct aead *aead, void *context, const wr_message *message, const uint8_t *nonce) {
    const struct wrh_openssl *ssl = aead->ssl;
    const size_t length = message->length;
    uint8_t *plain = malloc(length + 1), *sealed = malloc(length + 1), tag[16];
    if (plain && sealed) {
        ssl->decrypt_init(context, aead->cipher, NULL, aead->key, nonce);
        pass(ssl->decrypt_update, context, plain, message->data, length);
        ssl->encrypt_init(context, aead->cipher, NULL, aead->key, nonce);
        pass(ssl->encrypt_update, context, sealed, plain, length);
        take_tag(ssl, context, tag);
        if (memcmp(sealed, message->data, length) == 0)
            memcpy(message->tag, tag, sizeof tag);
    }
    free(plain);
    free(sealed);
}

static void expected_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct aead *aead = state;
    void *context = aead->ssl->cipher_ctx_new();
    for (size_t i = 0; context && i < count; i++) {
        if (aead->out) {
            tag_of_sealed(aead, context, &messages[i], nonces + i * NONCE);
            continue;
        }
        aead->ssl->encrypt_init(context, aead->cipher, NULL, aead->key, nonces + i * NONCE);
        pass(aead->ssl->encrypt_update, context, NULL, messages[i].data, messages[i].length);
        take_tag(aead->ssl, context, messages[i].tag);
    }
    aead->ssl->cipher_ctx_free(context);
}

static const uint8_t *aead_output(void *state) {
    return ((const struct aead *)state)->out;
}

static void aead_close(void *state) {
    struct aead *aead = state;
    aead->ssl->cipher_ctx_free(aead->context);
    aead->ssl->cipher_free(aead->cipher);
    free(aead->out);
    free(aead);
}

static const char *cipher_name(const struct wrh_algorithm *algorithm) {
    if (algorithm->cipher == WRH_CHACHA)
        return "ChaCha20-Poly1305";
    return algorithm->key_bytes == 32 ? "AES-256-GCM" : algorithm->key_bytes == 24 ? "AES-192-GCM" : "AES-128-GCM";
}

int wrh_openssl_aead_open(const struct wrh_openssl *ssl, const struct wrh_request *request,
                          struct wrh_instance *instance, struct wrh_why *why) {
    static wrh_tags *const tags[] = {reuse_tags, rekey_tags, fresh_tags};
    static const uint8_t nonce[WRH_NONCE_MAX];
    const int opens = request->operation == WRH_VERIFY;
    struct aead *aead = calloc(1, sizeof *aead);
    if (!aead)
        return wrh_fail(why, WRH_NO_MEMORY, "out of memory");
    *aead = (struct aead){.ssl = ssl,
                          .cipher = ssl->cipher_fetch(NULL, cipher_name(request->algorithm), NULL),
                          .context = ssl->cipher_ctx_new(),
                          .key = request->key,
                          .init = opens ? ssl->decrypt_init : ssl->encrypt_init,
                          .update = opens ? ssl->decrypt_update : ssl->encrypt_update,
                          .opens = opens,
                          .tag_bytes = (int)request->tag_bytes};
    int ready = aead->cipher && aead->context && (!request->algorithm->seals || reserve(aead, 16384)) &&
                aead->init(aead->context, aead->cipher, NULL, aead->key, nonce);
    if (!ready) {
        aead_close(aead);
        return wrh_fail(why, WRH_UNSUPPORTED, "this OpenSSL refuses %s", cipher_name(request->algorithm));
    }
    *instance = (struct wrh_instance){.state = aead,
                                      .tags = tags[request->keyed],
                                      .expect = opens ? expected_tags : NULL,
                                      .output = aead_output,
                                      .close = aead_close};
    return WRH_OK;
}
