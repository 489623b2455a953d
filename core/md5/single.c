/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "single.h"

#include <string.h>

#include "lanes.h"
#include "pieces.h"
#include "util/secret.h"

/* Finish a message in pieces from `state`; `total` bytes were hashed before. */
WR_APART void hash_pieces(const struct wr_md5_kernel *md5, uint32_t state[4], const wr_pieces *message,
                          uint64_t total) {
    struct wr_md5_cursor cursor = wr_md5_cursor_at_start(message);
    struct wr_md5_stretch stretch;
    uint8_t block[WR_MD5_BLOCK];

    for (;;) {
        stretch = wr_md5_cursor_at_seam(&cursor) ? wr_md5_cursor_join(&cursor, block) : wr_md5_cursor_next(&cursor);
        total += stretch.length;
        if (cursor.piece == cursor.end)
            break;
        md5->blocks(state, stretch.data, stretch.length / WR_MD5_BLOCK);
    }
    wr_md5_end(md5, state, stretch.data, stretch.length, total);
}

/* Compute the digest or HMAC of one message. */
static void hash_one(const struct wr_md5_kernel *md5, const struct wr_md5_batch *batch, size_t i,
                     uint8_t digest[WR_MD5_SIZE]) {
    const uint64_t before = wr_batch_hashed(batch, i);
    uint32_t state[4];

    memcpy(state, wr_batch_state(batch, i), sizeof state);
    if (batch->pieces)
        hash_pieces(md5, state, &batch->pieces[i], before);
    else /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a batch has messages, or pieces */
        wr_md5_end(md5, state, (const uint8_t *)batch->messages[i].data, batch->messages[i].length,
                   before + batch->messages[i].length);
    if (batch->kind == WR_MD5_HMAC)
        wr_md5_outer(md5, (batch->keys ? batch->keys[i] : batch->key)->outer, state, digest);
    else
        wr_md5_digest(digest, state, 1);
}

static unsigned hash_or_verify(const struct wr_md5_kernel *md5, const struct wr_md5_batch *batch, size_t i) {
    uint8_t digest[WR_MD5_SIZE];
    unsigned good = 0;

    if (batch->kind == WR_MD5_BLOCKS) {
        md5->blocks(batch->states[i]->state, (const uint8_t *)batch->messages[i].data,
                    batch->messages[i].length / WR_MD5_BLOCK);
        return 0;
    }
    hash_one(md5, batch, i, digest);
    if (batch->good)
        good = batch->good[i] = (uint8_t)wr_equal_tags(digest, batch->tags[i], batch->tag_length);
    else
        memcpy(batch->pieces ? batch->pieces[i].tag : batch->messages[i].tag, digest, batch->tag_length);
    return good;
}

WR_APART size_t run_one_by_one(const struct wr_md5_kernel *md5, const struct wr_md5_batch *batch, size_t end) {
    size_t good = 0;

    for (size_t i = batch->count; i < end; i++)
        good += hash_or_verify(md5, batch, i);
    return good;
}

size_t wr_md5_run_singly(const struct wr_md5_kernel *md5, const struct wr_md5_batch *batch, size_t end) {
    size_t good;

    if (batch->count == end)
        return 0;
    good = run_one_by_one(md5, batch, end);
    if (batch->kind == WR_MD5_HMAC)
        wr_burn_below(batch->pieces ? WR_DEPTH_MESSAGE : md5->depth);
    return good;
}
