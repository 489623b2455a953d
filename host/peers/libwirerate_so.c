/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* libwirerate_so.c - another libwirerate, opened by its path: `md5@./old.so` against `md5@./new.so`. Its public
 * functions only. */
#include <dlfcn.h>

#include "peer.h"
#include "wirerate_experimental.h"

/* The public functions used; one that a library lacks stays NULL and what needs it is unsupported. */
#define FUNCTIONS(each)                                                                                                \
    each(version) each(kernel_in_use) each(md5) each(md5_batch) each(md5_ways) each(internet_checksum)                 \
        each(hmac_md5_key_init) each(hmac_md5_key_wipe) each(hmac_md5) each(hmac_md5_batch) each(hmac_md5_batch_keys)  \
            each(hmac_md5_verify) each(hmac_md5_verify_batch) each(umac_key_init) each(umac_key_wipe) each(umac)       \
                each(umac_batch) each(umac_verify) each(umac_verify_batch)

struct api {
#define MEMBER(name) __typeof__(wr_##name) *name;
    FUNCTIONS(MEMBER)
};

struct wrh_own {
    struct api api;
    void *library;
    unsigned ways;
    size_t batch, tag_bytes, key_bytes;
    const uint8_t *key;
    wr_hmac_md5_key hmac, *keys;
    const wr_hmac_md5_key **key_pointers;
    wr_umac_key umac;
    const uint8_t **tags; /* of a batch, as they were received */
    uint8_t *good;
};

#define CALL(own, name, ...)  (own)->api.name(__VA_ARGS__)
#define PLAIN(own, name, ...) (own)->api.name(__VA_ARGS__)
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

/* Opens the library and checks that it calls itself one. */
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
    wrh_fail(why, WRH_ABSENT, "%s is none of libwirerate, libcrypto, libnettle and libIPSec_MB", path);
    return NULL;
}

static void close_library(void *state) {
    void *library = ((struct wrh_own *)state)->library;
    own_close(state);
    dlclose(library);
}

static int open_so(const struct wrh_request *request, struct wrh_instance *instance, struct wrh_why *why) {
    struct api api = {0};
    wrh_tags *tags = own_tags(request);
    if (!tags || request->kernel)
        return wrh_fail(why, WRH_UNSUPPORTED, "a libwirerate named by its path offers no %s",
                        tags ? "choice of kernel" : request->algorithm->name);
    void *library = open_library(request->implementation, &api, why);
    if (!library)
        return WRH_ABSENT;
    if (!has(&api, request->algorithm)) {
        dlclose(library);
        return wrh_fail(why, WRH_UNSUPPORTED, "%s has no %s", request->implementation, request->algorithm->name);
    }
    struct wrh_own *own = calloc(1, sizeof *own);
    if (own) {
        own->api = api;
        own->library = library;
        own = own_fill(own, request);
    }
    if (!own) {
        dlclose(library);
        return wrh_fail(why, WRH_NO_MEMORY, "no memory");
    }
    *instance = (struct wrh_instance){.state = own, .tags = tags, .close = close_library};
    own_verifies(request, instance);
    if (api.kernel_in_use)
        strncpy(instance->kernel, api.kernel_in_use(), sizeof instance->kernel - 1);
    return WRH_OK;
}

static const char *version(const char *implementation, struct wrh_why *why) {
    struct api api = {0};
    /* Left open: the text is the library's own. */
    return open_library(implementation, &api, why) ? api.version() : NULL;
}

const struct wrh_peer wrh_peer_libwirerate_so = {NULL, open_so, version, wr_equal};
