/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * UMAC (RFC 4418), inside the library. The parts, in the order in which a message meets them:
 *   layout.h    sizes, and how a key lies in memory
 *   key.c       what is derived once per key (section 3.2.1)
 *   kernels/    NH, the only part that touches every byte (section 5.2.2), one file per instruction set
 *   poly.h, .c  POLY64 and POLY128 over the NH outputs of messages above 1024 bytes (section 5.3)
 *   hash.h, .c  a message through both
 *   l3.h, pad.h the short end of the hash (section 5.4); the nonce's AES block (section 3.3)
 *   umac.c      a message from first byte to tag
 *   batch.c     many messages
 * The AES-128 that the key schedule and the pad need (section 3.1) is in core/aes.
 */
#ifndef WR_CORE_UMAC_H
#define WR_CORE_UMAC_H

#include "wirerate.h"

struct wr_kernel;

/* The public functions of these names with a kernel of the caller's choice. */
wr_status wr_umac_key_init_with(const struct wr_kernel *kernel, wr_umac_key *key, const void *secret,
                                size_t tag_length);
void wr_umac_update_with(const struct wr_kernel *kernel, wr_umac_state *mac, const wr_umac_key *key, const void *data,
                         size_t length);
wr_status wr_umac_final_with(const struct wr_kernel *kernel, wr_umac_state *mac, const wr_umac_key *key,
                             wr_umac_pad_cache *cache, const void *nonce, size_t nonce_length, uint8_t *tag);
wr_status wr_umac_with(const struct wr_kernel *kernel, const wr_umac_key *key, wr_umac_pad_cache *cache,
                       const void *nonce, size_t nonce_length, const void *data, size_t length, uint8_t *tag);
wr_status wr_umac_batch_with(const struct wr_kernel *kernel, const wr_umac_key *key, const void *nonces,
                             size_t nonce_length, const wr_message *messages, size_t count);
wr_status wr_umac_verify_with(const struct wr_kernel *kernel, const wr_umac_key *key, wr_umac_pad_cache *cache,
                              const void *nonce, size_t nonce_length, const void *data, size_t length,
                              const uint8_t *tag);
wr_status wr_umac_verify_batch_with(const struct wr_kernel *kernel, const wr_umac_key *key, const void *nonces,
                                    size_t nonce_length, const wr_message *messages, const uint8_t *const *tags,
                                    size_t count, uint8_t *good);

#endif
