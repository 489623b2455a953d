/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Signing, the long way. (Internal.) */
#ifndef WR_CORE_AH_SIGNING_H
#define WR_CORE_AH_SIGNING_H

#include "batch.h"

/* Checks a packet and builds its input: WR_AH_OK, why not, or WR_AH_FLUSH_FIRST. */
int wr_ah_gather_signing(struct wr_ah_batch *batch, const wr_ah_packet *packet, struct wr_ah_item *item);
/* What comes out of a packet whose ICV was computed. */
void wr_ah_write_signed(const struct wr_ah_batch *batch, wr_ah_packet *packet, const struct wr_ah_item *item);

#endif
