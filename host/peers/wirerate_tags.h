/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wirerate_tags.h - process a slice of messages with libwirerate, for two callers: wirerate.c calls this library with
 * the subject's kernel forced, libwirerate_so.c calls the public functions of another build by pointer. (Internal.)
 *
 * The including file defines CALL(wirerate, name, ...) for functions that use a kernel, PLAIN(wirerate, name, ...) for
 * other functions, and struct wrh_wirerate with the members used here.
 */
#ifndef WRH_PEERS_WIRERATE_TAGS_H
#define WRH_PEERS_WIRERATE_TAGS_H

#include <stdlib.h>
#include <string.h>

#include "peer.h"

static size_t next_batch(const struct wrh_wirerate *wirerate, size_t left) {
    return left < wirerate->batch ? left : wirerate->batch;
}

static void md5_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct wrh_wirerate *wirerate = state;
    (void)nonces;
    if (wirerate->batch == 1)
        for (size_t i = 0; i < count; i++)
            CALL(wirerate, md5, messages[i].data, messages[i].length, messages[i].tag);
    else
        for (size_t i = 0, now; i < count; i += now)
            CALL(wirerate, md5_batch, messages + i, now = next_batch(wirerate, count - i));
}

static void md5_ways_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct wrh_wirerate *wirerate = state;
    (void)nonces;
    for (size_t i = 0; i < count; i++)
        CALL(wirerate, md5_ways, messages[i].data, messages[i].length, wirerate->ways, messages[i].tag);
}

static void checksum_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct wrh_wirerate *wirerate = state;
    (void)nonces;
    for (size_t i = 0; i < count; i++) {
        uint16_t checksum = CALL(wirerate, internet_checksum, messages[i].data, messages[i].length);
        messages[i].tag[0] = (uint8_t)(checksum >> 8);
        messages[i].tag[1] = (uint8_t)checksum;
    }
}

static void hmac_md5_reuse_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct wrh_wirerate *wirerate = state;
    (void)nonces;
    if (wirerate->batch == 1)
        for (size_t i = 0; i < count; i++)
            CALL(wirerate, hmac_md5, &wirerate->hmac, messages[i].data, messages[i].length, messages[i].tag,
                 wirerate->tag_bytes);
    else
        for (size_t i = 0, now; i < count; i += now)
            CALL(wirerate, hmac_md5_batch, &wirerate->hmac, messages + i, now = next_batch(wirerate, count - i),
                 wirerate->tag_bytes);
}

/* Derive a key for every message; in a batch each message has its own. */
static void hmac_md5_rekey_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct wrh_wirerate *wirerate = state;
    (void)nonces;
    for (size_t i = 0, now; i < count; i += now) {
        now = next_batch(wirerate, count - i);
        for (size_t k = 0; k < now; k++)
            CALL(wirerate, hmac_md5_key_init, &wirerate->keys[k], wirerate->key, wirerate->key_bytes);
        if (now == 1)
            CALL(wirerate, hmac_md5, wirerate->keys, messages[i].data, messages[i].length, messages[i].tag,
                 wirerate->tag_bytes);
        else
            CALL(wirerate, hmac_md5_batch_keys, wirerate->key_pointers, messages + i, now, wirerate->tag_bytes);
    }
}

/* The library allocates no memory, so a fresh state is a key derived and wiped. */
static void hmac_md5_fresh_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct wrh_wirerate *wirerate = state;
    for (size_t i = 0, now; i < count; i += now) {
        now = next_batch(wirerate, count - i);
        hmac_md5_rekey_tags(wirerate, messages + i, nonces, now);
        for (size_t k = 0; k < now; k++)
            PLAIN(wirerate, hmac_md5_key_wipe, &wirerate->keys[k]);
    }
}

/* No pad cache: the nonces in a ring are in random order, so every message needs its own AES block, as with nettle. */
static void umac_reuse_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct wrh_wirerate *wirerate = state;
    if (wirerate->batch == 1)
        for (size_t i = 0; i < count; i++)
            CALL(wirerate, umac, &wirerate->umac, NULL, nonces + i * 8, 8, messages[i].data, messages[i].length,
                 messages[i].tag);
    else
        for (size_t i = 0, now; i < count; i += now)
            CALL(wirerate, umac_batch, &wirerate->umac, nonces + i * 8, 8, messages + i,
                 now = next_batch(wirerate, count - i));
}

static void umac_rekey_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct wrh_wirerate *wirerate = state;
    for (size_t i = 0; i < count; i++) {
        CALL(wirerate, umac_key_init, &wirerate->umac, wirerate->key, wirerate->tag_bytes);
        CALL(wirerate, umac, &wirerate->umac, NULL, nonces + i * 8, 8, messages[i].data, messages[i].length,
             messages[i].tag);
    }
}

static void umac_fresh_tags(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct wrh_wirerate *wirerate = state;
    for (size_t i = 0; i < count; i++) {
        umac_rekey_tags(wirerate, messages + i, nonces + i * 8, 1);
        PLAIN(wirerate, umac_key_wipe, &wirerate->umac);
    }
}

/* Return pointers to the received tags of a batch. */
static const uint8_t *const *received(const struct wrh_wirerate *wirerate, const wr_message *messages, size_t count) {
    for (size_t i = 0; i < count; i++)
        wirerate->tags[i] = messages[i].tag;
    return wirerate->tags;
}

static void refuse_bad(const struct wrh_wirerate *wirerate, const wr_message *messages, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!wirerate->good[i])
            wrh_refuse(&messages[i]);
}

static void hmac_md5_verify_one(const struct wrh_wirerate *wirerate, const wr_message *message) {
    if (CALL(wirerate, hmac_md5_verify, &wirerate->hmac, message->data, message->length, message->tag,
             wirerate->tag_bytes) != WR_OK)
        wrh_refuse(message);
}

static void hmac_md5_verify(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct wrh_wirerate *wirerate = state;
    (void)nonces;
    for (size_t i = 0, now; i < count; i += now) {
        now = next_batch(wirerate, count - i);
        if (now == 1) {
            hmac_md5_verify_one(wirerate, &messages[i]);
            continue;
        }
        CALL(wirerate, hmac_md5_verify_batch, &wirerate->hmac, messages + i, received(wirerate, messages + i, now), now,
             wirerate->tag_bytes, wirerate->good);
        refuse_bad(wirerate, messages + i, now);
    }
}

static void umac_verify_one(const struct wrh_wirerate *wirerate, const wr_message *message, const uint8_t *nonce) {
    if (CALL(wirerate, umac_verify, &wirerate->umac, NULL, nonce, 8, message->data, message->length, message->tag) !=
        WR_OK)
        wrh_refuse(message);
}

static void umac_verify(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    struct wrh_wirerate *wirerate = state;
    for (size_t i = 0, now; i < count; i += now) {
        now = next_batch(wirerate, count - i);
        if (now == 1) {
            umac_verify_one(wirerate, &messages[i], nonces + i * 8);
            continue;
        }
        CALL(wirerate, umac_verify_batch, &wirerate->umac, nonces + i * 8, 8, messages + i,
             received(wirerate, messages + i, now), now, wirerate->good);
        refuse_bad(wirerate, messages + i, now);
    }
}

/* With a reused keyed state, let the library verify. Otherwise compute tags and compare them, which is the same
 * work. */
static void wirerate_set_verifying(const struct wrh_request *request, struct wrh_instance *instance) {
    if (request->operation != WRH_VERIFY || request->keyed != WRH_REUSE || request->algorithm->key_bytes == 0)
        return;
    instance->expect = instance->tags;
    instance->tags = request->algorithm->id == WRH_HMAC_MD5 ? hmac_md5_verify : umac_verify;
}

static wrh_tags *wirerate_choose_tags(const struct wrh_request *request) {
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

static void wirerate_close(void *state) {
    struct wrh_wirerate *wirerate = state;
    free(wirerate->keys);
    free(wirerate->key_pointers);
    free(wirerate->tags);
    free(wirerate->good);
    free(wirerate);
}

/* Set the common members and derive the request's key; NULL if memory is short. */
static struct wrh_wirerate *wirerate_fill(struct wrh_wirerate *wirerate, const struct wrh_request *request) {
    wirerate->ways = request->ways;
    wirerate->batch = request->batch;
    wirerate->tag_bytes = request->tag_bytes;
    wirerate->key = request->key;
    wirerate->key_bytes = request->key_bytes;
    wirerate->keys = calloc(request->batch, sizeof *wirerate->keys);
    wirerate->key_pointers = calloc(request->batch, sizeof *wirerate->key_pointers);
    wirerate->tags = calloc(request->batch, sizeof *wirerate->tags);
    wirerate->good = calloc(request->batch, sizeof *wirerate->good);
    if (!wirerate->keys || !wirerate->key_pointers || !wirerate->tags || !wirerate->good) {
        wirerate_close(wirerate);
        return NULL;
    }
    for (size_t i = 0; i < request->batch; i++)
        wirerate->key_pointers[i] = &wirerate->keys[i];
    if (request->algorithm->id == WRH_HMAC_MD5)
        CALL(wirerate, hmac_md5_key_init, &wirerate->hmac, wirerate->key, wirerate->key_bytes);
    else if (request->algorithm->key_bytes)
        CALL(wirerate, umac_key_init, &wirerate->umac, wirerate->key, wirerate->tag_bytes);
    return wirerate;
}

#endif
