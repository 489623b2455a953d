/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* openssl_digest.c - MD5, SHA-1 and SHA-2 with OpenSSL's low-level functions, which are the fastest, or as the kernel
 * `evp` through the interface that OpenSSL 3 recommends and most programs use. */
#include <stdlib.h>
#include <string.h>

#include "openssl.h"

struct digest {
    int (*init)(void *), (*update)(void *, const void *, size_t), (*final)(unsigned char *, void *);
    /* Holds an MD5_CTX, SHA_CTX, SHA256_CTX or SHA512_CTX: at most 216 bytes of plain data. */
    _Alignas(64) unsigned char context[256];
};

static void digest_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct digest *digest = state;
    (void)nonces;
    for (size_t i = 0; i < count; i++) {
        digest->init(digest->context);
        digest->update(digest->context, messages[i].data, messages[i].length);
        digest->final(messages[i].tag, digest->context);
    }
}

/* One context with the algorithm fetched once, which is the fastest use of this interface. */
struct evp {
    const struct wrh_openssl *ssl;
    void *context, *algorithm;
};

static void evp_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct evp *evp = state;
    (void)nonces;
    for (size_t i = 0; i < count; i++) {
        evp->ssl->digest_init(evp->context, evp->algorithm, NULL);
        evp->ssl->digest_update(evp->context, messages[i].data, messages[i].length);
        evp->ssl->digest_final(evp->context, messages[i].tag, NULL);
    }
}

static void evp_close(void *state) {
    struct evp *evp = state;
    evp->ssl->md_ctx_free(evp->context);
    evp->ssl->md_free(evp->algorithm);
    free(evp);
}

static int evp_open(const struct wrh_openssl *ssl, const char *name, struct wrh_instance *instance,
                    struct wrh_why *why) {
    struct evp *evp = calloc(1, sizeof *evp);
    if (!evp)
        return wrh_fail(why, WRH_NO_MEMORY, "out of memory");
    *evp = (struct evp){ssl, ssl->md_ctx_new(), ssl->md_fetch(NULL, name, NULL)};
    if (!evp->context || !evp->algorithm) {
        evp_close(evp);
        return wrh_fail(why, WRH_UNSUPPORTED, "this OpenSSL does not offer %s", name);
    }
    *instance = (struct wrh_instance){.state = evp, .tags = evp_tags, .close = evp_close, .kernel = "evp"};
    return WRH_OK;
}

static void choose(const struct wrh_openssl *ssl, enum wrh_hash hash, struct digest *digest) {
#define THIS(name)                                                                                                     \
    digest->init = ssl->name##_init;                                                                                   \
    digest->update = ssl->name##_update;                                                                               \
    digest->final = ssl->name##_final
    switch (hash) {
    case WRH_HASH_MD5:
        THIS(md5);
        return;
    case WRH_HASH_SHA1:
        THIS(sha1);
        return;
    case WRH_HASH_SHA384:
        THIS(sha384);
        return;
    case WRH_HASH_SHA512:
        THIS(sha512);
        return;
    default:
        THIS(sha256);
    }
#undef THIS
}

int wrh_openssl_digest_open(const struct wrh_openssl *ssl, const struct wrh_request *request,
                            struct wrh_instance *instance, struct wrh_why *why) {
    if (request->kernel)
        return evp_open(ssl, request->algorithm->name, instance, why);
    struct digest *digest = wrh_aligned_zeroed(sizeof *digest);
    if (!digest)
        return wrh_fail(why, WRH_NO_MEMORY, "out of memory");
    choose(ssl, request->algorithm->hash, digest);
    *instance = (struct wrh_instance){.state = digest, .tags = digest_tags, .close = free};
    return WRH_OK;
}
