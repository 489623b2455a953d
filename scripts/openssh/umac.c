/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* OpenSSH's UMAC interface. One context per key and direction serves all packets: umac_final prepares it for the next
 * one. One AES block gives the pads of two packets with UMAC-64. */
#include "umac.h"

#include <stdlib.h>

#include "wirerate.h"

struct umac_ctx {
    wr_umac_key key;
    wr_umac_state message;
    wr_umac_pad_cache pads;
};

static struct umac_ctx *new_context(const unsigned char *key, size_t tag_length) {
    struct umac_ctx *ctx = (struct umac_ctx *)calloc(1, sizeof *ctx); /* a zeroed pad cache is empty */
    if (ctx == NULL)
        return NULL;
    wr_umac_key_init(&ctx->key, key, tag_length);
    wr_umac_init(&ctx->message);
    return ctx;
}

struct umac_ctx *umac_new(const unsigned char key[]) {
    return new_context(key, 8);
}

int umac_update(struct umac_ctx *ctx, const unsigned char *input, long len) {
    wr_umac_update(&ctx->message, &ctx->key, input, (size_t)len);
    return 1;
}

int umac_final(struct umac_ctx *ctx, unsigned char tag[], const unsigned char nonce[8]) {
    wr_umac_final(&ctx->message, &ctx->key, &ctx->pads, nonce, 8, tag);
    wr_umac_init(&ctx->message);
    return 1;
}

int umac_delete(struct umac_ctx *ctx) {
    if (ctx != NULL)
        wr_wipe(ctx, sizeof *ctx);
    free(ctx);
    return 1;
}

struct umac_ctx *umac128_new(const unsigned char key[]) {
    return new_context(key, 16);
}

int umac128_update(struct umac_ctx *ctx, const unsigned char *input, long len) {
    return umac_update(ctx, input, len);
}

int umac128_final(struct umac_ctx *ctx, unsigned char tag[], const unsigned char nonce[8]) {
    return umac_final(ctx, tag, nonce);
}

int umac128_delete(struct umac_ctx *ctx) {
    return umac_delete(ctx);
}
