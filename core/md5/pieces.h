/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Split a message in pieces into stretches, each of which is contiguous. Only blocks that begin in one piece and end in
 * another are copied. A contiguous message is a single stretch. (Internal.) */
#ifndef WR_CORE_MD5_PIECES_H
#define WR_CORE_MD5_PIECES_H

#include "cpu/kernel.h"

/* The bytes to hash next: whole blocks or, at the end of the message, any number of bytes, including 0. */
struct wr_md5_stretch {
    const uint8_t *data;
    size_t length;
};

/* The position up to which a message has been cut into stretches: `taken` bytes into *piece. Used and empty pieces are
 * skipped, so piece == end only after the last stretch. */
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

/* At a seam: copy the next block to `block`, and return it as a stretch. */
struct wr_md5_stretch wr_md5_cursor_join(struct wr_md5_cursor *cursor, uint8_t block[WR_MD5_BLOCK]);

/* Not at a seam: return the next stretch. */
struct wr_md5_stretch wr_md5_cursor_next(struct wr_md5_cursor *cursor);

/* Return the length of a message in bytes, or UINT32_MAX if it is more than `most`. */
uint32_t wr_pieces_length(const wr_pieces *message, size_t most);

#endif
