/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Hash batches with messages of any length in the lanes of a kernel: a lane that is done takes the next message.
 * (Internal.) */
#ifndef WR_CORE_MD5_REFILL_H
#define WR_CORE_MD5_REFILL_H

#include "lanes.h"

/* Hash all messages of the batch: contiguous messages, the whole blocks of streams, or messages in pieces. */
void wr_md5_run_refill(struct wr_lane_output *output);
void wr_md5_run_streams(struct wr_lane_output *output);
void wr_md5_run_pieces(struct wr_lane_output *output);

#endif
