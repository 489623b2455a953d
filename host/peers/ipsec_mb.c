/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* ipsec_mb.c - intel-ipsec-mb 1.3 (libIPSec_MB.so.1), loaded at run time. For each algorithm the fastest interface is
 * used, chosen by measurement (44 bytes, batches of 240, Zen 4):
 *  - HMAC-SHA: synchronous hash bursts, 52 ns against 62 ns in job bursts (SHA-1).
 *  - GMAC: GCM without text by direct calls, 17 ns against 29 ns by the direct calls of GMAC and 34 ns in job bursts.
 *  - HMAC-MD5 and ciphers with a MAC: job bursts with one flush for all bursts of a batch, because during a flush some
 *    of the library's lanes are empty (IMIX: 136 ns against 151 ns with a flush for every 128 jobs).
 * All interfaces are used without checks, as the authors recommend for speed.
 *
 * Three problems of version 1.3 are worked around: CMAC in a burst without checks returns at once without tags, so CMAC
 * uses single jobs; a GMAC key expanded by one manager gives wrong tags in another, so each instance expands its keys
 * with its own manager; and a ring full of jobs, as when a long message precedes 255 short ones, counts as empty and
 * loses them, so one job fewer is in flight. Other errors would be caught by the known answers and by the check of
 * every tag. */
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

static int load(const char *implementation, void *functions_out, struct wrh_why *why) {
    struct functions *library = functions_out;
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
        return wrh_fail(why, WRH_ABSENT, "intel-ipsec-mb %s is not supported, only 1.3.0", library->version_text());
    snprintf(library->version_line, sizeof library->version_line, "intel-ipsec-mb %s", library->version_text());
    return WRH_OK;
}

static const struct functions *ipsec_mb_of(const char *implementation, struct wrh_why *why) {
    static struct wrh_libraries libraries = {.size = sizeof(struct functions), .load = load};
    return wrh_library(&libraries, implementation, why);
}

/* Room for a packet: an odd number of cache lines, because the outputs of 16 jobs 2 KiB apart would share two cache
 * sets. */
#define FIRST_ROOM 2112

/* The derived forms of one key. When rekeying, every job in flight needs separate forms. */
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
    size_t key_bytes;
    size_t flight;         /* maximum number of jobs between two flushes */
    struct material *keys; /* one key, or `flight` keys when rekeying */
    int rekey, hash;
    uint64_t tag_length;
    struct imb_job *hash_jobs; /* jobs of hash bursts, in the caller's memory */
    imb_gcm *gmac;
    /* For combined algorithms: an output buffer of `room` bytes per job in flight, for the head and the ciphertext or,
     * when opening, for the plaintext after room for the head; and the tags computed when opening. */
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
    default: /* Poly1305 uses the key unchanged */
        return;
    }
}

static void job_key(const struct ipsec_mb *mb, struct imb_job *job, const struct material *key) {
    switch (mb->hash) {
    case AUTH_AES_CMAC:
    case AUTH_AES_CMAC_256:
        job->parameter[0] = key->mac.cmac.expanded;
        job->parameter[1] = key->mac.cmac.subkey1;
        job->parameter[2] = key->mac.cmac.subkey2;
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

/* Set the fields that stay the same in a slot of the job ring. The library does not change them, so they are set once
 * per slot. */
static void job_constants(const struct ipsec_mb *mb, struct imb_job *job) {
    job_key(mb, job, mb->keys);
    job->cipher_mode = CIPHER_NULL;
    job->cipher_direction = mb->opens ? DIR_DECRYPT : DIR_ENCRYPT;
    job->chain_order = mb->out && !mb->opens ? ORDER_CIPHER_HASH : ORDER_HASH_CIPHER;
    job->key_length = mb->algorithm->cipher_key_bytes;
    job->hash_algorithm = mb->hash;
    job->hash_start = 0;
    job->tag_length = mb->tag_length;
    job->user_data = (void *)(uintptr_t)mb;
}

/* The cipher of a combined algorithm. One job encrypts and authenticates its output, or authenticates and decrypts. The
 * library counts the start of the hash from src, so for data at dst the start is dst - src modulo 2^64, as the
 * library's users write it. */
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
    job->iv = nonce; /* the library appends a block counter that starts at 1 to an IV of 12 bytes (RFC 3686 section
                      * 4) */
    job->iv_length = mb->algorithm->nonce_bytes;
    if (mb->opens) {
        job->tag = mb->tags[i];
        return;
    }
    if (head)
        memcpy(out, message->data, head);
    job->hash_start = (uint64_t)((uintptr_t)out - (uintptr_t)message->data);
}

static inline void job_fill(const struct ipsec_mb *mb, struct imb_job *job, size_t i, const wr_message *message,
                            const uint8_t *nonce) {
    struct material *key = mb->keys;
    if (mb->rekey) {
        key += i;
        derive(mb, key);
    }
    if (job->user_data != mb)
        job_constants(mb, job);
    if (mb->rekey)
        job_key(mb, job, key);
    job->src = message->data;
    job->hash_length = message->length;
    job->tag = message->tag;
    if (mb->out)
        job_cipher(mb, job, i, key, message, nonce);
}

/* Enlarge the output buffers if a message does not fit. No job may be in flight. */
static int reserve(struct ipsec_mb *mb, const wr_message *messages, size_t count) {
    size_t longest = 0;
    for (size_t i = 0; i < count; i++)
        longest = messages[i].length > longest ? messages[i].length : longest;
    if (longest <= mb->room)
        return 1;
    size_t room = (longest + 63) / 64 * 64 | 64;
    uint8_t *out = wrh_aligned_zeroed(mb->flight * room);
    if (!out)
        return 0;
    free(mb->out);
    mb->out = out;
    mb->room = room;
    return 1;
}

static size_t next_flight(const struct ipsec_mb *mb, size_t left) {
    return left < mb->flight ? left : mb->flight;
}

/* Compare tags with memcmp, as DPDK's drivers do. */
static int equal(const void *a, const void *b, size_t length) {
    return memcmp(a, b, length) == 0;
}

static void refuse_bad(const struct ipsec_mb *mb, const wr_message *messages, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!equal(mb->tags[i], messages[i].tag, mb->tag_bytes))
            wrh_refuse(&messages[i]);
        mb->tags[i][0] ^= 0xff; /* otherwise a stale tag could pass as the next message's */
    }
}

/* Submit the jobs of a flight, burst by burst, and wait for all of them. Return 0 if jobs were lost. */
static int fly(const struct ipsec_mb *mb, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct imb_manager *manager = mb->manager;
    struct imb_job *jobs[IMB_BURST_MAX];
    size_t done = 0;
    for (size_t first = 0, now; first < count; first += now) {
        now = count - first < IMB_BURST_MAX ? count - first : IMB_BURST_MAX;
        if (manager->get_next_burst(manager, (uint32_t)now, jobs) != now)
            return 0;
        for (size_t i = 0; i < now; i++)
            job_fill(mb, jobs[i], first + i, &messages[first + i], nonces + (first + i) * mb->algorithm->nonce_bytes);
        done += manager->submit_burst_nocheck(manager, (uint32_t)now, jobs);
    }
    while (done < count) {
        const size_t left = count - done < IMB_BURST_MAX ? count - done : IMB_BURST_MAX;
        const uint32_t more = manager->flush_burst(manager, (uint32_t)left, jobs);
        if (more == 0)
            return 0;
        done += more;
    }
    return 1;
}

static void burst_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct ipsec_mb *mb = state;
    for (size_t i = 0, now; i < count; i += now) {
        now = next_flight(mb, count - i);
        if (mb->out && !reserve(mb, messages + i, now))
            return; /* the tags stay zero and count as wrong */
        if (!fly(mb, messages + i, nonces + i * mb->algorithm->nonce_bytes, now))
            return; /* likewise */
        if (mb->opens)
            refuse_bad(mb, messages + i, now);
        mb->last = &messages[i + now - 1];
        mb->last_slot = now - 1;
    }
}

static void job_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct ipsec_mb *mb = state;
    struct imb_manager *manager = mb->manager;
    const size_t nonce_bytes = mb->algorithm->nonce_bytes;
    for (size_t first = 0, now; first < count; first += now) {
        now = next_flight(mb, count - first);
        for (size_t i = first; i < first + now; i++) {
            job_fill(mb, manager->get_next_job(manager), i - first, &messages[i], nonces + i * nonce_bytes);
            manager->submit_job_nocheck(manager);
        }
        while (manager->flush_job(manager))
            ;
    }
}

static void hash_burst_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct ipsec_mb *mb = state;
    for (size_t first = 0, now; first < count; first += now) {
        now = next_flight(mb, count - first);
        for (size_t i = 0; i < now; i++)
            job_fill(mb, &mb->hash_jobs[i], i, &messages[first + i], nonces);
        if (mb->manager->submit_hash_burst_nocheck(mb->manager, mb->hash_jobs, (uint32_t)now, mb->hash) != now)
            return; /* the tags stay zero and count as wrong */
    }
}

static void gmac_tag(const struct ipsec_mb *mb, const wr_message *message, const uint8_t *nonce, uint8_t *tag) {
    _Alignas(64) uint8_t context[IMB_GCM_CONTEXT_BYTES];
    if (mb->rekey)
        derive(mb, mb->keys);
    mb->gmac(mb->keys->mac.gcm, context, NULL, NULL, 0, nonce, message->data, message->length, tag, mb->tag_length);
}

static void gmac_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct ipsec_mb *mb = state;
    for (size_t i = 0; i < count; i++)
        gmac_tag(mb, &messages[i], nonces + i * mb->algorithm->nonce_bytes, messages[i].tag);
}

static void gmac_verify(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    const struct ipsec_mb *mb = state;
    uint8_t tag[16] = {0};
    for (size_t i = 0; i < count; i++) {
        gmac_tag(mb, &messages[i], nonces + i * mb->algorithm->nonce_bytes, tag);
        if (!equal(tag, messages[i].tag, mb->tag_bytes))
            wrh_refuse(&messages[i]);
        tag[0] ^= 0xff; /* see refuse_bad */
    }
}

/* HMAC covers the received data, so the expected tag does not depend on the cipher. */
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
    free(mb->hash_jobs);
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

/* Return the length of HMAC tags, full or as IPsec truncates them (RFC 2403, 2404, 4868); other tags are full. */
static uint64_t tag_length(const struct wrh_request *request) {
    const struct wrh_algorithm *algorithm = request->algorithm;
    size_t ipsec = algorithm->tag_bytes <= 20 ? 12 : algorithm->tag_bytes / 2;
    return algorithm->hash != WRH_NO_HASH && request->tag_bytes <= ipsec ? ipsec : algorithm->tag_bytes;
}

/* Return a manager, or NULL if the CPU cannot run it. ipsec-mb 1.3 refuses managers that the CPU cannot run, except
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

/* Prepare the buffers of a combined algorithm. Return 0 if memory is short. */
static int prepare_sealing(struct ipsec_mb *mb, const struct wrh_request *request) {
    if (!wrh_combined(request->algorithm))
        return 1;
    mb->opens = request->operation == WRH_VERIFY;
    mb->tag_bytes = request->tag_bytes;
    mb->room = FIRST_ROOM;
    mb->out = wrh_aligned_zeroed(mb->flight * FIRST_ROOM);
    mb->tags = wrh_aligned_zeroed(mb->flight * sizeof *mb->tags);
    return mb->out && mb->tags;
}

/* Choose the interface. Return 0 if memory is short. */
static int choose(struct ipsec_mb *mb, const struct wrh_request *request, struct wrh_instance *instance) {
    const struct imb_manager *manager = mb->manager;
    imb_gcm *const by_bytes[] = {manager->gcm128_encrypt, manager->gcm192_encrypt, manager->gcm256_encrypt};
    instance->tags = burst_tags;
    if (wrh_combined(mb->algorithm) || mb->hash == AUTH_HMAC_MD5 || mb->hash == AUTH_POLY1305)
        return 1;
    if (mb->algorithm->cipher == WRH_CMAC) {
        instance->tags = job_tags;
        return 1;
    }
    if (mb->algorithm->cipher == WRH_GMAC) {
        mb->gmac = by_bytes[mb->key_bytes / 8 - 2];
        mb->tag_bytes = request->tag_bytes;
        instance->tags = gmac_tags;
        if (request->operation == WRH_VERIFY) {
            instance->expect = gmac_tags;
            instance->tags = gmac_verify;
        }
        return 1;
    }
    mb->hash_jobs = wrh_aligned_zeroed(mb->flight * sizeof *mb->hash_jobs);
    instance->tags = hash_burst_tags;
    return mb->hash_jobs != NULL;
}

static int open_ipsec_mb(const struct wrh_request *request, struct wrh_instance *instance, struct wrh_why *why) {
    int hash = hash_of(request->algorithm);
    const struct functions *library = ipsec_mb_of(request->implementation, why);
    if (!library)
        return WRH_ABSENT;
    if (!hash)
        return wrh_fail(why, WRH_UNSUPPORTED, "ipsec-mb does not support %s", request->algorithm->name);
    if (request->keyed == WRH_FRESH)
        return wrh_fail(why, WRH_UNSUPPORTED, "ipsec-mb cannot allocate a context per message (fresh): use rekey");
    struct ipsec_mb *mb = calloc(1, sizeof *mb);
    const size_t flight = request->batch < IMB_RING ? request->batch : IMB_RING - 1;
    const int rekey = request->keyed == WRH_REKEY && hash != AUTH_POLY1305; /* a Poly1305 key needs no derivation */
    if (mb)
        *mb = (struct ipsec_mb){.library = library,
                                .manager = new_manager(library, request->kernel),
                                .algorithm = request->algorithm,
                                .key = request->key,
                                .key_bytes = request->key_bytes,
                                .flight = flight,
                                .keys = wrh_aligned_zeroed((rekey ? flight : 1) * sizeof *mb->keys),
                                .rekey = rekey,
                                .hash = hash,
                                .tag_length = tag_length(request)};
    *instance = (struct wrh_instance){.state = mb, .close = ipsec_mb_close};
    if (!mb || !mb->keys || !prepare_sealing(mb, request) || !mb->manager || !choose(mb, request, instance)) {
        int no_manager = mb && !mb->manager;
        if (mb)
            ipsec_mb_close(mb);
        return no_manager ? wrh_fail(why, WRH_UNSUPPORTED, "this CPU cannot run ipsec-mb's %s manager", request->kernel)
                          : wrh_fail(why, WRH_NO_MEMORY, "out of memory");
    }
    derive(mb, mb->keys);
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
