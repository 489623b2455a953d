/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A message in pieces, hashed from where they lie: only blocks that lie in more than one piece are put together.
 * (Internal.) */
#ifndef WR_CORE_MD5_PIECES_H
#define WR_CORE_MD5_PIECES_H

#include "util/bytes.h"
#include "wirerate.h"

/* Where a message stands: `taken` bytes of *piece are behind. Never behind all of a piece, so that at the message's end
 * `piece` is one past the last that is not empty. */
struct wr_md5_cursor {
    const wr_piece *piece;
    size_t taken;
};

/* Bytes to be hashed next: whole blocks, or what ends the message. */
struct wr_md5_stretch {
    const uint8_t *data;
    size_t length;
};

static inline const wr_piece *wr_pieces_end(const wr_pieces *message) {
    return message->count ? message->pieces + message->count : message->pieces;
}

/* The bytes of a message; if they are more than `most`, no matter by how much, UINT32_MAX. */
static inline uint32_t wr_pieces_length(const wr_pieces *message, size_t most) {
    size_t total = 0;

    for (size_t i = 0; i < message->count; i++) {
        if (message->pieces[i].length > most - total)
            return UINT32_MAX;
        total += message->pieces[i].length;
    }
    return (uint32_t)total;
}

static inline void wr_cursor_take(struct wr_md5_cursor *cursor, const wr_piece *end, size_t length) {
    cursor->taken += length;
    while (cursor->piece != end && cursor->taken == cursor->piece->length) {
        cursor->piece++;
        cursor->taken = 0;
    }
}

static inline struct wr_md5_cursor wr_cursor_at_start(const wr_pieces *message) {
    struct wr_md5_cursor cursor = {message->pieces, 0};
    wr_cursor_take(&cursor, wr_pieces_end(message), 0);
    return cursor;
}

/* Whether the next block ends in a piece after that in which it begins. */
static inline int wr_cursor_at_seam(const struct wr_md5_cursor *cursor, const wr_piece *end) {
    return cursor->piece != end && cursor->piece + 1 != end && cursor->piece->length - cursor->taken < WR_MD5_BLOCK;
}

/* What can be hashed from where it lies; not at a seam. At the message's end there is nothing. */
static inline struct wr_md5_stretch wr_cursor_stretch(struct wr_md5_cursor *cursor, const wr_piece *end) {
    struct wr_md5_stretch stretch = {NULL, 0};

    if (cursor->piece == end)
        return stretch;
    stretch.data = (const uint8_t *)cursor->piece->data + cursor->taken;
    stretch.length = cursor->piece->length - cursor->taken;
    if (cursor->piece + 1 != end)
        stretch.length -= stretch.length % WR_MD5_BLOCK;
    wr_cursor_take(cursor, end, stretch.length);
    return stretch;
}

/* At a seam: puts the next block together. Returns its bytes, fewer than 64 only where the message ends. */
static inline size_t wr_cursor_join(struct wr_md5_cursor *cursor, const wr_piece *end, uint8_t block[WR_MD5_BLOCK]) {
    size_t filled = 0;

    while (filled < WR_MD5_BLOCK && cursor->piece != end) {
        const size_t left = cursor->piece->length - cursor->taken, room = WR_MD5_BLOCK - filled;
        const size_t length = left < room ? left : room;
        memcpy(block + filled, (const uint8_t *)cursor->piece->data + cursor->taken, length);
        filled += length;
        wr_cursor_take(cursor, end, length);
    }
    return filled;
}

#endif
