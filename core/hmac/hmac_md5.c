/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Each public function that uses a key leaves the work to a function that is not inlined. Anything that the compiler
 * spills then lies below the public function, which overwrites that part of the stack before it returns. */
#include "hmac_md5.h"

#include <string.h>

#include "md5/batch.h"
#include "md5/md5.h"
#include "util/secret.h"

static int good_length(size_t tag_length) {
    return tag_length >= 1 && tag_length <= WR_MD5_SIZE;
}

/* ---- keys ---- */

WR_APART void derive(const struct wr_md5_kernel *md5, wr_hmac_md5_key *key, const void *secret, size_t length) {
    enum { IPAD = 0x36, OPAD = 0x5c };
    uint8_t block[WR_MD5_BLOCK] = {0};

    if (length > WR_MD5_BLOCK)
        wr_md5(secret, length, block);
    else
        wr_copy(block, secret, length);
    for (size_t i = 0; i < sizeof block; i++)
        block[i] ^= IPAD;
    memcpy(key->inner, wr_md5_initial, sizeof key->inner);
    md5->blocks(key->inner, block, 1);
    for (size_t i = 0; i < sizeof block; i++)
        block[i] ^= IPAD ^ OPAD;
    memcpy(key->outer, wr_md5_initial, sizeof key->outer);
    md5->blocks(key->outer, block, 1);
}

void wr_hmac_md5_key_init(wr_hmac_md5_key *key, const void *secret, size_t length) {
    const struct wr_md5_kernel *md5 = wr_kernel_active()->md5;

    derive(md5, key, secret, length);
    wr_burn_below(length > WR_MD5_BLOCK ? WR_DEPTH_MESSAGE : md5->depth); /* hashing a long secret uses more stack */
    key->mark = WR_MARK_HMAC_MD5_KEY;
    key->reserved = 0;
}

void wr_hmac_md5_key_wipe(wr_hmac_md5_key *key) {
    wr_wipe(key, sizeof *key);
}

/* Return whether all keys are valid, without a branch per key: with short messages the branches would take a few per
 * cent of the time. */
static int all_valid(const wr_hmac_md5_key *const *keys, size_t count) {
    static const wr_hmac_md5_key none = {.mark = 0};
    uint32_t difference = 0;

    if (keys == NULL)
        return count == 0;
#pragma GCC unroll 8
    for (size_t i = 0; i < count; i++)
        difference |= (keys[i] ? keys[i] : &none)->mark ^ WR_MARK_HMAC_MD5_KEY;
    return difference == 0;
}

/* ---- one message ---- */

/* Compute the full tag of a message. */
WR_APART void hash(const struct wr_md5_kernel *md5, const wr_hmac_md5_key *key, const void *data, size_t length,
                   uint8_t full[WR_MD5_SIZE]) {
    uint32_t inner[4];

    memcpy(inner, key->inner, sizeof inner);
    wr_md5_end(md5, inner, (const uint8_t *)data, length, (uint64_t)length + WR_MD5_BLOCK);
    wr_md5_outer(md5, key->outer, inner, full);
}

static void make_tag(const wr_hmac_md5_key *key, const void *data, size_t length, uint8_t full[WR_MD5_SIZE]) {
    const struct wr_md5_kernel *md5 = wr_kernel_active()->md5;

    hash(md5, key, data, length, full);
    wr_burn_below(md5->depth);
}

wr_status wr_hmac_md5(const wr_hmac_md5_key *key, const void *data, size_t length, uint8_t *tag, size_t tag_length) {
    uint8_t full[WR_MD5_SIZE];

    if (!good_length(tag_length))
        return WR_BAD_LENGTH;
    if (!wr_hmac_md5_key_is_valid(key))
        return WR_BAD_KEY;
    make_tag(key, data, length, full);
    memcpy(tag, full, tag_length);
    wr_wipe_here(full, sizeof full);
    return WR_OK;
}

wr_status wr_hmac_md5_verify(const wr_hmac_md5_key *key, const void *data, size_t length, const uint8_t *tag,
                             size_t tag_length) {
    uint8_t full[WR_MD5_SIZE];
    unsigned good;

    if (!good_length(tag_length))
        return WR_BAD_LENGTH;
    if (!wr_hmac_md5_key_is_valid(key))
        return WR_BAD_KEY;
    make_tag(key, data, length, full);
    good = wr_equal_tags(full, tag, tag_length);
    wr_wipe_here(full, sizeof full); /* if it leaked, the correct tag would make a forged message valid */
    return good ? WR_OK : WR_BAD_TAG;
}

/* ---- a message in pieces ---- */

/* The inner MD5 state carries HMAC's mark, so that functions for plain MD5 states refuse it. */
static int state_is_valid(const wr_hmac_md5_state *mac) {
    return mac && mac->inner.mark == WR_MARK_HMAC_MD5_STATE;
}

void wr_hmac_md5_init(wr_hmac_md5_state *mac, const wr_hmac_md5_key *key) {
    if (!wr_hmac_md5_key_is_valid(key)) {
        wr_wipe(mac, sizeof *mac);
        return;
    }
    memcpy(mac->inner.state, key->inner, sizeof mac->inner.state);
    mac->inner.length = WR_MD5_BLOCK;
    mac->inner.mark = WR_MARK_HMAC_MD5_STATE;
    mac->inner.reserved = 0;
    memcpy(mac->outer, key->outer, sizeof mac->outer);
}

void wr_hmac_md5_update(wr_hmac_md5_state *mac, const void *data, size_t length) {
    const struct wr_md5_kernel *md5 = wr_kernel_active()->md5;

    if (!state_is_valid(mac))
        return;
    wr_md5_absorb(md5, &mac->inner, data, length);
    wr_burn_below(md5->depth);
}

WR_APART void finish(const struct wr_md5_kernel *md5, wr_hmac_md5_state *mac, uint8_t full[WR_MD5_SIZE]) {
    wr_md5_end(md5, mac->inner.state, mac->inner.buffer, mac->inner.length % WR_MD5_BLOCK, mac->inner.length);
    wr_md5_outer(md5, mac->outer, mac->inner.state, full);
}

wr_status wr_hmac_md5_final(wr_hmac_md5_state *mac, uint8_t *tag, size_t tag_length) {
    const struct wr_md5_kernel *md5 = wr_kernel_active()->md5;
    uint8_t full[WR_MD5_SIZE];

    if (!good_length(tag_length))
        return WR_BAD_LENGTH;
    if (!state_is_valid(mac))
        return WR_BAD_KEY;
    finish(md5, mac, full);
    wr_burn_below(md5->depth);
    memcpy(tag, full, tag_length);
    wr_wipe_here(full, sizeof full);
    wr_wipe(mac, sizeof *mac);
    return WR_OK;
}

/* ---- many messages ---- */

/* Compute the tags of a batch, and write or verify them. */
static wr_status run(const struct wr_md5_batch *batch, int valid_keys) {
    const struct wr_kernel *kernel = wr_kernel_active();
    size_t good;

    if (!good_length(batch->tag_length))
        return WR_BAD_LENGTH;
    if (!valid_keys)
        return WR_BAD_KEY;
    good = wr_md5_batch_run(kernel, batch);
    return batch->good && good != batch->count ? WR_BAD_TAG : WR_OK;
}

static wr_status verify(const struct wr_md5_batch *batch, int valid_keys) {
    if (batch->count)
        memset(batch->good, 0, batch->count);
    return run(batch, valid_keys);
}

wr_status wr_hmac_md5_batch(const wr_hmac_md5_key *key, const wr_message *messages, size_t count, size_t tag_length) {
    return run(
        &(struct wr_md5_batch){
            .kind = WR_MD5_HMAC, .messages = messages, .count = count, .key = key, .tag_length = tag_length},
        wr_hmac_md5_key_is_valid(key));
}

wr_status wr_hmac_md5_batch_keys(const wr_hmac_md5_key *const *keys, const wr_message *messages, size_t count,
                                 size_t tag_length) {
    return run(
        &(struct wr_md5_batch){
            .kind = WR_MD5_HMAC, .messages = messages, .count = count, .keys = keys, .tag_length = tag_length},
        all_valid(keys, count));
}

wr_status wr_hmac_md5_batch_pieces(const wr_hmac_md5_key *const *keys, const wr_pieces *messages, size_t count,
                                   size_t tag_length) {
    return run(
        &(struct wr_md5_batch){
            .kind = WR_MD5_HMAC, .pieces = messages, .count = count, .keys = keys, .tag_length = tag_length},
        all_valid(keys, count));
}

wr_status wr_hmac_md5_verify_batch(const wr_hmac_md5_key *key, const wr_message *messages, const uint8_t *const *tags,
                                   size_t count, size_t tag_length, uint8_t *good) {
    return verify(&(struct wr_md5_batch){.kind = WR_MD5_HMAC,
                                         .messages = messages,
                                         .count = count,
                                         .key = key,
                                         .tag_length = tag_length,
                                         .good = good,
                                         .tags = tags},
                  wr_hmac_md5_key_is_valid(key));
}

wr_status wr_hmac_md5_verify_batch_pieces(const wr_hmac_md5_key *const *keys, const wr_pieces *messages,
                                          const uint8_t *const *tags, size_t count, size_t tag_length, uint8_t *good) {
    return verify(&(struct wr_md5_batch){.kind = WR_MD5_HMAC,
                                         .pieces = messages,
                                         .count = count,
                                         .keys = keys,
                                         .tag_length = tag_length,
                                         .good = good,
                                         .tags = tags},
                  all_valid(keys, count));
}
