/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * UMAC-64 and UMAC-128 (RFC 4418) with the interface that OpenSSH's mac.c calls.
 *
 * A context is created from a 16-byte key and serves one direction of one connection. Every packet needs a new nonce,
 * its sequence number. REPEATING A NONCE WITH THE SAME KEY BREAKS THE KEY. Contexts are independent, so threads may use
 * different ones at once. A packet may be passed in any number of pieces at any alignment; umac_final prepares the
 * context for the next packet. Packets above 16 MiB are supported.
 */
#ifndef HEADER_UMAC_H
#define HEADER_UMAC_H

#ifdef __cplusplus
extern "C" {
#endif

struct umac_ctx;

/* Return NULL if calloc() fails. No other function here allocates memory or fails. */
struct umac_ctx *umac_new(const unsigned char key[]);
int umac_update(struct umac_ctx *ctx, const unsigned char *input, long len);
/* Write a tag of 8 bytes. */
int umac_final(struct umac_ctx *ctx, unsigned char tag[], const unsigned char nonce[8]);
/* Wipe and free the context. NULL is allowed. */
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
