/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wirerate_experimental.h - K-way MD5, the "One Proposed Solution" of RFC 1810, as wirerate defines it.
 *
 * No other program computes this hash. It is not stronger than MD5 (a collision in one chain is a collision of the
 * whole), it is not a MAC, and it must not be used for signatures, deduplication or untrusted data. It exists because
 * RFC 1810 proposes it, and to show what chaining costs. The library contains it only when built with
 * -DWIRERATE_EXPERIMENTAL=ON. It may change or be removed; nothing else in the library depends on it. Print its digests
 * as "md5-x16:HEX", never as bare hex.
 *
 * Definition (K = ways, a multiple of 4 from 4 to 64; docs/concepts/k-way-md5.md has test vectors):
 *   - The message has ceil(length / 64) blocks; block i belongs to chain i mod K.
 *   - P(K, j) is 64 bytes: "RFC 1810 K-way MD5" in ASCII, zeros up to byte 56, then K and j, 32-bit little-endian.
 *   - Chain j is the ordinary MD5 of P(K, j) followed by the blocks of chain j in order.
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
    uint8_t buffer[WR_MD5_WAYS_MAX * WR_MD5_BLOCK]; /* the superblock being filled: `ways` blocks */
} wr_md5_ways_state;

/* Start a message. Return WR_BAD_LENGTH, with a state that is not valid, unless ways is a multiple of 4 from 4 to
 * 64. */
WR_API wr_status wr_md5_ways_init(wr_md5_ways_state *md5, unsigned ways);
/* Add data to the message, any number of times. */
WR_API void wr_md5_ways_update(wr_md5_ways_state *md5, const void *data, size_t length);
/* Write the digest and wipe the state. If the state is not valid, write nothing. */
WR_API void wr_md5_ways_final(wr_md5_ways_state *md5, uint8_t digest[WR_MD5_SIZE]);
/* Hash a whole message. Return WR_BAD_LENGTH unless ways is a multiple of 4 from 4 to 64. */
WR_API wr_status wr_md5_ways(const void *data, size_t length, unsigned ways, uint8_t digest[WR_MD5_SIZE]);

#ifdef __cplusplus
}
#endif
#endif
