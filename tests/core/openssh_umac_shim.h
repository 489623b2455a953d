/* The interface that OpenSSH's mac.c calls UMAC through. docs/guides/openssh-umac.md maps it function by function. */
#ifndef WR_TESTS_OPENSSH_UMAC_SHIM_H
#define WR_TESTS_OPENSSH_UMAC_SHIM_H

struct umac_ctx;

struct umac_ctx *umac_new(const unsigned char key[]);
int umac_update(struct umac_ctx *ctx, const unsigned char *input, long len);
int umac_final(struct umac_ctx *ctx, unsigned char tag[], const unsigned char nonce[8]);
int umac_delete(struct umac_ctx *ctx);

struct umac_ctx *umac128_new(const unsigned char key[]);
int umac128_update(struct umac_ctx *ctx, const unsigned char *input, long len);
int umac128_final(struct umac_ctx *ctx, unsigned char tag[], const unsigned char nonce[8]);
int umac128_delete(struct umac_ctx *ctx);

#endif
