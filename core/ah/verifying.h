/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Verifying, the long way, and what both ways share of it. (Internal.) */
#ifndef WR_CORE_AH_VERIFYING_H
#define WR_CORE_AH_VERIFYING_H

#include "batch.h"

/* The packet's sequence number from its AH, looked at in the window: WR_AH_OK, why not, or WR_AH_FLUSH_FIRST. */
int wr_ah_read_sequence(const struct wr_ah_batch *batch, struct wr_ah_item *item, const uint8_t *ah);
/* Checks a packet and builds its input: likewise. */
int wr_ah_gather_verifying(struct wr_ah_batch *batch, const wr_ah_packet *packet, struct wr_ah_item *item);
/* What comes out of a packet whose ICV is right. */
void wr_ah_unwrap(const wr_ah_sa *sa, wr_ah_packet *packet, const struct wr_ah_layout *layout);

#endif
