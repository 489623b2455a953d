/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* openssl_hmac.c - HMAC with HMAC_Init_ex. Reuse keeps the keyed state (passes no key), rekey passes the key again, and
 * fresh also allocates a new context. The digest is fetched once in every case. */
#include <stdlib.h>

#include "openssl.h"

struct hmac {
    const struct wrh_openssl *ssl;
    void *digest, *context;
    const uint8_t *key;
    int key_bytes;
};

static void finish(const struct hmac *hmac, void *context, const wr_message *message) {
    unsigned int length;
    hmac->ssl->hmac_update(context, message->data, message->length);
    hmac->ssl->hmac_final(context, message->tag, &length);
}

static void reuse_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct hmac *hmac = state;
    (void)nonces;
    for (size_t i = 0; i < count; i++) {
        hmac->ssl->hmac_init(hmac->context, NULL, 0, NULL, NULL);
        finish(hmac, hmac->context, &messages[i]);
    }
}

static void rekey_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct hmac *hmac = state;
    (void)nonces;
    for (size_t i = 0; i < count; i++) {
        hmac->ssl->hmac_init(hmac->context, hmac->key, hmac->key_bytes, hmac->digest, NULL);
        finish(hmac, hmac->context, &messages[i]);
    }
}

static void fresh_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct hmac *hmac = state;
    (void)nonces;
    for (size_t i = 0; i < count; i++) {
        void *context = hmac->ssl->hmac_ctx_new();
        hmac->ssl->hmac_init(context, hmac->key, hmac->key_bytes, hmac->digest, NULL);
        finish(hmac, context, &messages[i]);
        hmac->ssl->hmac_ctx_free(context);
    }
}

static void hmac_close(void *state) {
    struct hmac *hmac = state;
    hmac->ssl->hmac_ctx_free(hmac->context);
    hmac->ssl->md_free(hmac->digest);
    free(hmac);
}

int wrh_openssl_hmac_open(const struct wrh_openssl *ssl, const struct wrh_request *request,
                          struct wrh_instance *instance, struct wrh_why *why) {
    static wrh_tags *const tags[] = {reuse_tags, rekey_tags, fresh_tags};
    const char *name = wrh_openssl_digest_name(request->algorithm);
    struct hmac *hmac = calloc(1, sizeof *hmac);
    if (!hmac)
        return wrh_fail(why, WRH_NO_MEMORY, "out of memory");
    *hmac =
        (struct hmac){ssl, ssl->md_fetch(NULL, name, NULL), ssl->hmac_ctx_new(), request->key, (int)request->key_bytes};
    if (!hmac->digest || !hmac->context ||
        !ssl->hmac_init(hmac->context, hmac->key, hmac->key_bytes, hmac->digest, NULL)) {
        hmac_close(hmac);
        return wrh_fail(why, WRH_UNSUPPORTED, "this OpenSSL refuses HMAC with %s (a FIPS provider does so)", name);
    }
    *instance = (struct wrh_instance){.state = hmac, .tags = tags[request->keyed], .close = hmac_close};
    return WRH_OK;
}
