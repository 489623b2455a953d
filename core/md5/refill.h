/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Batches of any lengths, whole or in pieces, through the lanes of a kernel: a lane that ends takes the next message.
 * (Internal.) */
#ifndef WR_CORE_MD5_REFILL_H
#define WR_CORE_MD5_REFILL_H

#include "lanes.h"

/* Messages of such a batch, for the sake of the stack: whole ones, and in pieces. */
enum { WR_REFILL_MOST = 512, WR_PIECES_MOST = 96 };
void wr_md5_run_refill(struct wr_lane_output *output);
void wr_md5_run_pieces(struct wr_lane_output *output);

#endif
