/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* UMAC of one message (RFC 4418 section 4): its hash, XORed with a pad derived from the nonce. */
#include "umac.h"

#include <string.h>

#include "cpu/kernel.h"
#include "hash.h"
#include "l3.h"
#include "pad.h"
#include "util/secret.h"

/* Return the position of the nonce's pad in the cache, computing the pad if it is not there. */
static const uint8_t *find_pad(wr_umac_pad_cache *cache, const wr_umac_key *key, const uint8_t *nonce,
                               size_t nonce_length) {
    uint64_t block[2];
    size_t at = wr_umac_nonce_block(block, nonce, nonce_length, key->tag_length);
    if (!cache->valid || cache->key != key->identity || cache->nonce[0] != block[0] || cache->nonce[1] != block[1]) {
        uint8_t bytes[16];
        wr_store64_le(bytes, block[0]);
        wr_store64_le(bytes + 8, block[1]);
        wr_aes_of_form(key->pad_aes)->encrypt(key->pad_keys, bytes, cache->pad, 1);
        cache->nonce[0] = block[0];
        cache->nonce[1] = block[1];
        cache->key = key->identity;
        cache->valid = 1;
    }
    return cache->pad + at;
}

/* Secret intermediate values of a tag: the hash, the pad, and for a verification the tag itself. */
struct work {
    uint64_t y[WR_UMAC_STREAMS][2];
    wr_umac_pad_cache local_cache;
    uint8_t tag[16];
};

static void make_tag(struct work *work, uint8_t *tag, const wr_umac_key *key, wr_umac_pad_cache *cache,
                     const uint8_t *nonce, size_t nonce_length) {
    const uint8_t *pad;
    work->local_cache.valid = 0;
    pad = find_pad(cache ? cache : &work->local_cache, key, nonce, nonce_length);
    for (unsigned s = 0; s < wr_umac_streams(key); s++)
        wr_store32_be(tag + 4 * s, wr_umac_l3(key, s, work->y[s][0], work->y[s][1]) ^ wr_load32_be(pad + 4 * s));
}

void wr_umac_init(wr_umac_state *mac) {
    wr_uhash_init(mac);
    mac->mark = WR_MARK_UMAC_STATE;
}

void wr_umac_update(wr_umac_state *mac, const wr_umac_key *key, const void *data, size_t length) {
    if (!wr_umac_state_is_valid(mac))
        return;
    if (wr_umac_key_is_valid(key))
        wr_uhash_update(mac, key, wr_kernel_active()->umac, (const uint8_t *)data, length);
    else
        mac->mark = 0; /* a tag without this piece would belong to another message */
}

/* Return WR_OK, or the error that prevents a tag. */
static wr_status check(const wr_umac_key *key, size_t nonce_length) {
    if (!wr_umac_valid_nonce(nonce_length))
        return WR_BAD_LENGTH;
    return wr_umac_key_is_valid(key) ? WR_OK : WR_BAD_KEY;
}

wr_status wr_umac_final(wr_umac_state *mac, const wr_umac_key *key, wr_umac_pad_cache *cache, const void *nonce,
                        size_t nonce_length, uint8_t *tag) {
    const wr_status status = check(key, nonce_length);
    struct work work;

    if (status != WR_OK)
        return status;
    if (!wr_umac_state_is_valid(mac))
        return WR_BAD_KEY;
    wr_uhash_final(work.y, mac, key, wr_kernel_active()->umac);
    make_tag(&work, tag, key, cache, (const uint8_t *)nonce, nonce_length);
    wr_wipe(mac, sizeof *mac);
    wr_wipe(&work, sizeof work);
    return WR_OK;
}

wr_status wr_umac(const wr_umac_key *key, wr_umac_pad_cache *cache, const void *nonce, size_t nonce_length,
                  const void *data, size_t length, uint8_t *tag) {
    const wr_status status = check(key, nonce_length);
    struct work work;

    if (status != WR_OK)
        return status;
    wr_uhash(work.y, key, wr_kernel_active()->umac, (const uint8_t *)data, length);
    make_tag(&work, tag, key, cache, (const uint8_t *)nonce, nonce_length);
    wr_wipe(&work, sizeof work);
    return WR_OK;
}

wr_status wr_umac_verify(const wr_umac_key *key, wr_umac_pad_cache *cache, const void *nonce, size_t nonce_length,
                         const void *data, size_t length, const uint8_t *tag) {
    const wr_status status = check(key, nonce_length);
    struct work work;
    unsigned good;

    if (status != WR_OK)
        return status;
    wr_uhash(work.y, key, wr_kernel_active()->umac, (const uint8_t *)data, length);
    make_tag(&work, work.tag, key, cache, (const uint8_t *)nonce, nonce_length);
    good = wr_equal_tags(tag, work.tag, key->tag_length);
    wr_wipe(&work, sizeof work);
    return good ? WR_OK : WR_BAD_TAG;
}
