/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Anti-replay: which sequence numbers were seen, and what an extended one's high half must be. (Internal.) */
#ifndef WR_CORE_AH_WINDOW_H
#define WR_CORE_AH_WINDOW_H

#include "wirerate_ah.h"

/* WR_AH_OK, WR_AH_REPLAYED or WR_AH_TOO_OLD. */
int wr_ah_window_check(const wr_ah_window *window, uint64_t sequence);
/* Notes a sequence number that was checked and whose ICV is right. */
void wr_ah_window_note(wr_ah_window *window, uint64_t sequence);
/* The 64-bit sequence number that a sender whose highest one known is `top` means by its low half. 0 if that would lie
 * before the first or past the last. */
uint64_t wr_ah_window_extend(size_t size, uint64_t top, uint32_t low);

#endif
