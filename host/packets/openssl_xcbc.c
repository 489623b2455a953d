/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* openssl_xcbc.c - AES-XCBC-MAC-96 (RFC 3566) on OpenSSL's AES-CBC, since OpenSSL has no XCBC. */
#include <stdlib.h>
#include <string.h>

#include "macs.h"

enum { BLOCK = 16, CHUNK = 1024, ICV = 12 };

struct xcbc {
    const struct wrh_openssl *ssl;
    void *cipher, *context; /* keyed with K1 */
    uint8_t k2[BLOCK], k3[BLOCK];
};

/* A message being processed by CBC. Data are held back because the last block is treated differently. */
struct running {
    const struct xcbc *xcbc;
    uint8_t held[CHUNK], sealed[CHUNK];
    size_t count;
    int good;
};

static void seal(struct running *run, size_t bytes) {
    int length;
    run->good &= run->xcbc->ssl->encrypt_update(run->xcbc->context, run->sealed, &length, run->held, (int)bytes);
}

static void take(struct running *run, const uint8_t *data, size_t length) {
    while (length) {
        if (run->count == CHUNK) {
            seal(run, CHUNK);
            run->count = 0;
        }
        size_t taken = length < CHUNK - run->count ? length : CHUNK - run->count;
        memcpy(run->held + run->count, data, taken);
        run->count += taken;
        data += taken;
        length -= taken;
    }
}

/* Mix a whole last block with K2, a padded one with K3 (RFC 3566 section 4). */
static void finish(struct running *run, uint8_t icv[ICV]) {
    const size_t blocks = run->count ? (run->count + BLOCK - 1) / BLOCK : 1, bytes = blocks * BLOCK;
    const uint8_t *mix = run->count == bytes ? run->xcbc->k2 : run->xcbc->k3;
    if (run->count < bytes) {
        memset(run->held + run->count, 0, bytes - run->count);
        run->held[run->count] = 0x80;
    }
    for (size_t i = 0; i < BLOCK; i++)
        run->held[bytes - BLOCK + i] ^= mix[i];
    seal(run, bytes);
    memcpy(icv, run->sealed + bytes - BLOCK, ICV);
}

static int tags(void *key, const wr_ah_input *inputs, size_t count, void *scratch) {
    (void)scratch;
    static const uint8_t zero[BLOCK];
    struct running run = {.xcbc = key, .good = 1};
    for (size_t i = 0; i < count; i++) {
        run.count = 0;
        run.good &= run.xcbc->ssl->encrypt_init(run.xcbc->context, NULL, NULL, NULL, zero);
        take(&run, inputs[i].head, inputs[i].head_length);
        take(&run, inputs[i].body, inputs[i].body_length);
        take(&run, inputs[i].tail, inputs[i].tail_length);
        finish(&run, inputs[i].icv);
    }
    return !run.good;
}

static void xcbc_close(void *key) {
    struct xcbc *xcbc = key;
    xcbc->ssl->cipher_ctx_free(xcbc->context);
    xcbc->ssl->cipher_free(xcbc->cipher);
    wr_wipe(xcbc, sizeof *xcbc);
    free(xcbc);
}

/* Derive Kn: encrypt a block of bytes n under the key, as one block of CBC with a zero IV (RFC 3566 section 4). */
static int derive(const struct xcbc *xcbc, const uint8_t *key, uint8_t byte, uint8_t out[BLOCK]) {
    static const uint8_t zero[BLOCK];
    uint8_t block[BLOCK];
    int length;
    memset(block, byte, sizeof block);
    return xcbc->ssl->encrypt_init(xcbc->context, xcbc->cipher, NULL, key, zero) &&
           xcbc->ssl->cipher_set_padding(xcbc->context, 0) &&
           xcbc->ssl->encrypt_update(xcbc->context, out, &length, block, BLOCK) && length == BLOCK;
}

int wrh_ah_xcbc_open(const struct wrh_openssl *ssl, const uint8_t *key, wrh_keyed_mac *mac, struct wrh_why *why) {
    static const wr_ah_mac table = {.name = "aes-xcbc-96", .icv_length = ICV, .tags = tags};
    uint8_t k1[BLOCK];
    struct xcbc *xcbc = calloc(1, sizeof *xcbc);
    if (!xcbc)
        return WRH_NO_MEMORY;
    *mac = (wrh_keyed_mac){&table, xcbc, xcbc_close};
    *xcbc = (struct xcbc){
        .ssl = ssl, .cipher = ssl->cipher_fetch(NULL, "AES-128-CBC", NULL), .context = ssl->cipher_ctx_new()};
    int good = xcbc->cipher && xcbc->context && derive(xcbc, key, 1, k1) && derive(xcbc, key, 2, xcbc->k2) &&
               derive(xcbc, key, 3, xcbc->k3) && ssl->encrypt_init(xcbc->context, NULL, NULL, k1, NULL) &&
               ssl->cipher_set_padding(xcbc->context, 0);
    wr_wipe(k1, sizeof k1);
    return good ? WRH_OK : wrh_fail(why, WRH_UNSUPPORTED, "this OpenSSL refuses AES-128-CBC");
}
