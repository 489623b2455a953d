/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * UMAC-64 and UMAC-128 (RFC 4418) as OpenSSH's mac.c calls them.
 *
 * A context is made of the 16 bytes of a key and serves one direction of one connection: any number of packets, each
 * with a nonce of its own, its sequence number. ONE REPEATED NONCE UNDER A KEY BREAKS THE KEY. Contexts have nothing in
 * common: each may be in another thread. A packet comes in any number of pieces at any alignment; umac_final leaves the
 * context ready for the next one. Packets of more than 16 MiB are right, too.
 */
#ifndef HEADER_UMAC_H
#define HEADER_UMAC_H

#ifdef __cplusplus
extern "C" {
#endif

struct umac_ctx;

/* NULL where calloc() finds no memory: nothing else here allocates, and nothing else can fail. */
struct umac_ctx *umac_new(const unsigned char key[]);
int umac_update(struct umac_ctx *ctx, const unsigned char *input, long len);
/* Writes a tag of 8 bytes. */
int umac_final(struct umac_ctx *ctx, unsigned char tag[], const unsigned char nonce[8]);
/* Wipes the context, whose memory is free then. NULL is no context. */
int umac_delete(struct umac_ctx *ctx);

/* The same with a tag of 16 bytes. */
struct umac_ctx *umac128_new(const unsigned char key[]);
int umac128_update(struct umac_ctx *ctx, const unsigned char *input, long len);
int umac128_final(struct umac_ctx *ctx, unsigned char tag[], const unsigned char nonce[8]);
int umac128_delete(struct umac_ctx *ctx);

#ifdef __cplusplus
}
#endif
#endif
