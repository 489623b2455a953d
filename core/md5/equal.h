/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Batches whose messages have equally many blocks, through the lanes of a kernel. (Internal.) */
#ifndef WR_CORE_MD5_EQUAL_H
#define WR_CORE_MD5_EQUAL_H

#include "lanes.h"

void wr_md5_run_equal(struct wr_lane_output *output);

#endif
