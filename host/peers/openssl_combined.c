/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* openssl_combined.c - AES-CBC or AES-CTR, and HMAC over the ciphertext, in two calls: OpenSSL's combined ciphers
 * (AES-128-CBC-HMAC-SHA256) are for TLS's MAC-then-encrypt only. When opening, the tag is verified first, and a refused
 * message is not decrypted. Reuse sets only the IV, rekey both keys, and fresh also allocates two new contexts. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "openssl.h"

#define IV 16

typedef int init_function(void *, const void *, void *, const unsigned char *, const unsigned char *);
typedef int update_function(void *, unsigned char *, int *, const unsigned char *, int);

struct combined {
    const struct wrh_openssl *ssl;
    const struct wrh_algorithm *algorithm;
    /* the functions to encrypt or to decrypt */
    init_function *init;
    update_function *update;
    int opens;
    size_t tag_bytes;
    void *cipher, *digest; /* fetched once */
    void *cipher_context, *hmac_context;
    const uint8_t *key;
    /* Buffer for head and ciphertext, or for the plaintext after room for the head. It grows when a message does not
     * fit. */
    uint8_t *out;
    size_t room;
    const wr_message *last;
};

static int hmac_key_bytes(const struct combined *combined) {
    return (int)(combined->algorithm->key_bytes - combined->algorithm->cipher_key_bytes);
}

static int reserve(struct combined *combined, size_t length) {
    if (length <= combined->room)
        return 1;
    uint8_t *out = realloc(combined->out, length);
    if (!out)
        return 0;
    combined->out = out;
    combined->room = length;
    return 1;
}

/* CBC uses the nonce as IV; CTR appends a block counter that starts at 1 (RFC 3686 section 4). */
static const uint8_t *iv_of(const struct combined *combined, const uint8_t *nonce, uint8_t block[IV]) {
    if (combined->algorithm->cipher == WRH_CBC)
        return nonce;
    memcpy(block, nonce, 12);
    memcpy(block + 12, (const uint8_t[4]){0, 0, 0, 1}, 4);
    return block;
}

/* The update functions take an int length: pass longer messages in pieces of whole cipher blocks. All blocks are whole,
 * so the final call would have nothing to do. */
static void pass(const struct combined *combined, void *context, uint8_t *out, const uint8_t *data, size_t left) {
    const size_t most = INT_MAX & ~(size_t)63;
    int length;
    while (left > 0) {
        size_t now = left < most ? left : most;
        combined->update(context, out, &length, data, (int)now);
        data += now;
        out += now;
        left -= now;
    }
}

static void hmac(const struct combined *combined, void *context, const void *data, size_t length, uint8_t *tag) {
    unsigned int written;
    combined->ssl->hmac_update(context, data, length);
    combined->ssl->hmac_final(context, tag, &written);
}

static void seal(struct combined *combined, void *cipher_context, void *hmac_context, const wr_message *message) {
    const size_t head = wrh_combined_head(combined->algorithm, message->length);
    if (head)
        memcpy(combined->out, message->data, head);
    pass(combined, cipher_context, combined->out + head, (const uint8_t *)message->data + head, message->length - head);
    hmac(combined, hmac_context, combined->out, message->length, message->tag);
}

static void open_one(struct combined *combined, void *cipher_context, void *hmac_context, const wr_message *message) {
    const size_t head = wrh_combined_head(combined->algorithm, message->length);
    uint8_t tag[WRH_TAG_MAX];
    hmac(combined, hmac_context, message->data, message->length, tag);
    if (!wrh_peer_openssl.equal(tag, message->tag, combined->tag_bytes)) {
        wrh_refuse(message);
        return;
    }
    pass(combined, cipher_context, combined->out + head, (const uint8_t *)message->data + head, message->length - head);
}

static void seal_or_open(struct combined *combined, void *cipher_context, void *hmac_context,
                         const wr_message *message) {
    combined->last = message;
    if (!reserve(combined, message->length)) {
        if (combined->opens)
            wrh_refuse(message); /* when sealing, the tag stays zero and counts as wrong */
        return;
    }
    (combined->opens ? open_one : seal)(combined, cipher_context, hmac_context, message);
}

static void reuse_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct combined *combined = state;
    uint8_t block[IV];
    for (size_t i = 0; i < count; i++, nonces += combined->algorithm->nonce_bytes) {
        combined->init(combined->cipher_context, NULL, NULL, NULL, iv_of(combined, nonces, block));
        combined->ssl->hmac_init(combined->hmac_context, NULL, 0, NULL, NULL);
        seal_or_open(combined, combined->cipher_context, combined->hmac_context, &messages[i]);
    }
}

static void rekey_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct combined *combined = state;
    uint8_t block[IV];
    for (size_t i = 0; i < count; i++, nonces += combined->algorithm->nonce_bytes) {
        combined->init(combined->cipher_context, NULL, NULL, combined->key, iv_of(combined, nonces, block));
        combined->ssl->hmac_init(combined->hmac_context, combined->key + combined->algorithm->cipher_key_bytes,
                                 hmac_key_bytes(combined), combined->digest, NULL);
        seal_or_open(combined, combined->cipher_context, combined->hmac_context, &messages[i]);
    }
}

static void fresh_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct combined *combined = state;
    uint8_t block[IV];
    for (size_t i = 0; i < count; i++, nonces += combined->algorithm->nonce_bytes) {
        void *cipher_context = combined->ssl->cipher_ctx_new(), *hmac_context = combined->ssl->hmac_ctx_new();
        combined->init(cipher_context, combined->cipher, NULL, combined->key, iv_of(combined, nonces, block));
        combined->ssl->cipher_set_padding(cipher_context, 0); /* otherwise decrypting holds back the last block */
        combined->ssl->hmac_init(hmac_context, combined->key + combined->algorithm->cipher_key_bytes,
                                 hmac_key_bytes(combined), combined->digest, NULL);
        seal_or_open(combined, cipher_context, hmac_context, &messages[i]);
        combined->ssl->cipher_ctx_free(cipher_context);
        combined->ssl->hmac_ctx_free(hmac_context);
    }
}

/* HMAC covers the received data, so the expected tag does not depend on the cipher. */
static void expected_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct combined *combined = state;
    void *context = combined->ssl->hmac_ctx_new();
    (void)nonces;
    for (size_t i = 0; context && i < count; i++) {
        combined->ssl->hmac_init(context, combined->key + combined->algorithm->cipher_key_bytes,
                                 hmac_key_bytes(combined), combined->digest, NULL);
        hmac(combined, context, messages[i].data, messages[i].length, messages[i].tag);
    }
    combined->ssl->hmac_ctx_free(context);
}

static const uint8_t *combined_output(void *state) {
    const struct combined *combined = state;
    const wr_message *last = combined->last;
    memcpy(combined->out, last->data, wrh_combined_head(combined->algorithm, last->length));
    return combined->out;
}

static void combined_close(void *state) {
    struct combined *combined = state;
    combined->ssl->cipher_ctx_free(combined->cipher_context);
    combined->ssl->hmac_ctx_free(combined->hmac_context);
    combined->ssl->cipher_free(combined->cipher);
    combined->ssl->md_free(combined->digest);
    free(combined->out);
    free(combined);
}

int wrh_openssl_combined_open(const struct wrh_openssl *ssl, const struct wrh_request *request,
                              struct wrh_instance *instance, struct wrh_why *why) {
    static wrh_tags *const tags[] = {reuse_tags, rekey_tags, fresh_tags};
    static const uint8_t zeros[IV];
    const struct wrh_algorithm *algorithm = request->algorithm;
    char name[16];
    snprintf(name, sizeof name, "AES-%u-%s", 8 * algorithm->cipher_key_bytes,
             algorithm->cipher == WRH_CBC ? "CBC" : "CTR");
    struct combined *combined = calloc(1, sizeof *combined);
    if (!combined)
        return wrh_fail(why, WRH_NO_MEMORY, "out of memory");
    const int opens = request->operation == WRH_VERIFY;
    *combined = (struct combined){.ssl = ssl,
                                  .algorithm = algorithm,
                                  .init = opens ? ssl->decrypt_init : ssl->encrypt_init,
                                  .update = opens ? ssl->decrypt_update : ssl->encrypt_update,
                                  .opens = opens,
                                  .tag_bytes = request->tag_bytes,
                                  .cipher = ssl->cipher_fetch(NULL, name, NULL),
                                  .digest = ssl->md_fetch(NULL, wrh_openssl_digest_name(algorithm), NULL),
                                  .cipher_context = ssl->cipher_ctx_new(),
                                  .hmac_context = ssl->hmac_ctx_new(),
                                  .key = request->key};
    int ready = combined->cipher && combined->digest && combined->cipher_context && combined->hmac_context &&
                reserve(combined, 16384) &&
                combined->init(combined->cipher_context, combined->cipher, NULL, combined->key, zeros) &&
                ssl->cipher_set_padding(combined->cipher_context, 0) &&
                ssl->hmac_init(combined->hmac_context, combined->key + algorithm->cipher_key_bytes,
                               hmac_key_bytes(combined), combined->digest, NULL);
    if (!ready) {
        combined_close(combined);
        return wrh_fail(why, WRH_UNSUPPORTED, "this OpenSSL refuses %s or HMAC with %s", name,
                        wrh_openssl_digest_name(algorithm));
    }
    *instance = (struct wrh_instance){.state = combined,
                                      .tags = tags[request->keyed],
                                      .expect = opens ? expected_tags : NULL,
                                      .output = combined_output,
                                      .close = combined_close};
    return WRH_OK;
}
