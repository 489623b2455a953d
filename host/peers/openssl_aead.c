/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* openssl_aead.c - AES-GCM and ChaCha20-Poly1305 sealing, and GMAC as GCM over additional data only (NIST SP 800-38D
 * section 6.4 note). Reuse gives the nonce only, rekey key and nonce, fresh takes a new context too. */
#include <limits.h>
#include <stdlib.h>

#include "openssl.h"

#define NONCE             12   /* all of these modes */
#define CTRL_AEAD_GET_TAG 0x10 /* EVP_CTRL_AEAD_GET_TAG of evp.h */

struct aead {
    const struct wrh_openssl *ssl;
    void *cipher, *context;
    const uint8_t *key;
    /* Where ciphertext goes; NULL for GMAC, which has none. Grown before the message that needs it: once per size. */
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

/* EVP_EncryptUpdate counts in int: longer messages go in pieces, of whole cipher blocks. */
static void seal(struct aead *aead, void *context, const wr_message *message) {
    const size_t most = INT_MAX & ~(size_t)63;
    const uint8_t *data = message->data;
    size_t left = message->length;
    int length;
    if (aead->out && !reserve(aead, left))
        return; /* the tag stays zero and is counted as wrong */
    uint8_t *out = aead->out;
    while (left > most) {
        aead->ssl->encrypt_update(context, out, &length, data, (int)most);
        data += most;
        out = out ? out + most : NULL;
        left -= most;
    }
    aead->ssl->encrypt_update(context, out, &length, data, (int)left);
    uint8_t rest[32]; /* these modes leave nothing for the end */
    aead->ssl->encrypt_final(context, rest, &length);
    aead->ssl->cipher_ctx_ctrl(context, CTRL_AEAD_GET_TAG, 16, message->tag);
}

static void reuse_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct aead *aead = state;
    for (size_t i = 0; i < count; i++) {
        aead->ssl->encrypt_init(aead->context, NULL, NULL, NULL, nonces + i * NONCE);
        seal(aead, aead->context, &messages[i]);
    }
}

static void rekey_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct aead *aead = state;
    for (size_t i = 0; i < count; i++) {
        aead->ssl->encrypt_init(aead->context, NULL, NULL, aead->key, nonces + i * NONCE);
        seal(aead, aead->context, &messages[i]);
    }
}

static void fresh_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct aead *aead = state;
    for (size_t i = 0; i < count; i++) {
        void *context = aead->ssl->cipher_ctx_new();
        aead->ssl->encrypt_init(context, aead->cipher, NULL, aead->key, nonces + i * NONCE);
        seal(aead, context, &messages[i]);
        aead->ssl->cipher_ctx_free(context);
    }
}

static void aead_close(void *state) {
    struct aead *aead = state;
    aead->ssl->cipher_ctx_free(aead->context);
    aead->ssl->cipher_free(aead->cipher);
    free(aead->out);
    free(aead);
}

static const char *cipher_name(enum wrh_algorithm_id id) {
    return id == WRH_CHACHA20_POLY1305 ? "ChaCha20-Poly1305" : id == WRH_AES_256_GCM ? "AES-256-GCM" : "AES-128-GCM";
}

int wrh_openssl_aead_open(const struct wrh_openssl *ssl, const struct wrh_request *request,
                          struct wrh_instance *instance, struct wrh_why *why) {
    static wrh_tags *const tags[] = {reuse_tags, rekey_tags, fresh_tags};
    static const uint8_t nonce[WRH_NONCE_MAX];
    struct aead *aead = calloc(1, sizeof *aead);
    if (!aead)
        return wrh_fail(why, WRH_NO_MEMORY, "no memory");
    *aead = (struct aead){.ssl = ssl,
                          .cipher = ssl->cipher_fetch(NULL, cipher_name(request->algorithm->id), NULL),
                          .context = ssl->cipher_ctx_new(),
                          .key = request->key};
    int ready = aead->cipher && aead->context && (request->algorithm->id == WRH_AES_128_GMAC || reserve(aead, 16384)) &&
                ssl->encrypt_init(aead->context, aead->cipher, NULL, aead->key, nonce);
    if (!ready) {
        aead_close(aead);
        return wrh_fail(why, WRH_UNSUPPORTED, "this OpenSSL refuses %s", cipher_name(request->algorithm->id));
    }
    *instance = (struct wrh_instance){.state = aead, .tags = tags[request->keyed], .close = aead_close};
    return WRH_OK;
}
