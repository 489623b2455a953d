/*
 * UMAC, from message to tag (RFC 4418 section 4): hash the message (L1 NH, L2 POLY, L3 inner product), then XOR a pad made
 * of the nonce. A message of at most 1024 bytes skips L2.
 */
#include "umac.h"

#include <string.h>

#include "../cpu/kernel.h"
#include "../util/bytes.h"
#include "poly.h"

/* ---- L3: inner product with 36-bit keys, 32 bits out (section 5.4) ------------------------------------------------- */

static uint64_t inner_product(const uint64_t keys[4], uint64_t y) {
    return keys[0] * (y >> 48) + keys[1] * (y >> 32 & 0xffff) + keys[2] * (y >> 16 & 0xffff) + keys[3] * (y & 0xffff);
}

/* The hash of one stream from its L2 value y_high * 2^64 + y_low; a value from POLY64 or NH has y_high 0. */
static uint32_t finish_stream(const wr_umac_key *key, unsigned s, uint64_t y_high, uint64_t y_low) {
    const uint64_t p36 = ((uint64_t)1 << 36) - 5, mask = ((uint64_t)1 << 36) - 1;
    uint64_t sum = inner_product(key->inner[s] + 4, y_low);
    if (y_high) /* all zero up to 2^24 bytes: the branch tells the length */
        sum += inner_product(key->inner[s], y_high);
    sum = (sum & mask) + 5 * (sum >> 36);
    sum -= p36 & (0u - (uint64_t)(sum >= p36));
    return (uint32_t)sum ^ key->last[s];
}

/* ---- L2: POLY64 over the first 2^14 NH outputs, POLY128 over the rest (section 5.3) -------------------------------- */

static void absorb(wr_umac_state *mac, const wr_umac_key *key, const struct wr_umac_kernel *kernel, const uint8_t *data,
                   size_t length) {
    uint64_t nh[WR_UMAC_STREAMS];
    unsigned streams = wr_umac_streams(key);
    kernel->nh(nh, key, data, length, streams);
    for (unsigned s = 0; s < streams; s++) {
        uint64_t m = nh[s] + 8 * (uint64_t)length, *y = mac->poly[s];
        if (mac->blocks < WR_POLY64_BLOCKS) {
            y[1] = wr_poly64(y[1], key->poly64[s], m);
            continue;
        }
        if (mac->blocks == WR_POLY64_BLOCKS) { /* the ramp: POLY64's value is POLY128's first word */
            uint64_t first = wr_poly64_reduce(y[1]);
            y[0] = 0;
            y[1] = 1;
            wr_poly128(y, key->poly128[s], 0, first);
        }
        if ((mac->blocks - WR_POLY64_BLOCKS) % 2 == 0)
            mac->half[s] = m;
        else
            wr_poly128(y, key->poly128[s], mac->half[s], m);
    }
    mac->blocks++;
}

/* Whole blocks from data on, as many as a byte follows; returns their length. Up to the ramp this is a loop of its own,
 * with the residues in registers: it is where long messages spend their time. */
static size_t absorb_blocks(wr_umac_state *mac, const wr_umac_key *key, const struct wr_umac_kernel *kernel,
                            const uint8_t *data, size_t length) {
    size_t done = 0;
    unsigned streams = wr_umac_streams(key);
    uint64_t nh[WR_UMAC_STREAMS], y[WR_UMAC_STREAMS];
    for (unsigned s = 0; s < streams; s++)
        y[s] = mac->poly[s][1];
    for (; length - done > WR_NH_BLOCK && mac->blocks < WR_POLY64_BLOCKS; done += WR_NH_BLOCK, mac->blocks++) {
        kernel->nh(nh, key, data + done, WR_NH_BLOCK, streams);
        for (unsigned s = 0; s < streams; s++)
            y[s] = wr_poly64(y[s], key->poly64[s], nh[s] + 8 * WR_NH_BLOCK);
    }
    for (unsigned s = 0; s < streams; s++)
        mac->poly[s][1] = y[s];
    for (; length - done > WR_NH_BLOCK; done += WR_NH_BLOCK)
        absorb(mac, key, kernel, data + done, WR_NH_BLOCK);
    return done;
}

static uint32_t finish_long(wr_umac_state *mac, const wr_umac_key *key, unsigned s) {
    const uint64_t marker = (uint64_t)0x80 << 56; /* zeropad(M_2 || 0x80, 16) */
    uint64_t *y = mac->poly[s];
    if (mac->blocks <= WR_POLY64_BLOCKS)
        return finish_stream(key, s, 0, wr_poly64_reduce(y[1]));
    if ((mac->blocks - WR_POLY64_BLOCKS) % 2)
        wr_poly128(y, key->poly128[s], mac->half[s], marker);
    else
        wr_poly128(y, key->poly128[s], marker, 0);
    wr_poly128_reduce(y);
    return finish_stream(key, s, y[0], y[1]);
}

/* ---- The hash ---------------------------------------------------------------------------------------------------- */

static void hash_short(uint32_t hash[WR_UMAC_STREAMS], const wr_umac_key *key, const struct wr_umac_kernel *kernel,
                       const uint8_t *data, size_t length) {
    uint64_t nh[WR_UMAC_STREAMS];
    unsigned streams = wr_umac_streams(key);
    kernel->nh(nh, key, data, length, streams);
    for (unsigned s = 0; s < streams; s++)
        hash[s] = finish_stream(key, s, 0, nh[s] + 8 * (uint64_t)length);
}

/* Whole blocks are absorbed only when a byte follows them: the last block, whole or not, belongs to the end. */
static void update(wr_umac_state *mac, const wr_umac_key *key, const struct wr_umac_kernel *kernel, const uint8_t *data,
                   size_t length) {
    if (mac->filled) {
        size_t taken = WR_NH_BLOCK - mac->filled < length ? WR_NH_BLOCK - mac->filled : length;
        wr_copy(mac->buffer + mac->filled, data, taken);
        mac->filled += taken;
        data += taken;
        length -= taken;
        if (length == 0)
            return;
        absorb(mac, key, kernel, mac->buffer, WR_NH_BLOCK);
        mac->filled = 0;
    }
    size_t done = length ? absorb_blocks(mac, key, kernel, data, length) : 0;
    wr_copy(mac->buffer, data + done, length - done);
    mac->filled = length - done;
}

static void finish(uint32_t hash[WR_UMAC_STREAMS], wr_umac_state *mac, const wr_umac_key *key,
                   const struct wr_umac_kernel *kernel) {
    if (mac->blocks == 0) {
        hash_short(hash, key, kernel, mac->buffer, mac->filled);
        return;
    }
    absorb(mac, key, kernel, mac->buffer, mac->filled);
    for (unsigned s = 0; s < wr_umac_streams(key); s++)
        hash[s] = finish_long(mac, key, s);
}

void wr_umac_hash(uint32_t hash[WR_UMAC_STREAMS], const wr_umac_key *key, const struct wr_umac_kernel *kernel,
                  const uint8_t *data, size_t length) {
    if (length <= WR_NH_BLOCK) {
        hash_short(hash, key, kernel, data, length);
        return;
    }
    wr_umac_state mac;
    wr_umac_init(&mac);
    size_t done = absorb_blocks(&mac, key, kernel, data, length);
    absorb(&mac, key, kernel, data + done, length - done);
    for (unsigned s = 0; s < wr_umac_streams(key); s++)
        hash[s] = finish_long(&mac, key, s);
    wr_wipe(mac.poly, sizeof mac.poly + sizeof mac.half);
}

/* ---- The pad (section 3.3) -------------------------------------------------------------------------------------------- */

/* Short tags take 4 or 8 of the pad's 16 bytes, chosen by the nonce's low bits, which are cleared. */
size_t wr_umac_nonce_block(uint64_t block[2], const uint8_t *nonce, size_t length, size_t tag_length) {
    uint8_t low = tag_length > 8 ? 0 : nonce[length - 1] & (uint8_t)(16 / tag_length - 1);
    if (length == 8) { /* a counter, as in SSH */
        block[0] = wr_load64_le(nonce) ^ (uint64_t)low << 56;
        block[1] = 0;
    } else {
        uint8_t padded[16] = {0};
        memcpy(padded, nonce, length);
        padded[length - 1] ^= low;
        block[0] = wr_load64_le(padded);
        block[1] = wr_load64_le(padded + 8);
    }
    return low * tag_length;
}

void wr_umac_make_tag(uint8_t *tag, const uint32_t hash[WR_UMAC_STREAMS], const uint8_t *pad, size_t tag_length) {
    for (size_t i = 0; i < tag_length; i += 4)
        wr_store32_be(tag + i, hash[i / 4] ^ wr_load32_be(pad + i));
}

static void tag_with_cache(uint8_t *tag, const uint32_t hash[WR_UMAC_STREAMS], const wr_umac_key *key,
                           const struct wr_umac_kernel *kernel, wr_umac_pad_cache *cache, const uint8_t *nonce,
                           size_t nonce_length) {
    uint64_t block[2];
    wr_umac_pad_cache local = WR_UMAC_PAD_CACHE_INIT;
    if (!cache)
        cache = &local;
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
    wr_umac_make_tag(tag, hash, cache->pad + at, key->tag_length);
}

/* ---- One message --------------------------------------------------------------------------------------------------- */

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
    update(mac, key, wr_kernel_active()->umac, data, length);
}

int wr_umac_final(wr_umac_state *mac, const wr_umac_key *key, wr_umac_pad_cache *cache, const void *nonce,
                  size_t nonce_length, uint8_t *tag) {
    const struct wr_umac_kernel *kernel = wr_kernel_active()->umac;
    if (!valid_nonce(nonce_length))
        return WR_BAD_LENGTH;
    uint32_t hash[WR_UMAC_STREAMS];
    finish(hash, mac, key, kernel);
    tag_with_cache(tag, hash, key, kernel, cache, nonce, nonce_length);
    wr_wipe(mac, sizeof *mac);
    return WR_OK;
}

int wr_umac_with(const struct wr_kernel *kernel, const wr_umac_key *key, wr_umac_pad_cache *cache, const void *nonce,
                 size_t nonce_length, const void *data, size_t length, uint8_t *tag) {
    if (!valid_nonce(nonce_length))
        return WR_BAD_LENGTH;
    uint32_t hash[WR_UMAC_STREAMS];
    wr_umac_hash(hash, key, kernel->umac, data, length);
    tag_with_cache(tag, hash, key, kernel->umac, cache, nonce, nonce_length);
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
