/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * UMAC of many messages. NH has no dependency chain, so a single message keeps a core busy, and messages are simply
 * hashed one after another. A batch is faster for two reasons: the AES blocks of the pads are encrypted many at a time,
 * with one block for neighbours whose nonces differ only in the low bits, and cold messages are prefetched.
 */
#include <string.h>

#include "cpu/kernel.h"
#include "hash.h"
#include "l3.h"
#include "pad.h"
#include "umac.h"
#include "util/bytes.h"
#include "util/compiler.h"
#include "util/secret.h"

#define CHUNK 32 /* messages processed together: 4 KiB of stack */

#define PREFETCH_AHEAD 4   /* messages */
#define PREFETCH_BYTES 512 /* of each message; the hardware prefetcher fetches the rest */

static void prefetch(const wr_message *message) {
    size_t length = message->length < PREFETCH_BYTES ? message->length : PREFETCH_BYTES;
    for (size_t i = 0; i < length; i += 64)
        WR_PREFETCH((const uint8_t *)message->data + i);
}

typedef struct chunk {
    uint8_t blocks[CHUNK][16]; /* the nonces' AES blocks, encrypted in place; equal neighbours share a block */
    uint8_t block[CHUNK];      /* blocks[block[i]] is the block of message i */
    uint8_t at[CHUNK];         /* offset of message i's pad in its block */
    uint64_t y[WR_UMAC_STREAMS][CHUNK];
    uint64_t high[WR_UMAC_STREAMS][CHUNK]; /* high halves of y, for messages longer than 2^24 bytes */
    uint64_t one[WR_UMAC_STREAMS][2];      /* L2 values of the current message */
    uint32_t hash[WR_UMAC_STREAMS][CHUNK];
} chunk;

static void make_pads(chunk *c, const wr_umac_key *key, const uint8_t *nonces, size_t nonce_length, size_t count) {
    size_t blocks = 0;
    uint64_t last[2] = {0, 0};
    for (size_t i = 0; i < count; i++) {
        uint64_t block[2];
        c->at[i] = (uint8_t)wr_umac_nonce_block(block, nonces + i * nonce_length, nonce_length, key->tag_length);
        if (blocks == 0 || block[0] != last[0] || block[1] != last[1]) {
            wr_store64_le(c->blocks[blocks], last[0] = block[0]);
            wr_store64_le(c->blocks[blocks] + 8, last[1] = block[1]);
            blocks++;
        }
        c->block[i] = (uint8_t)(blocks - 1);
    }
    wr_aes_of_form(key->pad_aes)->encrypt(key->pad_keys, c->blocks[0], c->blocks[0], blocks);
}

/* L3 runs over a whole chunk at once, one message per lane. Messages longer than 2^24 bytes are hashed separately. */
static void make_hashes(chunk *c, const struct wr_umac_kernel *kernel, const wr_umac_key *key,
                        const wr_message *messages, size_t count, size_t ahead) {
    unsigned streams = wr_umac_streams(key);
    uint32_t past_ramp = 0;
    for (size_t i = 0; i < count; i++) {
        if (i + PREFETCH_AHEAD < ahead)
            prefetch(&messages[i + PREFETCH_AHEAD]);
        wr_uhash(c->one, key, kernel, (const uint8_t *)messages[i].data, messages[i].length);
        for (unsigned s = 0; s < streams; s++)
            c->y[s][i] = c->one[s][1];
        if (messages[i].length <= WR_UMAC_RAMP)
            continue;
        past_ramp |= (uint32_t)1 << i;
        for (unsigned s = 0; s < streams; s++)
            c->high[s][i] = c->one[s][0];
    }
    for (unsigned s = 0; s < streams; s++)
        kernel->l3(c->hash[s], c->y[s], count, key->inner[s] + 4, key->last[s]);
    for (size_t i = 0; past_ramp; i++, past_ramp >>= 1) {
        for (unsigned s = 0; (past_ramp & 1u) && s < streams; s++)
            c->hash[s][i] = wr_umac_l3(key, s, c->high[s][i], c->y[s][i]);
    }
}

static void put_tag(uint8_t *tag, const chunk *c, size_t i, unsigned streams) {
    for (unsigned s = 0; s < streams; s++)
        wr_store32_be(tag + 4 * s, c->hash[s][i] ^ wr_load32_be(c->blocks[c->block[i]] + c->at[i] + 4 * s));
}

/* Compute the tags of a batch. Write them or, if `good` is set, compare them with `tags`. */
static wr_status run(const wr_umac_key *key, const uint8_t *nonces, size_t nonce_length, const wr_message *messages,
                     const uint8_t *const *tags, size_t count, uint8_t *good) {
    const struct wr_umac_kernel *const kernel = wr_kernel_active()->umac;
    chunk c;
    uint8_t *const computed = (uint8_t *)c.one; /* c.one is unused by then */
    int all = 1;

    if (!wr_umac_valid_nonce(nonce_length))
        return WR_BAD_LENGTH;
    if (!wr_umac_key_is_valid(key))
        return WR_BAD_KEY;
    for (size_t done = 0; done < count; done += CHUNK) {
        const size_t taken = count - done < CHUNK ? count - done : CHUNK;
        make_pads(&c, key, nonces + done * nonce_length, nonce_length, taken);
        make_hashes(&c, kernel, key, messages + done, taken, count - done);
        for (size_t i = 0; i < taken; i++) {
            put_tag(good ? computed : messages[done + i].tag, &c, i, wr_umac_streams(key));
            if (good)
                all &= good[done + i] = (uint8_t)wr_equal_tags(tags[done + i], computed, key->tag_length);
        }
    }
    wr_wipe(&c, sizeof c);
    return all ? WR_OK : WR_BAD_TAG;
}

wr_status wr_umac_batch(const wr_umac_key *key, const void *nonces, size_t nonce_length, const wr_message *messages,
                        size_t count) {
    return run(key, (const uint8_t *)nonces, nonce_length, messages, NULL, count, NULL);
}

wr_status wr_umac_verify_batch(const wr_umac_key *key, const void *nonces, size_t nonce_length,
                               const wr_message *messages, const uint8_t *const *tags, size_t count, uint8_t *good) {
    if (count)
        memset(good, 0, count);
    return run(key, (const uint8_t *)nonces, nonce_length, messages, tags, count, good);
}
