/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The slow path of signing. (Internal.) */
#ifndef WR_CORE_AH_SIGNING_H
#define WR_CORE_AH_SIGNING_H

#include "batch.h"

/* Check a packet and add its input to the batch. Return WR_AH_OK, why the packet is refused, or WR_AH_FLUSH_FIRST. */
int wr_ah_gather_signing(struct wr_ah_batch *batch, const wr_ah_packet *packet, struct wr_ah_item *item);
/* Write the signed packet after its ICV has been computed. */
void wr_ah_write_signed(const struct wr_ah_batch *batch, wr_ah_packet *packet, const struct wr_ah_item *item);

#endif
