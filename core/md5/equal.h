/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Batches whose messages have the same number of blocks, hashed in the lanes of a kernel. (Internal.) */
#ifndef WR_CORE_MD5_EQUAL_H
#define WR_CORE_MD5_EQUAL_H

#include "lanes.h"

/* Hash all messages of the batch. `one_length` says whether all have the same length. */
void wr_md5_run_equal(struct wr_lane_output *output, int one_length);
/* Hash `count` messages with the same number of blocks, in the order of `messages`. */
void wr_md5_run_groups(struct wr_lane_output *output, const uint16_t *messages, size_t count);

#endif
