/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Batches of any lengths through the lanes of a kernel: a lane that is done takes the next message. (Internal.) */
#ifndef WR_CORE_MD5_REFILL_H
#define WR_CORE_MD5_REFILL_H

#include "lanes.h"

/* Hash all messages of the batch. Of streams they are the blocks to go on with. */
void wr_md5_run_refill(struct wr_lane_output *output);
void wr_md5_run_streams(struct wr_lane_output *output);
void wr_md5_run_pieces(struct wr_lane_output *output);

#endif
