/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Functions that HMAC, K-way MD5 and batches share with MD5 of one message. (Internal.) */
#ifndef WR_CORE_MD5_MD5_H
#define WR_CORE_MD5_MD5_H

#include "cpu/kernel.h"
#include "util/mark.h"
#include "wirerate.h"

/* The maximum length of the end of a message with its padding: two blocks. */
#define WR_MD5_LAST (2 * WR_MD5_BLOCK)

extern const uint32_t wr_md5_initial[4];

/* Write the last `length` bytes (at most 64) of a message of `total` bytes, followed by the padding (RFC 1321 sections
 * 3.1 and 3.2). Return the number of blocks written, 1 or 2. */
size_t wr_md5_pad(uint8_t last[WR_MD5_LAST], const uint8_t *data, size_t length, uint64_t total);
/* Write the digest of a final state whose words are `pitch` words apart (1 for a state[4]). */
void wr_md5_digest(uint8_t digest[WR_MD5_SIZE], const uint32_t *state, size_t pitch);
/* Finish a message: hash the remaining `length` bytes at `data`, and the padding for a message of `total` bytes. */
void wr_md5_end(const struct wr_md5_kernel *md5, uint32_t state[4], const uint8_t *data, size_t length, uint64_t total);
/* Compute HMAC's outer hash (RFC 2104 section 2) of the inner hash's final state; `outer` is the state after K ^
 * opad. */
void wr_md5_outer(const struct wr_md5_kernel *md5, const uint32_t outer[4], const uint32_t inner[4],
                  uint8_t tag[WR_MD5_SIZE]);

/* Like wr_md5_update, for a state known to be valid. */
void wr_md5_absorb(const struct wr_md5_kernel *md5, wr_md5_state *state, const void *data, size_t length);

static inline int wr_md5_state_is_valid(const wr_md5_state *state) {
    return state && state->mark == WR_MARK_MD5_STATE;
}

#endif
