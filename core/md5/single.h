/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Messages of a batch hashed one after another, without lanes. (Internal.) */
#ifndef WR_CORE_MD5_SINGLE_H
#define WR_CORE_MD5_SINGLE_H

#include "batch.h"

/* Hash the messages after those of the batch, up to message number `end`. Return the number of good tags if tags are
 * verified, otherwise 0. */
size_t wr_md5_run_singly(const struct wr_md5_kernel *md5, const struct wr_md5_batch *batch, size_t end);

#endif
