/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Batches whose messages have equally many blocks, through the lanes of a kernel. (Internal.) */
#ifndef WR_CORE_MD5_EQUAL_H
#define WR_CORE_MD5_EQUAL_H

#include "lanes.h"

/* All messages of the batch; whether they are of one length is known by then. */
void wr_md5_run_equal(struct wr_lane_output *output, int one_length);
/* `count` messages of equally many blocks, in the order of `messages`. */
void wr_md5_run_groups(struct wr_lane_output *output, const uint16_t *messages, size_t count);

#endif
