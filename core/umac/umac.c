/* UMAC of one message (RFC 4418 section 4): its hash, XORed with a pad made of the nonce. */
#include "umac.h"

#include <string.h>

#include "../cpu/kernel.h"
#include "../util/bytes.h"
#include "l3.h"
#include "pad.h"

static const uint8_t *find_pad(wr_umac_pad_cache *cache, const wr_umac_key *key, const struct wr_umac_kernel *kernel,
                               const uint8_t *nonce, size_t nonce_length) {
    uint64_t block[2];
    size_t at = wr_umac_nonce_block(block, nonce, nonce_length, key->tag_length);
    if (!cache->valid || cache->nonce[0] != block[0] || cache->nonce[1] != block[1]) {
        uint8_t bytes[16];
        wr_store64_le(bytes, block[0]);
        wr_store64_le(bytes + 8, block[1]);
        kernel->aes(key->pad_keys, bytes, cache->pad, 1);
        cache->nonce[0] = block[0];
        cache->nonce[1] = block[1];
        cache->valid = 1;
    }
    return cache->pad + at;
}

static void make_tag(uint8_t *tag, uint64_t y[WR_UMAC_STREAMS][2], const wr_umac_key *key,
                     const struct wr_umac_kernel *kernel, wr_umac_pad_cache *cache, const uint8_t *nonce,
                     size_t nonce_length) {
    wr_umac_pad_cache none = WR_UMAC_PAD_CACHE_INIT;
    const uint8_t *pad = find_pad(cache ? cache : &none, key, kernel, nonce, nonce_length);
    for (unsigned s = 0; s < wr_umac_streams(key); s++)
        wr_store32_be(tag + 4 * s, wr_umac_l3(key, s, y[s][0], y[s][1]) ^ wr_load32_be(pad + 4 * s));
}

static int valid_nonce(size_t length) {
    return length >= 1 && length <= 16;
}

void wr_umac_init(wr_umac_state *mac) {
    mac->blocks = 0;
    mac->filled = 0;
    for (unsigned s = 0; s < WR_UMAC_STREAMS; s++) {
        mac->poly[s][0] = 0;
        mac->poly[s][1] = 1;
        mac->half[s] = 0;
    }
}

void wr_umac_update(wr_umac_state *mac, const wr_umac_key *key, const void *data, size_t length) {
    wr_uhash_update(mac, key, wr_kernel_active()->umac, data, length);
}

int wr_umac_final(wr_umac_state *mac, const wr_umac_key *key, wr_umac_pad_cache *cache, const void *nonce,
                  size_t nonce_length, uint8_t *tag) {
    const struct wr_umac_kernel *kernel = wr_kernel_active()->umac;
    if (!valid_nonce(nonce_length))
        return WR_BAD_LENGTH;
    uint64_t y[WR_UMAC_STREAMS][2];
    wr_uhash_final(y, mac, key, kernel);
    make_tag(tag, y, key, kernel, cache, nonce, nonce_length);
    wr_wipe(mac, sizeof *mac);
    return WR_OK;
}

int wr_umac_with(const struct wr_kernel *kernel, const wr_umac_key *key, wr_umac_pad_cache *cache, const void *nonce,
                 size_t nonce_length, const void *data, size_t length, uint8_t *tag) {
    if (!valid_nonce(nonce_length))
        return WR_BAD_LENGTH;
    uint64_t y[WR_UMAC_STREAMS][2];
    wr_uhash(y, key, kernel->umac, data, length);
    make_tag(tag, y, key, kernel->umac, cache, nonce, nonce_length);
    return WR_OK;
}

int wr_umac(const wr_umac_key *key, wr_umac_pad_cache *cache, const void *nonce, size_t nonce_length, const void *data,
            size_t length, uint8_t *tag) {
    return wr_umac_with(wr_kernel_active(), key, cache, nonce, nonce_length, data, length, tag);
}

int wr_umac_verify(const wr_umac_key *key, wr_umac_pad_cache *cache, const void *nonce, size_t nonce_length,
                   const void *data, size_t length, const uint8_t *tag) {
    uint8_t expected[16];
    int status = wr_umac(key, cache, nonce, nonce_length, data, length, expected);
    return status == WR_OK ? wr_equal(tag, expected, key->tag_length) : status;
}
