/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* ipsec_mb.c - intel-ipsec-mb 1.3 (libIPSec_MB.so.1), opened at run time: bursts without checks, as its authors
 * recommend for speed.
 *
 * Known of 1.3 and provided for: CMAC in a burst without checks returns at once with no tags, so CMAC goes job by job;
 * a GMAC key expanded by one manager gives wrong tags in another, so each instance's own manager expands its keys.
 * Everything else that might be wrong is caught by the known answers and by the check of every tag. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/features.h"
#include "ipsec_mb_layout.h"
#include "library.h"

struct functions {
    unsigned (*version)(void);
    const char *(*version_text)(void);
    int (*error)(struct imb_manager *);
    struct imb_manager *(*allocate)(uint64_t flags);
    void (*release)(struct imb_manager *);
    void (*init_sse)(struct imb_manager *);
    void (*init_avx)(struct imb_manager *);
    void (*init_avx2)(struct imb_manager *);
    void (*init_avx512)(struct imb_manager *);
    char version_line[48];
};

#define SYMBOL(member, name) {name, (void (**)(void))(void *)&library->member}

static int load(const char *implementation, void *found, struct wrh_why *why) {
    struct functions *library = found;
    const struct wrh_symbol symbols[] = {
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
    const int named = wrh_is_path(implementation);
    void *opened = dlopen(named ? implementation : "libIPSec_MB.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!opened)
        return named ? wrh_fail(why, WRH_ABSENT, "%s", dlerror())
                     : wrh_fail(why, WRH_ABSENT,
                                "libIPSec_MB.so.1 is not on this machine: install intel-ipsec-mb 1.3 "
                                "(Debian: libipsec-mb1)");
    if (wrh_symbols_load(opened, symbols, sizeof symbols / sizeof *symbols, why) != 0)
        return WRH_ABSENT;
    if (library->version() != IMB_KNOWN_VERSION)
        return wrh_fail(why, WRH_ABSENT, "intel-ipsec-mb %s is not known here, only 1.3.0 is", library->version_text());
    snprintf(library->version_line, sizeof library->version_line, "intel-ipsec-mb %s", library->version_text());
    return WRH_OK;
}

static const struct functions *ipsec_mb_of(const char *implementation, struct wrh_why *why) {
    static struct wrh_libraries libraries = {.size = sizeof(struct functions), .load = load};
    return wrh_library(&libraries, implementation, why);
}

#define FIRST_ROOM 2048 /* for a packet */

/* What one key becomes. A burst that rekeys has one for each of its jobs. */
struct material {
    union {
        _Alignas(64) uint8_t gcm[IMB_GCM_KEY_BYTES];
        struct {
            uint8_t inner[64], outer[64];
        } hmac;
        struct {
            _Alignas(16) uint8_t expanded[16 * 15], unused[16 * 15], subkey1[16], subkey2[16];
        } cmac;
    } mac;
    _Alignas(16) uint8_t encryption[16 * 15], decryption[16 * 15];
};

struct ipsec_mb {
    const struct functions *library;
    struct imb_manager *manager;
    const struct wrh_algorithm *algorithm;
    const uint8_t *key;
    size_t key_bytes, burst;
    struct material *keys; /* one, or `burst` when rekeying */
    int rekey, hash;
    uint64_t tag_length;
    /* Of a combined algorithm: where each job of a burst puts head and ciphertext, or the plaintext behind room for the
     * head, `room` bytes each; and where it puts its tag when what was received is opened. */
    uint8_t *out;
    size_t room;
    int opens;
    size_t tag_bytes;
    uint8_t (*tags)[WRH_TAG_MAX];
    const wr_message *last;
    size_t last_slot;
};

static void derive_hmac(const struct ipsec_mb *mb, const uint8_t *secret, imb_one_block *one_block, size_t block_bytes,
                        struct material *key) {
    const size_t secret_bytes = mb->key_bytes - mb->algorithm->cipher_key_bytes;
    uint8_t block[128];
    for (size_t i = 0; i < block_bytes; i++)
        block[i] = (uint8_t)((i < secret_bytes ? secret[i] : 0) ^ 0x36);
    one_block(block, key->mac.hmac.inner);
    for (size_t i = 0; i < block_bytes; i++)
        block[i] ^= 0x36 ^ 0x5c;
    one_block(block, key->mac.hmac.outer);
}

static void expand(const struct ipsec_mb *mb, void *encryption, void *decryption) {
    const struct imb_manager *manager = mb->manager;
    imb_expand *const by_bytes[] = {manager->keyexp_128, manager->keyexp_192, manager->keyexp_256};
    by_bytes[mb->algorithm->cipher_key_bytes / 8 - 2](mb->key, encryption, decryption);
}

static void derive(const struct ipsec_mb *mb, struct material *key) {
    const struct imb_manager *manager = mb->manager;
    const uint8_t *secret = mb->key;
    if (wrh_combined(mb->algorithm)) {
        expand(mb, key->encryption, key->decryption);
        secret += mb->algorithm->cipher_key_bytes;
    }
    switch (mb->hash) {
    case AUTH_HMAC_MD5:
        derive_hmac(mb, secret, manager->md5_one_block, 64, key);
        return;
    case AUTH_HMAC_SHA_1:
        derive_hmac(mb, secret, manager->sha1_one_block, 64, key);
        return;
    case AUTH_HMAC_SHA_256:
        derive_hmac(mb, secret, manager->sha256_one_block, 64, key);
        return;
    case AUTH_HMAC_SHA_384:
        derive_hmac(mb, secret, manager->sha384_one_block, 128, key);
        return;
    case AUTH_HMAC_SHA_512:
        derive_hmac(mb, secret, manager->sha512_one_block, 128, key);
        return;
    case AUTH_AES_CMAC:
        expand(mb, key->mac.cmac.expanded, key->mac.cmac.unused);
        manager->cmac_subkeys_128(key->mac.cmac.expanded, key->mac.cmac.subkey1, key->mac.cmac.subkey2);
        return;
    case AUTH_AES_CMAC_256:
        expand(mb, key->mac.cmac.expanded, key->mac.cmac.unused);
        manager->cmac_subkeys_256(key->mac.cmac.expanded, key->mac.cmac.subkey1, key->mac.cmac.subkey2);
        return;
    case AUTH_AES_GMAC_128:
        manager->gcm128_key(mb->key, key->mac.gcm);
        return;
    case AUTH_AES_GMAC_192:
        manager->gcm192_key(mb->key, key->mac.gcm);
        return;
    case AUTH_AES_GMAC_256:
        manager->gcm256_key(mb->key, key->mac.gcm);
        return;
    default: /* Poly1305 takes the key as it is */
        return;
    }
}

/* What stays the same in a slot of the job ring. The library leaves it alone, so it is written once per slot. */
static void job_constants(const struct ipsec_mb *mb, struct imb_job *job) {
    job->cipher_mode = CIPHER_NULL;
    job->cipher_direction = mb->opens ? DIR_DECRYPT : DIR_ENCRYPT;
    job->chain_order = mb->out && !mb->opens ? ORDER_CIPHER_HASH : ORDER_HASH_CIPHER;
    job->key_length = mb->algorithm->cipher_key_bytes;
    job->hash_algorithm = mb->hash;
    job->hash_start = 0;
    job->tag_length = mb->tag_length;
    job->user_data = (void *)(uintptr_t)mb;
}

static void job_key(const struct ipsec_mb *mb, struct imb_job *job, const struct material *key, const uint8_t *nonce) {
    switch (mb->hash) {
    case AUTH_AES_CMAC:
    case AUTH_AES_CMAC_256:
        job->parameter[0] = key->mac.cmac.expanded;
        job->parameter[1] = key->mac.cmac.subkey1;
        job->last.subkey2 = key->mac.cmac.subkey2;
        return;
    case AUTH_AES_GMAC_128:
    case AUTH_AES_GMAC_192:
    case AUTH_AES_GMAC_256:
        job->parameter[0] = key->mac.gcm;
        job->parameter[1] = nonce;
        job->last.gmac_iv_length = mb->algorithm->nonce_bytes;
        return;
    case AUTH_POLY1305:
        job->parameter[0] = mb->key;
        return;
    default:
        job->parameter[0] = key->mac.hmac.inner;
        job->parameter[1] = key->mac.hmac.outer;
        return;
    }
}

/* The cipher of a combined algorithm: one job encrypts and authenticates what it wrote, or authenticates and decrypts.
 * The library counts the hash's start from src, so that of dst is their distance (modulo 2^64, as its own users write
 * it). */
static void job_cipher(const struct ipsec_mb *mb, struct imb_job *job, size_t i, const struct material *key,
                       const wr_message *message, const uint8_t *nonce) {
    const size_t head = wrh_combined_head(mb->algorithm, message->length);
    uint8_t *out = mb->out + i * mb->room;
    job->cipher_mode = message->length == head            ? CIPHER_NULL
                       : mb->algorithm->cipher == WRH_CBC ? CIPHER_CBC
                                                          : CIPHER_CNTR;
    job->encryption_keys = key->encryption;
    job->decryption_keys = mb->algorithm->cipher == WRH_CBC ? key->decryption : key->encryption;
    job->dst = out + head;
    job->cipher_start = head;
    job->cipher_length = message->length - head;
    job->iv = nonce; /* of 12 bytes where a counter from 1 follows (RFC 3686 section 4) */
    job->iv_length = mb->algorithm->nonce_bytes;
    if (mb->opens) {
        job->tag = mb->tags[i];
        return;
    }
    if (head)
        memcpy(out, message->data, head);
    job->hash_start = (uint64_t)((uintptr_t)out - (uintptr_t)message->data);
}

static void job_fill(const struct ipsec_mb *mb, struct imb_job *job, size_t i, const wr_message *message,
                     const uint8_t *nonce) {
    struct material *key = mb->keys;
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
    if (mb->out)
        job_cipher(mb, job, i, key, message, nonce);
}

/* Room for a burst's outputs; none is under way. Grown before the message that needs it: once per size. */
static int reserve(struct ipsec_mb *mb, const wr_message *messages, size_t count) {
    size_t longest = 0;
    for (size_t i = 0; i < count; i++)
        longest = messages[i].length > longest ? messages[i].length : longest;
    if (longest <= mb->room)
        return 1;
    size_t room = (longest + 63) & ~(size_t)63;
    uint8_t *out = wrh_aligned_zeroed(mb->burst * room);
    if (!out)
        return 0;
    free(mb->out);
    mb->out = out;
    mb->room = room;
    return 1;
}

/* As DPDK's drivers do. */
static int equal(const void *a, const void *b, size_t length) {
    return memcmp(a, b, length) == 0;
}

static void refuse_bad(const struct ipsec_mb *mb, const wr_message *messages, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!equal(mb->tags[i], messages[i].tag, mb->tag_bytes))
            wrh_refuse(&messages[i]);
        mb->tags[i][0] ^= 0xff; /* or a tag that is not made anew would be taken for the next message's */
    }
}

static void burst_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct ipsec_mb *mb = state;
    struct imb_manager *manager = mb->manager;
    size_t nonce_bytes = mb->algorithm->nonce_bytes;
    struct imb_job *jobs[IMB_BURST_MAX];
    while (count > 0) {
        uint32_t now = (uint32_t)(count < mb->burst ? count : mb->burst);
        if (mb->out && !reserve(mb, messages, now))
            return; /* the tags stay zero and are counted as wrong */
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
        if (mb->opens)
            refuse_bad(mb, messages, now);
        mb->last = &messages[now - 1];
        mb->last_slot = now - 1;
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

/* What is received is what HMAC is over: the cipher has no part in the tag. */
static void expected_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct ipsec_mb *mb = state;
    const size_t nonce_bytes = mb->algorithm->nonce_bytes;
    for (size_t i = 0; i < count; i++) {
        burst_tags(mb, &messages[i], nonces + i * nonce_bytes, 1);
        mb->tags[0][0] ^= 0xff;
        memcpy(messages[i].tag, mb->tags[0], mb->tag_bytes);
    }
}

static const uint8_t *ipsec_mb_output(void *state) {
    const struct ipsec_mb *mb = state;
    uint8_t *out = mb->out + mb->last_slot * mb->room;
    memcpy(out, mb->last->data, wrh_combined_head(mb->algorithm, mb->last->length));
    return out;
}

static void ipsec_mb_close(void *state) {
    struct ipsec_mb *mb = state;
    if (mb->manager)
        mb->library->release(mb->manager);
    free(mb->keys);
    free(mb->out);
    free(mb->tags);
    free(mb);
}

static int hash_of(const struct wrh_algorithm *algorithm) {
    static const int hmacs[] = {
        0, AUTH_HMAC_MD5, AUTH_HMAC_SHA_1, AUTH_HMAC_SHA_256, AUTH_HMAC_SHA_384, AUTH_HMAC_SHA_512};
    if (algorithm->key_bytes == 0)
        return 0;
    if (algorithm->id == WRH_POLY1305)
        return AUTH_POLY1305;
    if (algorithm->cipher == WRH_GMAC)
        return AUTH_AES_GMAC_128 + (int)(algorithm->key_bytes / 8 - 2);
    if (algorithm->cipher == WRH_CMAC)
        return algorithm->key_bytes == 16 ? AUTH_AES_CMAC : algorithm->key_bytes == 32 ? AUTH_AES_CMAC_256 : 0;
    return hmacs[algorithm->hash];
}

/* HMAC tags come whole or at the length that IPsec truncates to (RFC 2403, 2404, 4868); others whole. */
static uint64_t tag_length(const struct wrh_request *request) {
    const struct wrh_algorithm *algorithm = request->algorithm;
    size_t ipsec = algorithm->tag_bytes <= 20 ? 12 : algorithm->tag_bytes / 2;
    return algorithm->hash != WRH_NO_HASH && request->tag_bytes <= ipsec ? ipsec : algorithm->tag_bytes;
}

/* Return a manager, or NULL if the CPU cannot run it. ipsec-mb 1.3 refuses a manager that the CPU cannot run, but for
 * that of AVX-512, whose first call crashes there. */
static struct imb_manager *new_manager(const struct functions *library, const char *kernel) {
    const int runs = strcmp(kernel, "avx512") != 0 || wr_cpu_features() & WR_CPU_AVX512;
    struct imb_manager *manager = runs ? library->allocate(0) : NULL;
    if (!manager)
        return NULL;
    if (strcmp(kernel, "sse") == 0)
        library->init_sse(manager);
    else if (strcmp(kernel, "avx") == 0)
        library->init_avx(manager);
    else if (strcmp(kernel, "avx2") == 0)
        library->init_avx2(manager);
    else
        library->init_avx512(manager);
    if (library->error(manager) == 0)
        return manager;
    library->release(manager);
    return NULL;
}

/* What a combined algorithm needs besides; 0 where there is no memory for it. */
static int prepare_sealing(struct ipsec_mb *mb, const struct wrh_request *request) {
    if (!wrh_combined(request->algorithm))
        return 1;
    mb->opens = request->operation == WRH_VERIFY;
    mb->tag_bytes = request->tag_bytes;
    mb->room = FIRST_ROOM;
    mb->out = wrh_aligned_zeroed(mb->burst * FIRST_ROOM);
    mb->tags = wrh_aligned_zeroed(mb->burst * sizeof *mb->tags);
    return mb->out && mb->tags;
}

static int open_ipsec_mb(const struct wrh_request *request, struct wrh_instance *instance, struct wrh_why *why) {
    int hash = hash_of(request->algorithm);
    const struct functions *library = ipsec_mb_of(request->implementation, why);
    if (!library)
        return WRH_ABSENT;
    if (!hash)
        return wrh_fail(why, WRH_UNSUPPORTED, "ipsec-mb has no %s here", request->algorithm->name);
    if (request->keyed == WRH_FRESH)
        return wrh_fail(why, WRH_UNSUPPORTED, "ipsec-mb has no context per message: ask for rekey");
    struct ipsec_mb *mb = calloc(1, sizeof *mb);
    size_t burst = request->batch < IMB_BURST_MAX ? request->batch : IMB_BURST_MAX;
    int rekey = request->keyed == WRH_REKEY;
    if (mb)
        *mb = (struct ipsec_mb){.library = library,
                                .manager = new_manager(library, request->kernel),
                                .algorithm = request->algorithm,
                                .key = request->key,
                                .key_bytes = request->key_bytes,
                                .burst = burst,
                                .keys = wrh_aligned_zeroed((rekey ? burst : 1) * sizeof *mb->keys),
                                .rekey = rekey,
                                .hash = hash,
                                .tag_length = tag_length(request)};
    if (!mb || !mb->keys || !prepare_sealing(mb, request) || !mb->manager) {
        int no_manager = mb && !mb->manager;
        if (mb)
            ipsec_mb_close(mb);
        return no_manager ? wrh_fail(why, WRH_UNSUPPORTED, "this CPU cannot run ipsec-mb's %s manager", request->kernel)
                          : wrh_fail(why, WRH_NO_MEMORY, "no memory");
    }
    derive(mb, mb->keys);
    *instance = (struct wrh_instance){
        .state = mb, .close = ipsec_mb_close, .tags = request->algorithm->cipher == WRH_CMAC ? job_tags : burst_tags};
    if (mb->out)
        instance->output = ipsec_mb_output;
    if (mb->opens)
        instance->expect = expected_tags;
    strncpy(instance->kernel, request->kernel, sizeof instance->kernel - 1);
    return WRH_OK;
}

static const char *version(const char *implementation, struct wrh_why *why) {
    const struct functions *library = ipsec_mb_of(implementation, why);
    return library ? library->version_line : NULL;
}

static const char *const managers[] = {"sse", "avx", "avx2", "avx512", NULL};
const struct wrh_peer wrh_peer_ipsec_mb = {managers, open_ipsec_mb, version, equal};
