/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wirerate_tags.h - what libwirerate does with a slice of messages, written once for two callers: wirerate.c calls
 * our own functions with the subject's kernel made the forced one, libwirerate_so.c the public functions of another
 * library by pointer. (Internal.)
 *
 * The includer defines CALL(own, name, ...) for functions that take a kernel and PLAIN(own, name, ...) for those that
 * do not, and struct wrh_own with the members used here.
 */
#ifndef WRH_PEERS_WIRERATE_TAGS_H
#define WRH_PEERS_WIRERATE_TAGS_H

#include <stdlib.h>
#include <string.h>

#include "peer.h"

static size_t next_batch(const struct wrh_own *own, size_t left) {
    return left < own->batch ? left : own->batch;
}

static void md5_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct wrh_own *own = state;
    (void)nonces;
    if (own->batch == 1)
        for (size_t i = 0; i < count; i++)
            CALL(own, md5, messages[i].data, messages[i].length, messages[i].tag);
    else
        for (size_t i = 0, now; i < count; i += now)
            CALL(own, md5_batch, messages + i, now = next_batch(own, count - i));
}

static void md5_ways_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct wrh_own *own = state;
    (void)nonces;
    for (size_t i = 0; i < count; i++)
        CALL(own, md5_ways, messages[i].data, messages[i].length, own->ways, messages[i].tag);
}

static void checksum_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct wrh_own *own = state;
    (void)nonces;
    for (size_t i = 0; i < count; i++) {
        uint16_t checksum = CALL(own, internet_checksum, messages[i].data, messages[i].length);
        messages[i].tag[0] = (uint8_t)(checksum >> 8);
        messages[i].tag[1] = (uint8_t)checksum;
    }
}

static void hmac_md5_reuse_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct wrh_own *own = state;
    (void)nonces;
    if (own->batch == 1)
        for (size_t i = 0; i < count; i++)
            CALL(own, hmac_md5, &own->hmac, messages[i].data, messages[i].length, messages[i].tag, own->tag_bytes);
    else
        for (size_t i = 0, now; i < count; i += now)
            CALL(own, hmac_md5_batch, &own->hmac, messages + i, now = next_batch(own, count - i), own->tag_bytes);
}

/* A key derived for every message; in a batch each message has its own. */
static void hmac_md5_rekey_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct wrh_own *own = state;
    (void)nonces;
    for (size_t i = 0, now; i < count; i += now) {
        now = next_batch(own, count - i);
        for (size_t k = 0; k < now; k++)
            CALL(own, hmac_md5_key_init, &own->keys[k], own->key, own->key_bytes);
        if (now == 1)
            CALL(own, hmac_md5, own->keys, messages[i].data, messages[i].length, messages[i].tag, own->tag_bytes);
        else
            CALL(own, hmac_md5_batch_keys, own->key_pointers, messages + i, now, own->tag_bytes);
    }
}

/* The library allocates nothing, so a fresh state is one derived and wiped. */
static void hmac_md5_fresh_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct wrh_own *own = state;
    for (size_t i = 0, now; i < count; i += now) {
        now = next_batch(own, count - i);
        hmac_md5_rekey_tags(own, messages + i, nonces, now);
        for (size_t k = 0; k < now; k++)
            PLAIN(own, hmac_md5_key_wipe, &own->keys[k]);
    }
}

/* No pad cache: in a ring the nonces come in no order, so that every message pays for its AES block, as it does in
 * nettle. */
static void umac_reuse_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct wrh_own *own = state;
    if (own->batch == 1)
        for (size_t i = 0; i < count; i++)
            CALL(own, umac, &own->umac, NULL, nonces + i * 8, 8, messages[i].data, messages[i].length, messages[i].tag);
    else
        for (size_t i = 0, now; i < count; i += now)
            CALL(own, umac_batch, &own->umac, nonces + i * 8, 8, messages + i, now = next_batch(own, count - i));
}

static void umac_rekey_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct wrh_own *own = state;
    for (size_t i = 0; i < count; i++) {
        CALL(own, umac_key_init, &own->umac, own->key, own->tag_bytes);
        CALL(own, umac, &own->umac, NULL, nonces + i * 8, 8, messages[i].data, messages[i].length, messages[i].tag);
    }
}

static void umac_fresh_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct wrh_own *own = state;
    for (size_t i = 0; i < count; i++) {
        umac_rekey_tags(own, messages + i, nonces + i * 8, 1);
        PLAIN(own, umac_key_wipe, &own->umac);
    }
}

/* Pointers to the tags received with a batch. */
static const uint8_t *const *received(const struct wrh_own *own, const wr_message *messages, size_t count) {
    for (size_t i = 0; i < count; i++)
        own->tags[i] = messages[i].tag;
    return own->tags;
}

static void refuse_bad(const struct wrh_own *own, const wr_message *messages, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!own->good[i])
            wrh_refuse(&messages[i]);
}

static void hmac_md5_verify_one(const struct wrh_own *own, const wr_message *message) {
    if (CALL(own, hmac_md5_verify, &own->hmac, message->data, message->length, message->tag, own->tag_bytes) != WR_OK)
        wrh_refuse(message);
}

static void hmac_md5_verify(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct wrh_own *own = state;
    (void)nonces;
    for (size_t i = 0, now; i < count; i += now) {
        now = next_batch(own, count - i);
        if (now == 1) {
            hmac_md5_verify_one(own, &messages[i]);
            continue;
        }
        CALL(own, hmac_md5_verify_batch, &own->hmac, messages + i, received(own, messages + i, now), now,
             own->tag_bytes, own->good);
        refuse_bad(own, messages + i, now);
    }
}

static void umac_verify_one(const struct wrh_own *own, const wr_message *message, const uint8_t *nonce) {
    if (CALL(own, umac_verify, &own->umac, NULL, nonce, 8, message->data, message->length, message->tag) != WR_OK)
        wrh_refuse(message);
}

static void umac_verify(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct wrh_own *own = state;
    for (size_t i = 0, now; i < count; i += now) {
        now = next_batch(own, count - i);
        if (now == 1) {
            umac_verify_one(own, &messages[i], nonces + i * 8);
            continue;
        }
        CALL(own, umac_verify_batch, &own->umac, nonces + i * 8, 8, messages + i, received(own, messages + i, now), now,
             own->good);
        refuse_bad(own, messages + i, now);
    }
}

/* Where the keyed state is kept the library verifies by itself. Elsewhere tags are made and compared, which is the same
 * work. */
static void own_verifies(const struct wrh_request *request, struct wrh_instance *instance) {
    if (request->operation != WRH_VERIFY || request->keyed != WRH_REUSE || request->algorithm->key_bytes == 0)
        return;
    instance->expect = instance->tags;
    instance->tags = request->algorithm->id == WRH_HMAC_MD5 ? hmac_md5_verify : umac_verify;
}

static wrh_tags *own_tags(const struct wrh_request *request) {
    static wrh_tags *const hmac[] = {hmac_md5_reuse_tags, hmac_md5_rekey_tags, hmac_md5_fresh_tags};
    static wrh_tags *const umac[] = {umac_reuse_tags, umac_rekey_tags, umac_fresh_tags};
    switch (request->algorithm->id) {
    case WRH_MD5:
        return md5_tags;
    case WRH_MD5_WAYS:
        return md5_ways_tags;
    case WRH_HMAC_MD5:
        return hmac[request->keyed];
    case WRH_UMAC_32:
    case WRH_UMAC_64:
    case WRH_UMAC_96:
    case WRH_UMAC_128:
        return umac[request->keyed];
    case WRH_INTERNET_CHECKSUM:
        return checksum_tags;
    default:
        return NULL;
    }
}

static void own_close(void *state) {
    struct wrh_own *own = state;
    free(own->keys);
    free(own->key_pointers);
    free(own->tags);
    free(own->good);
    free(own);
}

/* The members common to both, and the key of the request derived; NULL without memory. */
static struct wrh_own *own_fill(struct wrh_own *own, const struct wrh_request *request) {
    own->ways = request->ways;
    own->batch = request->batch;
    own->tag_bytes = request->tag_bytes;
    own->key = request->key;
    own->key_bytes = request->key_bytes;
    own->keys = calloc(request->batch, sizeof *own->keys);
    own->key_pointers = calloc(request->batch, sizeof *own->key_pointers);
    own->tags = calloc(request->batch, sizeof *own->tags);
    own->good = calloc(request->batch, sizeof *own->good);
    if (!own->keys || !own->key_pointers || !own->tags || !own->good) {
        own_close(own);
        return NULL;
    }
    for (size_t i = 0; i < request->batch; i++)
        own->key_pointers[i] = &own->keys[i];
    if (request->algorithm->id == WRH_HMAC_MD5)
        CALL(own, hmac_md5_key_init, &own->hmac, own->key, own->key_bytes);
    else if (request->algorithm->key_bytes)
        CALL(own, umac_key_init, &own->umac, own->key, own->tag_bytes);
    return own;
}

#endif
