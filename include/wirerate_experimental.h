/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wirerate_experimental.h - K-way MD5, RFC 1810's "One Proposed Solution", in wirerate's profile.
 *
 * No other program computes it. It is not stronger than MD5 (a collision in one chain collides the whole), not a MAC,
 * not for signatures, deduplication or untrusted data. It is here because RFC 1810 proposes it and to show what
 * chaining costs. A library has it only if it is built with -DWIRERATE_EXPERIMENTAL=ON. It may change or go; nothing
 * else in the library depends on it. Print it as "md5-x16:HEX", never as bare hex.
 *
 * The profile (K = ways, a multiple of 4 from 4 to 64; docs/concepts/k-way-md5.md has vectors):
 *   - The message has ceil(length / 64) blocks; block i goes to chain i mod K.
 *   - P(K, j) is 64 bytes: "RFC 1810 K-way MD5" in ASCII, zeros up to byte 56, then K and j, 32-bit little-endian.
 *   - Chain j is the ordinary MD5 of P(K, j) followed by its blocks in order.
 *   - The result is the ordinary MD5 of P(K, 0xFFFFFFFF) followed by the K chain digests in order.
 */
#ifndef WIRERATE_EXPERIMENTAL_H
#define WIRERATE_EXPERIMENTAL_H

#include "wirerate.h"

#ifdef WR_NO_MD5
#error this libwirerate was built without MD5 (WR_MD5=OFF)
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define WR_MD5_WAYS_MAX 64

typedef struct wr_md5_ways_state {
    uint32_t state[4][WR_MD5_WAYS_MAX]; /* word-major: state[w][j] is word w of chain j */
    uint64_t length;
    uint32_t ways, mark;
    uint8_t buffer[WR_MD5_WAYS_MAX * WR_MD5_BLOCK]; /* an unfinished superblock of `ways` blocks */
} wr_md5_ways_state;

/* WR_BAD_LENGTH unless ways is a multiple of 4 from 4 to 64, and then the state is not valid. */
WR_API wr_status wr_md5_ways_init(wr_md5_ways_state *md5, unsigned ways);
WR_API void wr_md5_ways_update(wr_md5_ways_state *md5, const void *data, size_t length);
WR_API void wr_md5_ways_final(wr_md5_ways_state *md5, uint8_t digest[WR_MD5_SIZE]);
WR_API wr_status wr_md5_ways(const void *data, size_t length, unsigned ways, uint8_t digest[WR_MD5_SIZE]);

#ifdef __cplusplus
}
#endif
#endif
