/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "pieces.h"

#include <string.h>

static void take(struct wr_md5_cursor *cursor, size_t length) {
    cursor->taken += length;
    while (cursor->piece != cursor->end && cursor->taken == cursor->piece->length) {
        cursor->piece++;
        cursor->taken = 0;
    }
}

struct wr_md5_cursor wr_md5_cursor_at_start(const wr_pieces *message) {
    struct wr_md5_cursor cursor = {message->pieces, message->pieces, 0};

    if (message->count) /* with a count of 0, `pieces` may be NULL */
        cursor.end += message->count;
    take(&cursor, 0);
    return cursor;
}

struct wr_md5_stretch wr_md5_cursor_join(struct wr_md5_cursor *cursor, uint8_t block[WR_MD5_BLOCK]) {
    size_t filled = 0;

    while (filled < WR_MD5_BLOCK && cursor->piece != cursor->end) {
        const size_t left = cursor->piece->length - cursor->taken, room = WR_MD5_BLOCK - filled;
        const size_t length = left < room ? left : room;
        memcpy(block + filled, (const uint8_t *)cursor->piece->data + cursor->taken, length);
        filled += length;
        take(cursor, length);
    }
    return (struct wr_md5_stretch){block, filled};
}

struct wr_md5_stretch wr_md5_cursor_next(struct wr_md5_cursor *cursor) {
    const wr_piece *const piece = cursor->piece;
    struct wr_md5_stretch stretch = {NULL, 0};

    if (piece == cursor->end)
        return stretch;
    stretch.data = (const uint8_t *)piece->data + cursor->taken;
    stretch.length = piece->length - cursor->taken;
    if (piece + 1 != cursor->end)
        stretch.length -= stretch.length % WR_MD5_BLOCK;
    take(cursor, stretch.length);
    return stretch;
}

uint32_t wr_pieces_length(const wr_pieces *message, size_t most) {
    size_t total = 0;

    for (size_t i = 0; i < message->count; i++) {
        if (message->pieces[i].length > most - total)
            return UINT32_MAX;
        total += message->pieces[i].length;
    }
    return (uint32_t)total;
}
