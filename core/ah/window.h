/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The anti-replay window, and extended sequence numbers. (Internal.) */
#ifndef WR_CORE_AH_WINDOW_H
#define WR_CORE_AH_WINDOW_H

#include "wirerate_ah.h"

/* Return WR_AH_OK, WR_AH_REPLAYED or WR_AH_TOO_OLD for a sequence number. */
int wr_ah_window_check(const wr_ah_window *window, uint64_t sequence);
/* Record a sequence number that passed wr_ah_window_check and whose packet has the right ICV. */
void wr_ah_window_note(wr_ah_window *window, uint64_t sequence);
/* Return the 64-bit sequence number whose low half is `low`, given that `top` is the highest number verified so far; 0
 * if it would be out of range. */
uint64_t wr_ah_window_extend(size_t size, uint64_t top, uint32_t low);

#endif
