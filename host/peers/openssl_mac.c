/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* openssl_mac.c - CMAC with CMAC_Init, and Poly1305 with EVP_MAC_init. */
#include <stdlib.h>

#include "openssl.h"

struct mac {
    const struct wrh_openssl *ssl;
    void *fetched; /* the cipher of CMAC, or Poly1305's EVP_MAC */
    void *context;
    const uint8_t *key;
    size_t key_bytes;
};

static void cmac_finish(const struct mac *mac, void *context, const wr_message *message) {
    size_t length;
    mac->ssl->cmac_update(context, message->data, message->length);
    mac->ssl->cmac_final(context, message->tag, &length);
}

static void cmac_reuse_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct mac *mac = state;
    (void)nonces;
    for (size_t i = 0; i < count; i++) {
        mac->ssl->cmac_init(mac->context, NULL, 0, NULL, NULL);
        cmac_finish(mac, mac->context, &messages[i]);
    }
}

static void cmac_rekey_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct mac *mac = state;
    (void)nonces;
    for (size_t i = 0; i < count; i++) {
        mac->ssl->cmac_init(mac->context, mac->key, mac->key_bytes, NULL, NULL);
        cmac_finish(mac, mac->context, &messages[i]);
    }
}

static void cmac_fresh_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct mac *mac = state;
    (void)nonces;
    for (size_t i = 0; i < count; i++) {
        void *context = mac->ssl->cmac_ctx_new();
        mac->ssl->cmac_init(context, mac->key, mac->key_bytes, mac->fetched, NULL);
        cmac_finish(mac, context, &messages[i]);
        mac->ssl->cmac_ctx_free(context);
    }
}

static void cmac_close(void *state) {
    struct mac *mac = state;
    mac->ssl->cmac_ctx_free(mac->context);
    mac->ssl->cipher_free(mac->fetched);
    free(mac);
}

int wrh_openssl_cmac_open(const struct wrh_openssl *ssl, const struct wrh_request *request,
                          struct wrh_instance *instance, struct wrh_why *why) {
    static wrh_tags *const tags[] = {cmac_reuse_tags, cmac_rekey_tags, cmac_fresh_tags};
    const char *name = request->key_bytes == 32   ? "AES-256-CBC"
                       : request->key_bytes == 24 ? "AES-192-CBC"
                                                  : "AES-128-CBC";
    struct mac *mac = calloc(1, sizeof *mac);
    if (!mac)
        return wrh_fail(why, WRH_NO_MEMORY, "out of memory");
    *mac =
        (struct mac){ssl, ssl->cipher_fetch(NULL, name, NULL), ssl->cmac_ctx_new(), request->key, request->key_bytes};
    if (!mac->fetched || !mac->context || !ssl->cmac_init(mac->context, mac->key, mac->key_bytes, mac->fetched, NULL)) {
        cmac_close(mac);
        return wrh_fail(why, WRH_UNSUPPORTED, "this OpenSSL refuses CMAC with %s", name);
    }
    *instance = (struct wrh_instance){.state = mac, .tags = tags[request->keyed], .close = cmac_close};
    return WRH_OK;
}

static void poly1305_one(const struct mac *mac, void *context, const wr_message *message) {
    size_t length;
    mac->ssl->mac_init(context, mac->key, mac->key_bytes, NULL);
    mac->ssl->mac_update(context, message->data, message->length);
    mac->ssl->mac_final(context, message->tag, &length, 16);
}

static void poly1305_rekey_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct mac *mac = state;
    (void)nonces;
    for (size_t i = 0; i < count; i++)
        poly1305_one(mac, mac->context, &messages[i]);
}

static void poly1305_fresh_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct mac *mac = state;
    (void)nonces;
    for (size_t i = 0; i < count; i++) {
        void *context = mac->ssl->mac_ctx_new(mac->fetched);
        poly1305_one(mac, context, &messages[i]);
        mac->ssl->mac_ctx_free(context);
    }
}

static void poly1305_close(void *state) {
    struct mac *mac = state;
    mac->ssl->mac_ctx_free(mac->context);
    mac->ssl->mac_free(mac->fetched);
    free(mac);
}

int wrh_openssl_poly1305_open(const struct wrh_openssl *ssl, const struct wrh_request *request,
                              struct wrh_instance *instance, struct wrh_why *why) {
    struct mac *mac = calloc(1, sizeof *mac);
    if (!mac)
        return wrh_fail(why, WRH_NO_MEMORY, "out of memory");
    *mac = (struct mac){.ssl = ssl,
                        .fetched = ssl->mac_fetch(NULL, "POLY1305", NULL),
                        .key = request->key,
                        .key_bytes = request->key_bytes};
    mac->context = mac->fetched ? ssl->mac_ctx_new(mac->fetched) : NULL;
    if (!mac->context) {
        poly1305_close(mac);
        return wrh_fail(why, WRH_UNSUPPORTED, "this OpenSSL has no Poly1305 (a FIPS provider has none)");
    }
    *instance = (struct wrh_instance){
        .state = mac,
        .tags = request->keyed == WRH_FRESH ? poly1305_fresh_tags : poly1305_rekey_tags,
        .close = poly1305_close,
    };
    return WRH_OK;
}
