/*
 * UMAC over an array of messages. A message alone keeps a core busy (NH has no chain), so messages simply follow one
 * another; what a batch gains is that the AES blocks of the pads are encrypted many at a time, each shared by neighbours
 * whose nonces differ in the low bits only, and that cold messages are prefetched.
 */
#include <string.h>

#include "../cpu/kernel.h"
#include "../util/bytes.h"
#include "umac.h"

#define CHUNK 32 /* messages whose pads are made together: 1 KiB of stack */

#define PREFETCH_AHEAD 4   /* messages */
#define PREFETCH_BYTES 512 /* of each; beyond that the hardware's own prefetcher has caught on */

static void prefetch(const wr_message *message) {
    size_t length = message->length < PREFETCH_BYTES ? message->length : PREFETCH_BYTES;
    for (size_t i = 0; i < length; i += 64)
        __builtin_prefetch((const uint8_t *)message->data + i);
}

typedef struct pads {
    uint8_t blocks[CHUNK][16]; /* nonce blocks, then encrypted in place; neighbours' equal ones once */
    uint8_t block[CHUNK];      /* message -> block */
    uint8_t at[CHUNK];         /* message -> first byte of its pad in the block */
} pads;

static void make_pads(pads *p, const struct wr_umac_kernel *kernel, const wr_umac_key *key, const uint8_t *nonces,
                      size_t nonce_length, size_t count) {
    size_t blocks = 0;
    uint64_t last[2] = {0, 0};
    for (size_t i = 0; i < count; i++) {
        uint64_t block[2];
        p->at[i] = (uint8_t)wr_umac_nonce_block(block, nonces + i * nonce_length, nonce_length, key->tag_length);
        if (blocks == 0 || block[0] != last[0] || block[1] != last[1]) {
            wr_store64_le(p->blocks[blocks], last[0] = block[0]);
            wr_store64_le(p->blocks[blocks] + 8, last[1] = block[1]);
            blocks++;
        }
        p->block[i] = (uint8_t)(blocks - 1);
    }
    kernel->aes(key->pad_keys, p->blocks[0], p->blocks[0], blocks);
}

int wr_umac_batch_with(const struct wr_kernel *kernel, const wr_umac_key *key, const void *nonces, size_t nonce_length,
                       const wr_message *messages, size_t count) {
    if (nonce_length < 1 || nonce_length > 16)
        return WR_BAD_LENGTH;
    const uint8_t *nonce = nonces;
    pads p;
    while (count) {
        size_t taken = count < CHUNK ? count : CHUNK;
        make_pads(&p, kernel->umac, key, nonce, nonce_length, taken);
        for (size_t i = 0; i < taken; i++) {
            if (i + PREFETCH_AHEAD < count)
                prefetch(&messages[i + PREFETCH_AHEAD]);
            uint32_t hash[WR_UMAC_STREAMS];
            wr_umac_hash(hash, key, kernel->umac, messages[i].data, messages[i].length);
            wr_umac_make_tag(messages[i].tag, hash, p.blocks[p.block[i]] + p.at[i], key->tag_length);
        }
        nonce += taken * nonce_length;
        messages += taken;
        count -= taken;
    }
    wr_wipe(&p, sizeof p);
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
