/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The slow path of verifying, and functions that both paths use. (Internal.) */
#ifndef WR_CORE_AH_VERIFYING_H
#define WR_CORE_AH_VERIFYING_H

#include "batch.h"

/* Read the packet's sequence number from its AH and check it against the window. Return WR_AH_OK, why the packet is
 * refused, or WR_AH_FLUSH_FIRST. */
int wr_ah_read_sequence(const struct wr_ah_batch *batch, struct wr_ah_item *item, const uint8_t *ah);
/* Check a packet and add its input to the batch. Return WR_AH_OK, why the packet is refused, or WR_AH_FLUSH_FIRST. */
int wr_ah_gather_verifying(struct wr_ah_batch *batch, const wr_ah_packet *packet, struct wr_ah_item *item);
/* Write the output of a packet whose ICV is right. */
void wr_ah_unwrap(const wr_ah_sa *sa, wr_ah_packet *packet, const struct wr_ah_layout *layout);

#endif
