/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The AES block from which a nonce's pad is taken (RFC 4418 section 3.3). (Internal.) */
#ifndef WR_CORE_UMAC_PAD_H
#define WR_CORE_UMAC_PAD_H

#include <string.h>

#include "util/bytes.h"

static inline int wr_umac_valid_nonce(size_t length) {
    return length >= 1 && length <= 16;
}

/* Set `block`, two little-endian words, to the AES input for a nonce of 1 to 16 bytes, and return the offset of the pad
 * in the encrypted block. Short tags use 4 or 8 of the 16 bytes, selected by the low bits of the nonce, which are
 * cleared in the block. */
static inline size_t wr_umac_nonce_block(uint64_t block[2], const uint8_t *nonce, size_t length, size_t tag_length) {
    uint8_t choices = tag_length == 4 ? 3 : tag_length == 8 ? 1 : 0;
    uint8_t low = nonce[length - 1] & choices;
    if (length == 8) { /* a counter, as used by SSH */
        block[0] = wr_load64_le(nonce) ^ (uint64_t)low << 56;
        block[1] = 0;
    } else {
        uint8_t padded[16] = {0};
        memcpy(padded, nonce, length);
        padded[length - 1] ^= low;
        block[0] = wr_load64_le(padded);
        block[1] = wr_load64_le(padded + 8);
    }
    return low * tag_length;
}

#endif
