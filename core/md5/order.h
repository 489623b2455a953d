/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* In which order the messages of a batch go through lanes. (Internal.) */
#ifndef WR_CORE_MD5_ORDER_H
#define WR_CORE_MD5_ORDER_H

#include "batch.h"

/* Messages of so many blocks are short: they go in groups where they fill all lanes. */
enum { WR_SHORT = 2 };

/* The numbers of at most WR_PART messages, those of most blocks first. Before order[longer[n]] lie the messages
 * of more than n blocks. */
void wr_md5_longest_first(uint16_t *order, const struct wr_md5_batch *batch, size_t longer[WR_SHORT + 1]);

#endif
