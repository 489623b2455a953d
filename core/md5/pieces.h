/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A message in pieces as a sequence of stretches, each of which lies in one place: only blocks that begin in one piece
 * and end in another are copied. A message that lies in one place is a single stretch. (Internal.) */
#ifndef WR_CORE_MD5_PIECES_H
#define WR_CORE_MD5_PIECES_H

#include "cpu/kernel.h"

/* Bytes to hash next: whole blocks, or if they are the message's last, any number, even none. */
struct wr_md5_stretch {
    const uint8_t *data;
    size_t length;
};

/* How far a message has been cut into stretches: up to `taken` bytes of *piece. Pieces that are used up or empty are
 * behind, so that after the last stretch, and only then, piece == end. */
struct wr_md5_cursor {
    const wr_piece *piece, *end;
    size_t taken;
};

struct wr_md5_cursor wr_md5_cursor_at_start(const wr_pieces *message);

/* Return whether the next block begins in one piece and ends in another. */
static inline int wr_md5_cursor_at_seam(const struct wr_md5_cursor *cursor) {
    return cursor->piece != cursor->end && cursor->piece + 1 != cursor->end &&
           cursor->piece->length - cursor->taken < WR_MD5_BLOCK;
}

/* At a seam: put the next block together, and return it as a stretch. */
struct wr_md5_stretch wr_md5_cursor_join(struct wr_md5_cursor *cursor, uint8_t block[WR_MD5_BLOCK]);

/* Elsewhere: return the next stretch. */
struct wr_md5_stretch wr_md5_cursor_next(struct wr_md5_cursor *cursor);

/* Return the bytes of a message, or UINT32_MAX if they are more than `most`. */
uint32_t wr_pieces_length(const wr_pieces *message, size_t most);

#endif
