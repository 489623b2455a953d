/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* K-way MD5: the "One Proposed Solution" of RFC 1810, as wirerate_experimental.h defines it. */
#include <string.h>

#include "md5.h"
#include "util/bytes.h"
#include "util/compiler.h"
#include "util/mark.h"
#include "wirerate_experimental.h"

static const uint8_t label[] = "RFC 1810 K-way MD5";
static const uint32_t final_chain = 0xFFFFFFFFu; /* the chain that hashes the digests of the others */

/* Build P(K, j) for K = ways and j = chain. */
static void prefix_block(uint8_t block[WR_MD5_BLOCK], uint32_t ways, uint32_t chain) {
    memset(block, 0, WR_MD5_BLOCK);
    memcpy(block, label, sizeof label - 1);
    wr_store32_le(block + 56, ways);
    wr_store32_le(block + 60, chain);
}

/* Hash `count` superblocks: block n of chain j is at data + 64 * (n * ways + j). */
WR_STATIC_ASSERT(WR_MD5_WAYS_MAX == WR_LANES_MAX, "the state has a column for each lane");
static void advance(const struct wr_md5_kernel *md5, wr_md5_ways_state *ways, const uint8_t *data, size_t count) {
    if (md5->lanes == 1) {
        for (size_t n = 0; n < count; n++) {
            for (size_t j = 0; j < ways->ways; j++) {
                uint32_t state[4];
                for (size_t w = 0; w < 4; w++)
                    state[w] = ways->state[w][j];
                md5->blocks(state, data + WR_MD5_BLOCK * (n * ways->ways + j), 1);
                for (size_t w = 0; w < 4; w++)
                    ways->state[w][j] = state[w];
            }
        }
        return;
    }
    for (size_t j = 0; j < ways->ways; j += md5->lanes) {
        const size_t lanes = ways->ways - j < md5->lanes ? ways->ways - j : md5->lanes;
        const uint8_t *lane[WR_LANES_MAX];
        for (size_t i = 0; i < wr_lanes_rounded(md5, lanes);
             i++) /* surplus lanes repeat the last chain, in unused columns */
            lane[i] = data + WR_MD5_BLOCK * (j + (i < lanes ? i : lanes - 1));
        md5->lane_blocks((uint32_t (*)[WR_LANES_MAX]) & ways->state[0][j], lane, (size_t)WR_MD5_BLOCK * ways->ways,
                         lanes, count);
    }
}

static int is_valid(const wr_md5_ways_state *md5) {
    return md5 && md5->mark == (WR_MARK_MD5_WAYS_STATE ^ md5->ways);
}

wr_status wr_md5_ways_init(wr_md5_ways_state *md5, unsigned ways) {
    md5->mark = 0;
    md5->ways = 0;
    if (ways < 4 || ways > WR_MD5_WAYS_MAX || ways % 4)
        return WR_BAD_LENGTH;
    for (size_t w = 0; w < 4; w++) {
        for (size_t j = 0; j < WR_MD5_WAYS_MAX; j++)
            md5->state[w][j] = wr_md5_initial[w];
    }
    md5->ways = ways;
    md5->mark = WR_MARK_MD5_WAYS_STATE ^ ways;
    md5->length = 0;
    for (uint32_t j = 0; j < ways; j++)
        prefix_block(md5->buffer + j * WR_MD5_BLOCK, ways, j);
    advance(wr_kernel_active()->md5, md5, md5->buffer, 1);
    return WR_OK;
}

static void absorb(const struct wr_md5_kernel *kernel, wr_md5_ways_state *md5, const uint8_t *p, size_t length) {
    const size_t superblock = (size_t)md5->ways * WR_MD5_BLOCK;
    const size_t held = (size_t)(md5->length % superblock);
    size_t whole;

    md5->length += length;
    if (held) {
        const size_t room = superblock - held, taken = length < room ? length : room;
        wr_copy(md5->buffer + held, p, taken);
        if (taken < room)
            return;
        advance(kernel, md5, md5->buffer, 1);
        p += taken;
        length -= taken;
    }
    whole = length / superblock;
    if (whole) {
        advance(kernel, md5, p, whole);
        p += whole * superblock;
        length -= whole * superblock;
    }
    wr_copy(md5->buffer, p, length);
}

void wr_md5_ways_update(wr_md5_ways_state *md5, const void *data, size_t length) {
    if (is_valid(md5))
        absorb(wr_kernel_active()->md5, md5, (const uint8_t *)data, length);
}

/* Return the number of bytes left over for chain j: its part of the unfinished superblock. */
static size_t left_of(const wr_md5_ways_state *md5, size_t j) {
    const size_t held = (size_t)(md5->length % ((uint64_t)md5->ways * WR_MD5_BLOCK)), begin = j * WR_MD5_BLOCK;
    return held <= begin ? 0 : held - begin < WR_MD5_BLOCK ? held - begin : WR_MD5_BLOCK;
}

/* Put block n (0 or 1) of the end of chain j into its place in the buffer: block 0 has the rest of its data and as much
 * padding as fits; block 1, used if the length did not fit, has the remainder. */
static void put_end(wr_md5_ways_state *md5, size_t j, size_t left, size_t n) {
    const uint64_t whole = md5->length / ((uint64_t)md5->ways * WR_MD5_BLOCK);
    uint8_t last[WR_MD5_LAST], *const place = md5->buffer + j * WR_MD5_BLOCK;

    if (n == 1)
        memset(place, 0, WR_MD5_BLOCK); /* block 0 was hashed; the second block holds no data */
    wr_md5_pad(last, place, n ? WR_MD5_BLOCK - 1 : left, WR_MD5_BLOCK * (1 + whole) + left);
    memcpy(place, last + n * WR_MD5_BLOCK, WR_MD5_BLOCK);
    if (n == 1 && left == WR_MD5_BLOCK)
        place[0] = 0x80;
}

void wr_md5_ways_final(wr_md5_ways_state *md5, uint8_t digest[WR_MD5_SIZE]) {
    uint8_t digests[WR_MD5_WAYS_MAX * WR_MD5_SIZE], prefix[WR_MD5_BLOCK], left[WR_MD5_WAYS_MAX];
    const struct wr_md5_kernel *kernel = wr_kernel_active()->md5;
    const size_t ways = md5 ? md5->ways : 0;
    wr_md5_state final;

    if (!is_valid(md5))
        return;
    for (size_t j = 0; j < ways; j++)
        left[j] = (uint8_t)left_of(md5, j);
    for (size_t n = 0; n < 2; n++) {
        for (size_t j = 0; j < ways; j++)
            put_end(md5, j, left[j], n);
        advance(kernel, md5, md5->buffer, 1); /* for chains whose digest is already taken, the result is ignored */
        for (size_t j = 0; j < ways; j++) {
            if (n == (left[j] >= WR_MD5_BLOCK - 8))
                wr_md5_digest(digests + j * WR_MD5_SIZE, &md5->state[0][j], WR_MD5_WAYS_MAX);
        }
    }
    prefix_block(prefix, md5->ways, final_chain);
    wr_md5_init(&final);
    wr_md5_update(&final, prefix, sizeof prefix);
    wr_md5_update(&final, digests, ways * WR_MD5_SIZE);
    wr_md5_final(&final, digest);
    wr_wipe(md5, sizeof *md5);
}

wr_status wr_md5_ways(const void *data, size_t length, unsigned ways, uint8_t digest[WR_MD5_SIZE]) {
    wr_md5_ways_state md5;
    const wr_status status = wr_md5_ways_init(&md5, ways);
    if (status != WR_OK)
        return status;
    wr_md5_ways_update(&md5, data, length);
    wr_md5_ways_final(&md5, digest);
    return WR_OK;
}
