/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* openssl_macs.c - HMAC, CMAC and keyed MD5 from OpenSSL for AH. The context is kept and only reset between packets,
 * which is the fastest way to use OpenSSL packet by packet. */
#include <stdlib.h>
#include <string.h>

#include "macs.h"

enum { DIGEST_MAX = 64, MD5_CONTEXT = 256 };

struct context {
    const struct wrh_openssl *ssl;
    void *fetched; /* the digest of an HMAC or the cipher of a CMAC */
    void *context;
    size_t icv_bytes;
    uint8_t keyed[MD5_CONTEXT], running[MD5_CONTEXT]; /* for keyed MD5: OpenSSL's MD5_CTX after the key's block, and the
                                                       * copy for the current packet */
    uint8_t secret[WR_AH_KEYED_MD5_MAX];
    size_t secret_bytes;
};

static int hmac_tags(void *key, const wr_ah_input *inputs, size_t count, void *scratch) {
    (void)scratch;
    const struct context *hmac = key;
    const struct wrh_openssl *ssl = hmac->ssl;
    int good = 1;
    for (size_t i = 0; i < count; i++) {
        uint8_t digest[DIGEST_MAX];
        unsigned int length;
        good &= ssl->hmac_init(hmac->context, NULL, 0, NULL, NULL);
        good &= ssl->hmac_update(hmac->context, inputs[i].head, inputs[i].head_length);
        good &= ssl->hmac_update(hmac->context, inputs[i].body, inputs[i].body_length);
        if (inputs[i].tail_length)
            good &= ssl->hmac_update(hmac->context, inputs[i].tail, inputs[i].tail_length);
        good &= ssl->hmac_final(hmac->context, digest, &length);
        memcpy(inputs[i].icv, digest, hmac->icv_bytes);
    }
    return !good;
}

static int cmac_tags(void *key, const wr_ah_input *inputs, size_t count, void *scratch) {
    (void)scratch;
    const struct context *cmac = key;
    const struct wrh_openssl *ssl = cmac->ssl;
    int good = 1;
    for (size_t i = 0; i < count; i++) {
        uint8_t tag[16];
        size_t length;
        good &= ssl->cmac_init(cmac->context, NULL, 0, NULL, NULL);
        good &= ssl->cmac_update(cmac->context, inputs[i].head, inputs[i].head_length);
        good &= ssl->cmac_update(cmac->context, inputs[i].body, inputs[i].body_length);
        if (inputs[i].tail_length)
            good &= ssl->cmac_update(cmac->context, inputs[i].tail, inputs[i].tail_length);
        good &= ssl->cmac_final(cmac->context, tag, &length);
        memcpy(inputs[i].icv, tag, cmac->icv_bytes);
    }
    return !good;
}

static int keyed_md5_tags(void *key, const wr_ah_input *inputs, size_t count, void *scratch) {
    (void)scratch;
    struct context *md5 = key;
    const struct wrh_openssl *ssl = md5->ssl;
    int good = 1;
    for (size_t i = 0; i < count; i++) {
        memcpy(md5->running, md5->keyed, sizeof md5->running);
        good &= ssl->md5_update(md5->running, inputs[i].head, inputs[i].head_length);
        good &= ssl->md5_update(md5->running, inputs[i].body, inputs[i].body_length);
        good &= ssl->md5_update(md5->running, inputs[i].tail, inputs[i].tail_length);
        good &= ssl->md5_update(md5->running, md5->secret, md5->secret_bytes);
        good &= ssl->md5_final(inputs[i].icv, md5->running);
    }
    return !good;
}

static const struct choice {
    wr_ah_mac table;
    const char *digest; /* NULL for MACs other than HMAC */
} choices[] = {
    {{.name = "hmac-md5-96", .icv_length = 12, .tags = hmac_tags}, "MD5"},
    {{.name = "hmac-sha1-96", .icv_length = 12, .tags = hmac_tags}, "SHA1"},
    {{.name = "hmac-sha2-256-128", .icv_length = 16, .tags = hmac_tags}, "SHA256"},
    {{.name = "hmac-sha2-384-192", .icv_length = 24, .tags = hmac_tags}, "SHA384"},
    {{.name = "hmac-sha2-512-256", .icv_length = 32, .tags = hmac_tags}, "SHA512"},
    {{.name = "aes-cmac-96", .icv_length = 12, .tags = cmac_tags}, NULL},
    {{.name = "keyed-md5", .icv_length = 16, .tags = keyed_md5_tags}, NULL},
};

static void hmac_close(void *key) {
    struct context *hmac = key;
    hmac->ssl->hmac_ctx_free(hmac->context);
    hmac->ssl->md_free(hmac->fetched);
    free(hmac);
}

static void cmac_close(void *key) {
    struct context *cmac = key;
    cmac->ssl->cmac_ctx_free(cmac->context);
    cmac->ssl->cipher_free(cmac->fetched);
    free(cmac);
}

static int hmac_open(struct context *hmac, const char *digest, const uint8_t *key, size_t key_bytes) {
    const struct wrh_openssl *ssl = hmac->ssl;
    hmac->fetched = ssl->md_fetch(NULL, digest, NULL);
    hmac->context = ssl->hmac_ctx_new();
    return hmac->fetched && hmac->context && ssl->hmac_init(hmac->context, key, (int)key_bytes, hmac->fetched, NULL);
}

static int cmac_open(struct context *cmac, const uint8_t *key, size_t key_bytes) {
    const struct wrh_openssl *ssl = cmac->ssl;
    cmac->fetched = ssl->cipher_fetch(NULL, "AES-128-CBC", NULL);
    cmac->context = ssl->cmac_ctx_new();
    return cmac->fetched && cmac->context && ssl->cmac_init(cmac->context, key, key_bytes, cmac->fetched, NULL);
}

/* Pad the key to whole blocks, as MD5 pads a message (RFC 1828 section 2). */
static int keyed_md5_open(struct context *md5, const uint8_t *key, size_t key_bytes) {
    uint8_t filled[WR_AH_KEYED_MD5_MAX + 2 * WR_MD5_BLOCK] = {0};
    const size_t length = (key_bytes + 8) / WR_MD5_BLOCK * WR_MD5_BLOCK + WR_MD5_BLOCK;
    memcpy(filled, key, key_bytes);
    filled[key_bytes] = 0x80;
    filled[length - 8] = (uint8_t)(key_bytes * 8);
    filled[length - 7] = (uint8_t)(key_bytes * 8 >> 8);
    memcpy(md5->secret, key, key_bytes);
    md5->secret_bytes = key_bytes;
    int good = md5->ssl->md5_init(md5->keyed) && md5->ssl->md5_update(md5->keyed, filled, length);
    wr_wipe(filled, sizeof filled);
    return good;
}

static const struct choice *find(const char *algorithm) {
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (strcmp(choices[i].table.name, algorithm) == 0)
            return &choices[i];
    return NULL;
}

int wrh_ah_openssl_open(const char *algorithm, const uint8_t *key, size_t key_bytes, wrh_keyed_mac *mac,
                        struct wrh_why *why) {
    const struct wrh_openssl *ssl = wrh_openssl(why);
    if (!ssl)
        return WRH_ABSENT;
    const struct choice *choice = find(algorithm);
    if (!choice)
        return wrh_ah_xcbc_open(ssl, key, mac, why);
    struct context *context = wrh_aligned_zeroed(sizeof *context);
    if (!context)
        return WRH_NO_MEMORY;
    context->ssl = ssl;
    context->icv_bytes = choice->table.icv_length;
    int good;
    if (choice->digest)
        good = hmac_open(context, choice->digest, key, key_bytes);
    else if (choice->table.tags == cmac_tags)
        good = cmac_open(context, key, key_bytes);
    else
        good = keyed_md5_open(context, key, key_bytes);
    *mac = (wrh_keyed_mac){&choice->table, context, choice->digest ? hmac_close : cmac_close};
    if (!choice->digest && choice->table.tags == keyed_md5_tags)
        mac->close = free;
    return good ? WRH_OK : wrh_fail(why, WRH_UNSUPPORTED, "this OpenSSL refuses %s", algorithm);
}
