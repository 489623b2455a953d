/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* nettle.c - nettle 3 (libnettle.so.8), loaded at run time. Its contexts are plain structures in the caller's memory:
 * reuse keeps the key schedule in one context (a digest call leaves it keyed), rekey sets the key again, fresh sets it
 * in newly allocated memory. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "library.h"

/* Enough for every context used; the largest is umac128_ctx with 2.8 KiB. tests/host compares with the real header. */
#define CONTEXT_BYTES 8192

struct functions {
    void (*init)(void *); /* for digests */
    void (*set_key)(void *, size_t, const uint8_t *);
    void (*set_umac_key)(void *, const uint8_t *);
    void (*set_nonce)(void *, size_t, const uint8_t *);
    void (*update)(void *, size_t, const uint8_t *);
    void (*digest)(void *, size_t, uint8_t *);
};

struct nettle {
    struct functions call;
    void *context;
    const uint8_t *key;
    size_t key_bytes, tag_bytes, nonce_bytes;
};

/* Comparison function of the library loaded last; every build has the same few instructions. */
static int (*equal_in_constant_time)(const void *, const void *, size_t);

struct opened {
    void *library;
    char version[32];
};

static int load(const char *implementation, void *opened_out, struct wrh_why *why) {
    int (*major)(void), (*minor)(void);
    const struct wrh_symbol symbols[] = {{"nettle_version_major", (void (**)(void))(void *)&major},
                                         {"nettle_version_minor", (void (**)(void))(void *)&minor},
                                         {"nettle_memeql_sec", (void (**)(void))(void *)&equal_in_constant_time}};
    const int named = wrh_is_path(implementation);
    /* Version 4 (libnettle.so.9) changed the digest functions, so require version 8 of the file. */
    void *library = dlopen(named ? implementation : "libnettle.so.8", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return named ? wrh_fail(why, WRH_ABSENT, "%s", dlerror())
                     : wrh_fail(why, WRH_ABSENT,
                                "libnettle.so.8 is not on this machine: install nettle 3 (Debian: libnettle8)");
    if (wrh_symbols_load(library, symbols, sizeof symbols / sizeof *symbols, why) != 0)
        return WRH_ABSENT;
    if (major() != 3)
        return wrh_fail(why, WRH_ABSENT, "nettle %d.%d is not supported, only version 3", major(), minor());
    struct opened *opened = opened_out;
    opened->library = library;
    snprintf(opened->version, sizeof opened->version, "nettle %d.%d", major(), minor());
    return WRH_OK;
}

static const struct opened *nettle_of(const char *implementation, struct wrh_why *why) {
    static struct wrh_libraries libraries = {.size = sizeof(struct opened), .load = load};
    return wrh_library(&libraries, implementation, why);
}

static void set_key(const struct nettle *nettle, void *context) {
    if (nettle->call.set_umac_key)
        nettle->call.set_umac_key(context, nettle->key);
    else
        nettle->call.set_key(context, nettle->key_bytes, nettle->key);
}

static void one(const struct nettle *nettle, void *context, const wr_message *message, const uint8_t *nonce) {
    if (nettle->nonce_bytes)
        nettle->call.set_nonce(context, nettle->nonce_bytes, nonce);
    nettle->call.update(context, message->length, message->data);
    nettle->call.digest(context, nettle->tag_bytes, message->tag);
}

/* Unkeyed digests use this function, too, because md5_digest leaves the context initialised. */
static void reuse_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct nettle *nettle = state;
    for (size_t i = 0; i < count; i++)
        one(nettle, nettle->context, &messages[i], nonces + i * nettle->nonce_bytes);
}

static void rekey_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct nettle *nettle = state;
    for (size_t i = 0; i < count; i++) {
        set_key(nettle, nettle->context);
        one(nettle, nettle->context, &messages[i], nonces + i * nettle->nonce_bytes);
    }
}

static void fresh_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct nettle *nettle = state;
    for (size_t i = 0; i < count; i++) {
        void *context = aligned_alloc(64, CONTEXT_BYTES);
        if (!context)
            return;
        set_key(nettle, context);
        one(nettle, context, &messages[i], nonces + i * nettle->nonce_bytes);
        free(context);
    }
}

static void nettle_close(void *state) {
    struct nettle *nettle = state;
    free(nettle->context);
    free(nettle);
}

/* Look up the function nettle_PREFIX_NAME. */
static int find(void *library, const char *prefix, const char *name, void (**where)(void), struct wrh_why *why) {
    char symbol_name[64];
    snprintf(symbol_name, sizeof symbol_name, "nettle_%s_%s", prefix, name);
    const struct wrh_symbol symbol = {symbol_name, where};
    return wrh_symbols_load(library, &symbol, 1, why);
}

static const char *prefix_of(enum wrh_algorithm_id id) {
    static const struct {
        enum wrh_algorithm_id id;
        const char *prefix;
    } known[] = {
        {WRH_MD5, "md5"},
        {WRH_SHA1, "sha1"},
        {WRH_SHA256, "sha256"},
        {WRH_SHA384, "sha384"},
        {WRH_SHA512, "sha512"},
        {WRH_HMAC_MD5, "hmac_md5"},
        {WRH_HMAC_SHA1, "hmac_sha1"},
        {WRH_HMAC_SHA256, "hmac_sha256"},
        {WRH_HMAC_SHA384, "hmac_sha384"},
        {WRH_HMAC_SHA512, "hmac_sha512"},
        {WRH_UMAC_32, "umac32"},
        {WRH_UMAC_64, "umac64"},
        {WRH_UMAC_96, "umac96"},
        {WRH_UMAC_128, "umac128"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].id == id)
            return known[i].prefix;
    return NULL;
}

/* SHA-384 uses SHA-512's update function; nettle's headers define it as a macro. */
static const char *update_prefix_of(enum wrh_algorithm_id id) {
    return prefix_of(id == WRH_SHA384 ? WRH_SHA512 : id == WRH_HMAC_SHA384 ? WRH_HMAC_SHA512 : id);
}

static int find_functions(void *library, struct functions *call, const struct wrh_algorithm *algorithm,
                          struct wrh_why *why) {
    const char *prefix = prefix_of(algorithm->id);
    int failed =
        find(library, update_prefix_of(algorithm->id), "update", (void (**)(void))(void *)&call->update, why) ||
        find(library, prefix, "digest", (void (**)(void))(void *)&call->digest, why);
    if (algorithm->key_bytes == 0)
        return failed || find(library, prefix, "init", (void (**)(void))(void *)&call->init, why);
    if (algorithm->nonce_bytes == 0)
        return failed || find(library, prefix, "set_key", (void (**)(void))(void *)&call->set_key, why);
    return failed || find(library, prefix, "set_key", (void (**)(void))(void *)&call->set_umac_key, why) ||
           find(library, prefix, "set_nonce", (void (**)(void))(void *)&call->set_nonce, why);
}

static int open_nettle(const struct wrh_request *request, struct wrh_instance *instance, struct wrh_why *why) {
    static wrh_tags *const tags[] = {reuse_tags, rekey_tags, fresh_tags};
    const struct wrh_algorithm *algorithm = request->algorithm;
    const struct opened *opened = nettle_of(request->implementation, why);
    if (!opened)
        return WRH_ABSENT;
    if (!prefix_of(algorithm->id) || request->kernel)
        return wrh_fail(why, WRH_UNSUPPORTED, "nettle has no %s",
                        request->kernel ? "choice of kernel" : algorithm->name);
    struct nettle *nettle = calloc(1, sizeof *nettle);
    void *context = wrh_aligned_zeroed(CONTEXT_BYTES);
    if (!nettle || !context || find_functions(opened->library, &nettle->call, algorithm, why)) {
        int known = nettle && context;
        free(nettle);
        free(context);
        return known ? WRH_ABSENT : wrh_fail(why, WRH_NO_MEMORY, "out of memory");
    }
    nettle->context = context;
    nettle->key = request->key;
    nettle->key_bytes = request->key_bytes;
    nettle->tag_bytes = request->tag_bytes;
    nettle->nonce_bytes = algorithm->nonce_bytes;
    if (algorithm->key_bytes)
        set_key(nettle, context);
    else
        nettle->call.init(context);
    *instance = (struct wrh_instance){
        .state = nettle, .close = nettle_close, .tags = algorithm->key_bytes ? tags[request->keyed] : reuse_tags};
    return WRH_OK;
}

static const char *version(const char *implementation, struct wrh_why *why) {
    const struct opened *opened = nettle_of(implementation, why);
    return opened ? opened->version : NULL;
}

static int equal(const void *a, const void *b, size_t length) {
    return equal_in_constant_time(a, b, length);
}

const struct wrh_peer wrh_peer_nettle = {NULL, open_nettle, version, equal};
