/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* HMAC-MD5 by a named kernel. (Internal.) */
#ifndef WR_CORE_HMAC_HMAC_MD5_H
#define WR_CORE_HMAC_HMAC_MD5_H

#include "cpu/kernel.h"
#include "wirerate.h"

void wr_hmac_md5_key_init_with(const struct wr_kernel *kernel, wr_hmac_md5_key *key, const void *secret, size_t length);
void wr_hmac_md5_update_with(const struct wr_kernel *kernel, wr_hmac_md5_state *mac, const void *data, size_t length);
wr_status wr_hmac_md5_final_with(const struct wr_kernel *kernel, wr_hmac_md5_state *mac, uint8_t *tag,
                                 size_t tag_length);
wr_status wr_hmac_md5_with(const struct wr_kernel *kernel, const wr_hmac_md5_key *key, const void *data, size_t length,
                           uint8_t *tag, size_t tag_length);
wr_status wr_hmac_md5_batch_with(const struct wr_kernel *kernel, const wr_hmac_md5_key *key, const wr_message *messages,
                                 size_t count, size_t tag_length);
wr_status wr_hmac_md5_batch_keys_with(const struct wr_kernel *kernel, const wr_hmac_md5_key *const *keys,
                                      const wr_message *messages, size_t count, size_t tag_length);
wr_status wr_hmac_md5_verify_with(const struct wr_kernel *kernel, const wr_hmac_md5_key *key, const void *data,
                                  size_t length, const uint8_t *tag, size_t tag_length);
wr_status wr_hmac_md5_verify_batch_with(const struct wr_kernel *kernel, const wr_hmac_md5_key *key,
                                        const wr_message *messages, const uint8_t *const *tags, size_t count,
                                        size_t tag_length, uint8_t *good);
wr_status wr_hmac_md5_batch_pieces_with(const struct wr_kernel *kernel, const wr_hmac_md5_key *const *keys,
                                        const wr_pieces *messages, size_t count, size_t tag_length);
wr_status wr_hmac_md5_verify_batch_pieces_with(const struct wr_kernel *kernel, const wr_hmac_md5_key *const *keys,
                                               const wr_pieces *messages, const uint8_t *const *tags, size_t count,
                                               size_t tag_length, uint8_t *good);

#endif
