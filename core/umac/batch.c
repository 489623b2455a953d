/*
 * UMAC over an array of messages. A message alone keeps a core busy (NH has no chain), so messages simply follow one
 * another; what a batch gains is that the AES blocks of the pads are encrypted many at a time, each shared by
 * neighbours whose nonces differ in the low bits only, and that cold messages are prefetched.
 */
#include <string.h>

#include "../cpu/kernel.h"
#include "../util/bytes.h"
#include "l3.h"
#include "pad.h"
#include "umac.h"

#define CHUNK 32 /* messages worked on together: 2.5 KiB of stack */

#define PREFETCH_AHEAD 4   /* messages */
#define PREFETCH_BYTES 512 /* of each; beyond that the hardware's own prefetcher has caught on */

static void prefetch(const wr_message *message) {
    size_t length = message->length < PREFETCH_BYTES ? message->length : PREFETCH_BYTES;
    for (size_t i = 0; i < length; i += 64)
        __builtin_prefetch((const uint8_t *)message->data + i);
}

typedef struct chunk {
    uint8_t blocks[CHUNK][16]; /* nonce blocks, then encrypted in place; neighbours' equal ones once */
    uint8_t block[CHUNK];      /* message -> block */
    uint8_t at[CHUNK];         /* message -> first byte of its pad in the block */
    uint64_t y[WR_UMAC_STREAMS][CHUNK];
    uint32_t hash[WR_UMAC_STREAMS][CHUNK];
} chunk;

static void make_pads(chunk *c, const struct wr_umac_kernel *kernel, const wr_umac_key *key, const uint8_t *nonces,
                      size_t nonce_length, size_t count) {
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
    kernel->aes(key->pad_keys, c->blocks[0], c->blocks[0], blocks);
}

/* L3 runs over a whole chunk at once, a message per lane. A message past the ramp (2^24 bytes) is no case for it. */
static void make_hashes(chunk *c, const struct wr_umac_kernel *kernel, const wr_umac_key *key,
                        const wr_message *messages, size_t count, size_t ahead) {
    unsigned streams = wr_umac_streams(key);
    uint64_t y[WR_UMAC_STREAMS][2];
    uint32_t past_ramp = 0;
    for (size_t i = 0; i < count; i++) {
        if (i + PREFETCH_AHEAD < ahead)
            prefetch(&messages[i + PREFETCH_AHEAD]);
        wr_uhash(y, key, kernel, messages[i].data, messages[i].length);
        for (unsigned s = 0; s < streams; s++)
            c->y[s][i] = y[s][1];
        past_ramp |= (uint32_t)(messages[i].length > WR_UMAC_RAMP) << i;
    }
    for (unsigned s = 0; s < streams; s++)
        kernel->l3(c->hash[s], c->y[s], count, key->inner[s] + 4, key->last[s]);
    for (size_t i = 0; past_ramp; i++, past_ramp >>= 1) {
        if (!(past_ramp & 1u))
            continue;
        wr_uhash(y, key, kernel, messages[i].data, messages[i].length);
        for (unsigned s = 0; s < streams; s++)
            c->hash[s][i] = wr_umac_l3(key, s, y[s][0], y[s][1]);
    }
}

int wr_umac_batch_with(const struct wr_kernel *kernel, const wr_umac_key *key, const void *nonces, size_t nonce_length,
                       const wr_message *messages, size_t count) {
    if (nonce_length < 1 || nonce_length > 16)
        return WR_BAD_LENGTH;
    const uint8_t *nonce = nonces;
    unsigned streams = wr_umac_streams(key);
    chunk c;
    while (count) {
        size_t taken = count < CHUNK ? count : CHUNK;
        make_pads(&c, kernel->umac, key, nonce, nonce_length, taken);
        make_hashes(&c, kernel->umac, key, messages, taken, count);
        for (size_t i = 0; i < taken; i++)
            for (unsigned s = 0; s < streams; s++)
                wr_store32_be(messages[i].tag + 4 * s,
                              c.hash[s][i] ^ wr_load32_be(c.blocks[c.block[i]] + c.at[i] + 4 * s));
        nonce += taken * nonce_length;
        messages += taken;
        count -= taken;
    }
    wr_wipe(&c, sizeof c);
    return WR_OK;
}

int wr_umac_batch(const wr_umac_key *key, const void *nonces, size_t nonce_length, const wr_message *messages,
                  size_t count) {
    return wr_umac_batch_with(wr_kernel_active(), key, nonces, nonce_length, messages, count);
}

ptrdiff_t wr_umac_verify_batch(const wr_umac_key *key, const void *nonces, size_t nonce_length,
                               const wr_message *messages, size_t count, uint8_t *good) {
    uint8_t tags[CHUNK][16];
    wr_message expected[CHUNK];
    ptrdiff_t total = 0;
    for (size_t done = 0; done < count;) {
        size_t taken = count - done < CHUNK ? count - done : CHUNK;
        for (size_t i = 0; i < taken; i++)
            expected[i] = (wr_message){messages[done + i].data, messages[done + i].length, tags[i]};
        int status = wr_umac_batch(key, (const uint8_t *)nonces + done * nonce_length, nonce_length, expected, taken);
        if (status != WR_OK)
            return status;
        for (size_t i = 0; i < taken; i++) {
            good[done + i] = (uint8_t)wr_equal(messages[done + i].tag, tags[i], key->tag_length);
            total += good[done + i];
        }
        done += taken;
    }
    return total;
}
