/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* ipsec_mb.c - intel-ipsec-mb 1.3 (libIPSec_MB.so.1), opened at run time: bursts without checks, as its authors
 * recommend for speed.
 *
 * Known of 1.3 and provided for: CMAC in a burst without checks returns at once with no tags, so CMAC goes job by job;
 * a GMAC key expanded by one manager gives wrong tags in another, so each instance's own manager expands its keys.
 * Everything else that might be wrong is caught by the known answers and by the check of every tag. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "ipsec_mb_layout.h"
#include "peer.h"

static struct {
    unsigned (*version)(void);
    const char *(*version_text)(void);
    int (*error)(struct imb_manager *);
    struct imb_manager *(*allocate)(uint64_t flags);
    void (*release)(struct imb_manager *);
    void (*init_sse)(struct imb_manager *);
    void (*init_avx)(struct imb_manager *);
    void (*init_avx2)(struct imb_manager *);
    void (*init_avx512)(struct imb_manager *);
} library;
static int loaded;
static char load_failure[160];
static pthread_once_t load_once = PTHREAD_ONCE_INIT;

#define SYMBOL(member, name) {name, (void (**)(void))(void *)&library.member}

static void load(void) {
    static const struct wrh_symbol symbols[] = {
        SYMBOL(version, "imb_get_version"),
        SYMBOL(version_text, "imb_get_version_str"),
        SYMBOL(error, "imb_get_errno"),
        SYMBOL(allocate, "alloc_mb_mgr"),
        SYMBOL(release, "free_mb_mgr"),
        SYMBOL(init_sse, "init_mb_mgr_sse"),
        SYMBOL(init_avx, "init_mb_mgr_avx"),
        SYMBOL(init_avx2, "init_mb_mgr_avx2"),
        SYMBOL(init_avx512, "init_mb_mgr_avx512"),
    };
    struct wrh_why why = {load_failure, sizeof load_failure};
    void *opened = dlopen("libIPSec_MB.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!opened)
        wrh_fail(&why, WRH_ABSENT,
                 "libIPSec_MB.so.1 is not on this machine: install intel-ipsec-mb 1.3 (Debian: libipsec-mb1)");
    else if (wrh_symbols_load(opened, symbols, sizeof symbols / sizeof *symbols, &why) == 0) {
        loaded = library.version() == IMB_KNOWN_VERSION;
        if (!loaded)
            wrh_fail(&why, WRH_ABSENT, "intel-ipsec-mb %s is not known here, only 1.3.0 is", library.version_text());
    }
}

static int present(struct wrh_why *why) {
    pthread_once(&load_once, load);
    return loaded ? 1 : wrh_fail(why, 0, "%s", load_failure);
}

/* What one key becomes. A burst that rekeys has one for each of its jobs. */
union material {
    _Alignas(64) uint8_t gcm[IMB_GCM_KEY_BYTES];
    struct {
        uint8_t inner[64], outer[64];
    } hmac;
    struct {
        uint8_t expanded[16 * 11 + 16], unused[16 * 11 + 16], subkey1[16], subkey2[16];
    } cmac;
};

struct ipsec_mb {
    struct imb_manager *manager;
    const struct wrh_algorithm *algorithm;
    const uint8_t *key;
    size_t key_bytes, burst;
    union material *keys; /* one, or `burst` when rekeying */
    int rekey, hash;
    uint64_t tag_length;
};

static void derive_hmac(const struct ipsec_mb *mb, imb_one_block *one_block, union material *key) {
    uint8_t block[64];
    for (size_t i = 0; i < sizeof block; i++)
        block[i] = (uint8_t)((i < mb->key_bytes ? mb->key[i] : 0) ^ 0x36);
    one_block(block, key->hmac.inner);
    for (size_t i = 0; i < sizeof block; i++)
        block[i] ^= 0x36 ^ 0x5c;
    one_block(block, key->hmac.outer);
}

static void derive(const struct ipsec_mb *mb, union material *key) {
    switch (mb->hash) {
    case AUTH_HMAC_MD5:
        derive_hmac(mb, mb->manager->md5_one_block, key);
        return;
    case AUTH_HMAC_SHA_1:
        derive_hmac(mb, mb->manager->sha1_one_block, key);
        return;
    case AUTH_HMAC_SHA_256:
        derive_hmac(mb, mb->manager->sha256_one_block, key);
        return;
    case AUTH_AES_CMAC:
        mb->manager->keyexp_128(mb->key, key->cmac.expanded, key->cmac.unused);
        mb->manager->cmac_subkeys_128(key->cmac.expanded, key->cmac.subkey1, key->cmac.subkey2);
        return;
    case AUTH_AES_GMAC_128:
        mb->manager->gcm128_key(mb->key, key->gcm);
        return;
    default: /* Poly1305 takes the key as it is */
        return;
    }
}

/* What stays the same in a slot of the job ring. The library leaves it alone, so it is written once per slot. */
static void job_constants(const struct ipsec_mb *mb, struct imb_job *job) {
    job->cipher_mode = CIPHER_NULL;
    job->cipher_direction = DIR_ENCRYPT;
    job->chain_order = ORDER_HASH_CIPHER;
    job->hash_algorithm = mb->hash;
    job->hash_start = 0;
    job->tag_length = mb->tag_length;
    job->user_data = (void *)(uintptr_t)mb;
}

static void job_key(const struct ipsec_mb *mb, struct imb_job *job, const union material *key, const uint8_t *nonce) {
    switch (mb->hash) {
    case AUTH_AES_CMAC:
        job->parameter[0] = key->cmac.expanded;
        job->parameter[1] = key->cmac.subkey1;
        job->last.subkey2 = key->cmac.subkey2;
        return;
    case AUTH_AES_GMAC_128:
        job->parameter[0] = key->gcm;
        job->parameter[1] = nonce;
        job->last.iv_length = mb->algorithm->nonce_bytes;
        return;
    case AUTH_POLY1305:
        job->parameter[0] = mb->key;
        return;
    default:
        job->parameter[0] = key->hmac.inner;
        job->parameter[1] = key->hmac.outer;
        return;
    }
}

static void job_fill(const struct ipsec_mb *mb, struct imb_job *job, size_t i, const wr_message *message,
                     const uint8_t *nonce) {
    union material *key = mb->keys;
    if (mb->rekey) {
        key += i;
        derive(mb, key);
    }
    if (job->user_data != mb)
        job_constants(mb, job);
    job_key(mb, job, key, nonce);
    job->src = message->data;
    job->hash_length = message->length;
    job->tag = message->tag;
}

static void burst_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct ipsec_mb *mb = state;
    struct imb_manager *manager = mb->manager;
    size_t nonce_bytes = mb->algorithm->nonce_bytes;
    struct imb_job *jobs[IMB_BURST_MAX];
    while (count > 0) {
        uint32_t now = (uint32_t)(count < mb->burst ? count : mb->burst);
        if (manager->get_next_burst(manager, now, jobs) != now)
            return;
        for (uint32_t i = 0; i < now; i++)
            job_fill(mb, jobs[i], i, &messages[i], nonces + i * nonce_bytes);
        uint32_t done = manager->submit_burst_nocheck(manager, now, jobs);
        while (done < now) {
            uint32_t more = manager->flush_burst(manager, now - done, jobs);
            if (more == 0)
                return; /* lost jobs: their tags stay zero and are counted as wrong */
            done += more;
        }
        messages += now;
        nonces += now * nonce_bytes;
        count -= now;
    }
}

static void job_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct ipsec_mb *mb = state;
    struct imb_manager *manager = mb->manager;
    size_t nonce_bytes = mb->algorithm->nonce_bytes;
    for (size_t i = 0; i < count; i++) {
        job_fill(mb, manager->get_next_job(manager), i % mb->burst, &messages[i], nonces + i * nonce_bytes);
        manager->submit_job_nocheck(manager);
        if ((i + 1) % mb->burst == 0)
            while (manager->flush_job(manager))
                ;
    }
    while (manager->flush_job(manager))
        ;
}

static void ipsec_mb_close(void *state) {
    struct ipsec_mb *mb = state;
    if (mb->manager)
        library.release(mb->manager);
    free(mb->keys);
    free(mb);
}

static int hash_of(enum wrh_algorithm_id id) {
    switch (id) {
    case WRH_HMAC_MD5:
        return AUTH_HMAC_MD5;
    case WRH_HMAC_SHA1:
        return AUTH_HMAC_SHA_1;
    case WRH_HMAC_SHA256:
        return AUTH_HMAC_SHA_256;
    case WRH_AES_128_GMAC:
        return AUTH_AES_GMAC_128;
    case WRH_AES_128_CMAC:
        return AUTH_AES_CMAC;
    case WRH_POLY1305:
        return AUTH_POLY1305;
    default:
        return 0;
    }
}

/* HMAC tags come whole or at the length that IPsec truncates to (RFC 2403, 2404, 4868); others whole. */
static uint64_t tag_length(const struct wrh_request *request) {
    size_t ipsec = request->algorithm->id == WRH_HMAC_SHA256 ? 16 : 12;
    int hmac = request->algorithm->id == WRH_HMAC_MD5 || request->algorithm->id == WRH_HMAC_SHA1 ||
               request->algorithm->id == WRH_HMAC_SHA256;
    return hmac && request->tag_bytes <= ipsec ? ipsec : request->algorithm->tag_bytes;
}

static struct imb_manager *new_manager(const char *kernel) {
    struct imb_manager *manager = library.allocate(0);
    if (!manager)
        return NULL;
    if (strcmp(kernel, "sse") == 0)
        library.init_sse(manager);
    else if (strcmp(kernel, "avx") == 0)
        library.init_avx(manager);
    else if (strcmp(kernel, "avx2") == 0)
        library.init_avx2(manager);
    else
        library.init_avx512(manager);
    if (library.error(manager) == 0)
        return manager;
    library.release(manager);
    return NULL;
}

static int open_ipsec_mb(const struct wrh_request *request, struct wrh_instance *instance, struct wrh_why *why) {
    int hash = hash_of(request->algorithm->id);
    if (!present(why))
        return WRH_ABSENT;
    if (!hash)
        return wrh_fail(why, WRH_UNSUPPORTED, "ipsec-mb has no %s here", request->algorithm->name);
    if (request->keyed == WRH_FRESH)
        return wrh_fail(why, WRH_UNSUPPORTED, "ipsec-mb has no context per message: ask for rekey");
    struct ipsec_mb *mb = calloc(1, sizeof *mb);
    size_t burst = request->batch < IMB_BURST_MAX ? request->batch : IMB_BURST_MAX;
    int rekey = request->keyed == WRH_REKEY;
    if (mb)
        *mb = (struct ipsec_mb){.manager = new_manager(request->kernel),
                                .algorithm = request->algorithm,
                                .key = request->key,
                                .key_bytes = request->key_bytes,
                                .burst = burst,
                                .keys = wrh_aligned_zeroed((rekey ? burst : 1) * sizeof *mb->keys),
                                .rekey = rekey,
                                .hash = hash,
                                .tag_length = tag_length(request)};
    if (!mb || !mb->keys || !mb->manager) {
        int no_manager = mb && mb->keys;
        if (mb)
            ipsec_mb_close(mb);
        return no_manager ? wrh_fail(why, WRH_UNSUPPORTED, "this CPU cannot run ipsec-mb's %s manager", request->kernel)
                          : wrh_fail(why, WRH_NO_MEMORY, "no memory");
    }
    derive(mb, mb->keys);
    *instance = (struct wrh_instance){
        .state = mb, .close = ipsec_mb_close, .tags = hash == AUTH_AES_CMAC ? job_tags : burst_tags};
    strncpy(instance->kernel, request->kernel, sizeof instance->kernel - 1);
    return WRH_OK;
}

static const char *version(const char *implementation, struct wrh_why *why) {
    static char text[48];
    (void)implementation;
    if (!present(why))
        return NULL;
    strcpy(text, "intel-ipsec-mb ");
    strncat(text, library.version_text(), sizeof text - strlen(text) - 1);
    return text;
}

/* As DPDK's drivers do. */
static int equal(const void *a, const void *b, size_t length) {
    return memcmp(a, b, length) == 0;
}

static const char *const managers[] = {"sse", "avx", "avx2", "avx512", NULL};
const struct wrh_peer wrh_peer_ipsec_mb = {managers, open_ipsec_mb, version, equal};
