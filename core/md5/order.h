/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The order in which the messages of a batch are hashed in lanes. (Internal.) */
#ifndef WR_CORE_MD5_ORDER_H
#define WR_CORE_MD5_ORDER_H

#include "batch.h"

/* Messages of at most this many blocks are short: they are hashed in groups if they fill all lanes. */
enum { WR_SHORT = 2 };

/* Write the numbers of at most WR_PART messages to `order`, those with the most blocks first. Messages of more than n
 * blocks come before order[longer[n]]. */
void wr_md5_longest_first(uint16_t *order, const struct wr_md5_batch *batch, size_t longer[WR_SHORT + 1]);

#endif
