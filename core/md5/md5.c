/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "md5.h"

#include <string.h>

#include "util/secret.h"

const uint32_t wr_md5_initial[4] = {0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u};

size_t wr_md5_pad(uint8_t last[WR_MD5_LAST], const uint8_t *data, size_t length, uint64_t total) {
    const size_t blocks = length < WR_MD5_BLOCK - 8 ? 1 : 2; /* 0x80 and the 8-byte bit count must fit as well */

    memset(last, 0, WR_MD5_BLOCK); /* a fixed size compiles to a few stores, a variable one to a function call */
    if (blocks == 2)
        memset(last + WR_MD5_BLOCK, 0, WR_MD5_BLOCK);
    wr_copy(last, data, length);
    last[length] = 0x80;
    wr_store64_le(last + blocks * WR_MD5_BLOCK - 8, total * 8); /* modulo 2^64 (RFC 1321 section 3.2) */
    return blocks;
}

void wr_md5_digest(uint8_t digest[WR_MD5_SIZE], const uint32_t *state, size_t pitch) {
    for (size_t w = 0; w < 4; w++)
        wr_store32_le(digest + 4 * w, state[w * pitch]);
}

void wr_md5_end(const struct wr_md5_kernel *md5, uint32_t state[4], const uint8_t *data, size_t length,
                uint64_t total) {
    const size_t whole = length / WR_MD5_BLOCK, left = length % WR_MD5_BLOCK;
    uint8_t last[WR_MD5_LAST];

    if (whole)
        md5->blocks(state, data, whole);
    md5->blocks(state, last, wr_md5_pad(last, left ? data + length - left : NULL, left, total));
}

void wr_md5_outer(const struct wr_md5_kernel *md5, const uint32_t outer[4], const uint32_t inner[4],
                  uint8_t tag[WR_MD5_SIZE]) {
    struct {
        uint32_t state[4];
        uint8_t block[WR_MD5_BLOCK];
    } local = {{0}, {0}};

    local.block[WR_MD5_SIZE] = 0x80;
    memcpy(local.state, outer, sizeof local.state);
    wr_md5_digest(local.block, inner, 1);
    wr_store64_le(local.block + WR_MD5_BLOCK - 8, (WR_MD5_BLOCK + WR_MD5_SIZE) * 8);
    md5->blocks(local.state, local.block, 1);
    wr_md5_digest(tag, local.state, 1);
}

void wr_md5_init(wr_md5_state *md5) {
    memcpy(md5->state, wr_md5_initial, sizeof md5->state);
    md5->length = 0;
    md5->mark = WR_MARK_MD5_STATE;
    md5->reserved = 0;
}

void wr_md5_absorb(const struct wr_md5_kernel *md5, wr_md5_state *state, const void *data, size_t length) {
    const uint8_t *p = (const uint8_t *)data;
    const size_t held = state->length % WR_MD5_BLOCK;
    size_t whole;

    state->length += length;
    if (held) {
        const size_t room = WR_MD5_BLOCK - held, taken = length < room ? length : room;
        wr_copy(state->buffer + held, p, taken);
        if (taken < room)
            return;
        md5->blocks(state->state, state->buffer, 1);
        p += taken;
        length -= taken;
    }
    whole = length / WR_MD5_BLOCK;
    if (whole) {
        md5->blocks(state->state, p, whole);
        p += whole * WR_MD5_BLOCK;
        length -= whole * WR_MD5_BLOCK;
    }
    wr_copy(state->buffer, p, length);
}

void wr_md5_update(wr_md5_state *md5, const void *data, size_t length) {
    if (wr_md5_state_is_valid(md5))
        wr_md5_absorb(wr_kernel_active()->md5, md5, data, length);
}

void wr_md5_final(wr_md5_state *md5, uint8_t digest[WR_MD5_SIZE]) {
    if (!wr_md5_state_is_valid(md5))
        return;
    wr_md5_end(wr_kernel_active()->md5, md5->state, md5->buffer, md5->length % WR_MD5_BLOCK, md5->length);
    wr_md5_digest(digest, md5->state, 1);
    wr_wipe(md5, sizeof *md5);
}

void wr_md5(const void *data, size_t length, uint8_t digest[WR_MD5_SIZE]) {
    uint32_t state[4];
    memcpy(state, wr_md5_initial, sizeof state);
    wr_md5_end(wr_kernel_active()->md5, state, (const uint8_t *)data, length, length);
    wr_md5_digest(digest, state, 1);
}
