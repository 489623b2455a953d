/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "window.h"

enum { BITS = 64 };

static uint64_t *word_of(const wr_ah_window *window, uint64_t sequence) {
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): a valid SA's window has words if it has a size */
    return &window->bitmap[sequence / BITS % window->words];
}

int wr_ah_window_check(const wr_ah_window *window, uint64_t sequence) {
    if (window->size == 0)
        return WR_AH_OK;
    if (sequence == 0) /* sequence numbers begin with 1 (RFC 4302 section 3.3.2) */
        return WR_AH_REPLAYED;
    if (sequence > window->top)
        return WR_AH_OK;
    if (window->top - sequence >= window->size)
        return WR_AH_TOO_OLD;
    return *word_of(window, sequence) >> sequence % BITS & 1 ? WR_AH_REPLAYED : WR_AH_OK;
}

/* Move the window by clearing whole words, never by shifting (RFC 6479). The bitmap has one word more than the window
 * needs, to make this possible. */
void wr_ah_window_note(wr_ah_window *window, uint64_t sequence) {
    if (window->size == 0)
        return;
    if (sequence > window->top) {
        const uint64_t from = window->top / BITS, to = sequence / BITS;
        const uint64_t steps = to - from < window->words ? to - from : window->words;
        for (uint64_t i = 1; i <= steps; i++)
            window->bitmap[(from + i) % window->words] = 0;
        window->top = sequence;
    }
    *word_of(window, sequence) |= (uint64_t)1 << sequence % BITS;
}

/* RFC 4302 appendix B2.2: among the numbers with this low half, return the one within the 2^32 numbers that begin at
 * the left edge of the window. */
uint64_t wr_ah_window_extend(size_t size, uint64_t top, uint32_t low) {
    const uint32_t top_low = (uint32_t)top, edge = top_low - (uint32_t)size + 1;
    const uint64_t high = top >> 32;

    if (top_low >= size - 1) { /* case A: the window lies within one subspace of 2^32 numbers */
        if (low >= edge)
            return high << 32 | low;
        return high == UINT32_MAX ? 0 : (high + 1) << 32 | low;
    }
    if (low < edge) /* case B: the window extends back into the previous subspace */
        return high << 32 | low;
    return high == 0 ? 0 : (high - 1) << 32 | low;
}
