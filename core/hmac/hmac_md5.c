/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hmac_md5.h"

#include <string.h>

#include "md5/batch.h"
#include "md5/md5.h"
#include "util/secret.h"

static int good_length(size_t tag_length) {
    return tag_length >= 1 && tag_length <= WR_MD5_SIZE;
}

void wr_hmac_md5_key_init_with(const struct wr_kernel *kernel, wr_hmac_md5_key *key, const void *secret,
                               size_t length) {
    enum { IPAD = 0x36, OPAD = 0x5c };
    uint8_t block[WR_MD5_BLOCK] = {0};

    if (length > WR_MD5_BLOCK)
        wr_md5_with(kernel, secret, length, block);
    else
        wr_copy(block, secret, length);
    for (size_t i = 0; i < sizeof block; i++)
        block[i] ^= IPAD;
    memcpy(key->inner, wr_md5_initial, sizeof key->inner);
    kernel->md5->blocks(key->inner, block, 1);
    for (size_t i = 0; i < sizeof block; i++)
        block[i] ^= IPAD ^ OPAD;
    memcpy(key->outer, wr_md5_initial, sizeof key->outer);
    kernel->md5->blocks(key->outer, block, 1);
    wr_wipe_here(block, sizeof block);
    wr_burn_below();
}

void wr_hmac_md5_init(wr_hmac_md5_state *mac, const wr_hmac_md5_key *key) {
    memcpy(mac->inner.state, key->inner, sizeof mac->inner.state);
    mac->inner.length = WR_MD5_BLOCK;
    memcpy(mac->outer, key->outer, sizeof mac->outer);
}

void wr_hmac_md5_update_with(const struct wr_kernel *kernel, wr_hmac_md5_state *mac, const void *data, size_t length) {
    wr_md5_update_with(kernel, &mac->inner, data, length);
}

wr_status wr_hmac_md5_final_with(const struct wr_kernel *kernel, wr_hmac_md5_state *mac, uint8_t *tag,
                                 size_t tag_length) {
    uint8_t full[WR_MD5_SIZE];
    wr_md5_state *const inner = &mac->inner;

    if (!good_length(tag_length))
        return WR_BAD_LENGTH;
    wr_md5_end(kernel->md5, inner->state, inner->buffer, inner->length % WR_MD5_BLOCK, inner->length);
    wr_md5_outer(kernel->md5, mac->outer, inner->state, full);
    memcpy(tag, full, tag_length);
    wr_wipe_here(full, sizeof full);
    wr_wipe(mac, sizeof *mac);
    return WR_OK;
}

/* The whole tag of a message. */
static void make_tag(const struct wr_md5_kernel *md5, const wr_hmac_md5_key *key, const void *data, size_t length,
                     uint8_t full[WR_MD5_SIZE]) {
    uint32_t inner[4];

    memcpy(inner, key->inner, sizeof inner);
    wr_md5_end(md5, inner, (const uint8_t *)data, length, (uint64_t)length + WR_MD5_BLOCK);
    wr_md5_outer(md5, key->outer, inner, full);
    wr_wipe_here(inner, sizeof inner);
}

wr_status wr_hmac_md5_with(const struct wr_kernel *kernel, const wr_hmac_md5_key *key, const void *data, size_t length,
                           uint8_t *tag, size_t tag_length) {
    uint8_t full[WR_MD5_SIZE];

    if (!good_length(tag_length))
        return WR_BAD_LENGTH;
    make_tag(kernel->md5, key, data, length, full);
    memcpy(tag, full, tag_length);
    wr_wipe_here(full, sizeof full);
    return WR_OK;
}

wr_status wr_hmac_md5_verify_with(const struct wr_kernel *kernel, const wr_hmac_md5_key *key, const void *data,
                                  size_t length, const uint8_t *tag, size_t tag_length) {
    uint8_t full[WR_MD5_SIZE];
    unsigned good;

    if (!good_length(tag_length))
        return WR_BAD_LENGTH;
    make_tag(kernel->md5, key, data, length, full);
    good = wr_equal_tags(full, tag, tag_length);
    wr_wipe_here(full, sizeof full); /* the right tag of a wrong message is a forgery */
    return good ? WR_OK : WR_BAD_TAG;
}

wr_status wr_hmac_md5_batch_with(const struct wr_kernel *kernel, const wr_hmac_md5_key *key, const wr_message *messages,
                                 size_t count, size_t tag_length) {
    if (!good_length(tag_length))
        return WR_BAD_LENGTH;
    wr_md5_batch_run(
        kernel, &(struct wr_md5_batch){.messages = messages, .count = count, .key = key, .tag_length = tag_length});
    return WR_OK;
}

wr_status wr_hmac_md5_batch_keys_with(const struct wr_kernel *kernel, const wr_hmac_md5_key *const *keys,
                                      const wr_message *messages, size_t count, size_t tag_length) {
    if (!good_length(tag_length))
        return WR_BAD_LENGTH;
    wr_md5_batch_run(
        kernel, &(struct wr_md5_batch){.messages = messages, .count = count, .keys = keys, .tag_length = tag_length});
    return WR_OK;
}

wr_status wr_hmac_md5_batch_pieces_with(const struct wr_kernel *kernel, const wr_hmac_md5_key *const *keys,
                                        const wr_pieces *messages, size_t count, size_t tag_length) {
    if (!good_length(tag_length))
        return WR_BAD_LENGTH;
    wr_md5_batch_run(
        kernel, &(struct wr_md5_batch){.pieces = messages, .count = count, .keys = keys, .tag_length = tag_length});
    return WR_OK;
}

static wr_status verify_batch(const struct wr_kernel *kernel, const struct wr_md5_batch *batch) {
    if (batch->count)
        memset(batch->good, 0, batch->count);
    if (!good_length(batch->tag_length))
        return WR_BAD_LENGTH;
    return wr_md5_batch_run(kernel, batch) == batch->count ? WR_OK : WR_BAD_TAG;
}

wr_status wr_hmac_md5_verify_batch_with(const struct wr_kernel *kernel, const wr_hmac_md5_key *key,
                                        const wr_message *messages, const uint8_t *const *tags, size_t count,
                                        size_t tag_length, uint8_t *good) {
    return verify_batch(
        kernel,
        &(struct wr_md5_batch){
            .messages = messages, .count = count, .key = key, .tag_length = tag_length, .good = good, .tags = tags});
}

wr_status wr_hmac_md5_verify_batch_pieces_with(const struct wr_kernel *kernel, const wr_hmac_md5_key *const *keys,
                                               const wr_pieces *messages, const uint8_t *const *tags, size_t count,
                                               size_t tag_length, uint8_t *good) {
    return verify_batch(
        kernel,
        &(struct wr_md5_batch){
            .pieces = messages, .count = count, .keys = keys, .tag_length = tag_length, .good = good, .tags = tags});
}

void wr_hmac_md5_key_wipe(wr_hmac_md5_key *key) {
    wr_wipe(key, sizeof *key);
}

void wr_hmac_md5_key_init(wr_hmac_md5_key *key, const void *secret, size_t length) {
    wr_hmac_md5_key_init_with(wr_kernel_active(), key, secret, length);
}

void wr_hmac_md5_update(wr_hmac_md5_state *mac, const void *data, size_t length) {
    wr_hmac_md5_update_with(wr_kernel_active(), mac, data, length);
}

wr_status wr_hmac_md5_final(wr_hmac_md5_state *mac, uint8_t *tag, size_t tag_length) {
    return wr_hmac_md5_final_with(wr_kernel_active(), mac, tag, tag_length);
}

wr_status wr_hmac_md5(const wr_hmac_md5_key *key, const void *data, size_t length, uint8_t *tag, size_t tag_length) {
    return wr_hmac_md5_with(wr_kernel_active(), key, data, length, tag, tag_length);
}

wr_status wr_hmac_md5_batch(const wr_hmac_md5_key *key, const wr_message *messages, size_t count, size_t tag_length) {
    return wr_hmac_md5_batch_with(wr_kernel_active(), key, messages, count, tag_length);
}

wr_status wr_hmac_md5_batch_keys(const wr_hmac_md5_key *const *keys, const wr_message *messages, size_t count,
                                 size_t tag_length) {
    return wr_hmac_md5_batch_keys_with(wr_kernel_active(), keys, messages, count, tag_length);
}

wr_status wr_hmac_md5_verify(const wr_hmac_md5_key *key, const void *data, size_t length, const uint8_t *tag,
                             size_t tag_length) {
    return wr_hmac_md5_verify_with(wr_kernel_active(), key, data, length, tag, tag_length);
}

wr_status wr_hmac_md5_verify_batch(const wr_hmac_md5_key *key, const wr_message *messages, const uint8_t *const *tags,
                                   size_t count, size_t tag_length, uint8_t *good) {
    return wr_hmac_md5_verify_batch_with(wr_kernel_active(), key, messages, tags, count, tag_length, good);
}

wr_status wr_hmac_md5_batch_pieces(const wr_hmac_md5_key *const *keys, const wr_pieces *messages, size_t count,
                                   size_t tag_length) {
    return wr_hmac_md5_batch_pieces_with(wr_kernel_active(), keys, messages, count, tag_length);
}

wr_status wr_hmac_md5_verify_batch_pieces(const wr_hmac_md5_key *const *keys, const wr_pieces *messages,
                                          const uint8_t *const *tags, size_t count, size_t tag_length, uint8_t *good) {
    return wr_hmac_md5_verify_batch_pieces_with(wr_kernel_active(), keys, messages, tags, count, tag_length, good);
}
