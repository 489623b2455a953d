/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* libwirerate_so.c - another build of libwirerate, loaded by path: `md5@./old.so` against `md5@./new.so`. Uses only its
 * public functions. */
#include <dlfcn.h>

#include "peer.h"
#include "wirerate_experimental.h"

/* The public functions used. A function that a library lacks is NULL, and algorithms that need it are unsupported. */
#define FUNCTIONS(X)                                                                                                   \
    X(version)                                                                                                         \
    X(kernel_in_use)                                                                                                   \
    X(md5)                                                                                                             \
    X(md5_batch)                                                                                                       \
    X(md5_ways)                                                                                                        \
    X(internet_checksum)                                                                                               \
    X(hmac_md5_key_init)                                                                                               \
    X(hmac_md5_key_wipe)                                                                                               \
    X(hmac_md5)                                                                                                        \
    X(hmac_md5_batch)                                                                                                  \
    X(hmac_md5_batch_keys)                                                                                             \
    X(hmac_md5_verify)                                                                                                 \
    X(hmac_md5_verify_batch) X(umac_key_init) X(umac_key_wipe) X(umac) X(umac_batch) X(umac_verify) X(umac_verify_batch)

struct api {
#define MEMBER(name) __typeof__(wr_##name) *name;
    FUNCTIONS(MEMBER)
};

struct wrh_wirerate {
    struct api api;
    void *library;
    unsigned ways;
    size_t batch, tag_bytes, key_bytes;
    const uint8_t *key;
    wr_hmac_md5_key hmac, *keys;
    const wr_hmac_md5_key **key_pointers;
    wr_umac_key umac;
    const uint8_t **tags; /* the received tags of a batch */
    uint8_t *good;
};

#define CALL(wirerate, name, ...)  (wirerate)->api.name(__VA_ARGS__)
#define PLAIN(wirerate, name, ...) (wirerate)->api.name(__VA_ARGS__)
#include "wirerate_tags.h"

static void load_functions(void *library, struct api *api) {
#define LOAD(name) {"wr_" #name, (void (**)(void))(void *)&api->name},
    const struct wrh_symbol symbols[] = {FUNCTIONS(LOAD)};
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        wrh_symbols_load(library, &symbols[i], 1, NULL);
}

static int has(const struct api *api, const struct wrh_algorithm *algorithm) {
    switch (algorithm->id) {
    case WRH_MD5:
        return api->md5 && api->md5_batch;
    case WRH_MD5_WAYS:
        return api->md5_ways != NULL;
    case WRH_HMAC_MD5:
        return api->hmac_md5_key_init && api->hmac_md5_key_wipe && api->hmac_md5 && api->hmac_md5_batch &&
               api->hmac_md5_batch_keys && api->hmac_md5_verify && api->hmac_md5_verify_batch;
    case WRH_INTERNET_CHECKSUM:
        return api->internet_checksum != NULL;
    default:
        return api->umac_key_init && api->umac_key_wipe && api->umac && api->umac_batch && api->umac_verify &&
               api->umac_verify_batch;
    }
}

/* Load the library and check that it is a libwirerate. */
static void *open_library(const char *path, struct api *api, struct wrh_why *why) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *reason = dlerror();
        wrh_fail(why, WRH_ABSENT, "%s", reason ? reason : path);
        return NULL;
    }
    load_functions(library, api);
    if (api->version)
        return library;
    dlclose(library);
    wrh_fail(why, WRH_ABSENT, "%s is not a libwirerate, libcrypto, libnettle or libIPSec_MB", path);
    return NULL;
}

static void close_library(void *state) {
    void *library = ((struct wrh_wirerate *)state)->library;
    wirerate_close(state);
    dlclose(library);
}

static int open_so(const struct wrh_request *request, struct wrh_instance *instance, struct wrh_why *why) {
    struct api api = {0};
    wrh_tags *tags = wirerate_choose_tags(request);
    if (!tags || request->kernel)
        return wrh_fail(why, WRH_UNSUPPORTED, "a libwirerate given by its path has no %s",
                        tags ? "choice of kernel" : request->algorithm->name);
    void *library = open_library(request->implementation, &api, why);
    if (!library)
        return WRH_ABSENT;
    if (!has(&api, request->algorithm)) {
        dlclose(library);
        return wrh_fail(why, WRH_UNSUPPORTED, "%s has no %s", request->implementation, request->algorithm->name);
    }
    struct wrh_wirerate *wirerate = calloc(1, sizeof *wirerate);
    if (wirerate) {
        wirerate->api = api;
        wirerate->library = library;
        wirerate = wirerate_fill(wirerate, request);
    }
    if (!wirerate) {
        dlclose(library);
        return wrh_fail(why, WRH_NO_MEMORY, "out of memory");
    }
    *instance = (struct wrh_instance){.state = wirerate, .tags = tags, .close = close_library};
    wirerate_set_verifying(request, instance);
    if (api.kernel_in_use)
        strncpy(instance->kernel, api.kernel_in_use(), sizeof instance->kernel - 1);
    return WRH_OK;
}

static const char *version(const char *implementation, struct wrh_why *why) {
    struct api api = {0};
    /* The library stays open, because the version string is in its memory. */
    return open_library(implementation, &api, why) ? api.version() : NULL;
}

const struct wrh_peer wrh_peer_libwirerate_so = {NULL, open_so, version, wr_equal};
