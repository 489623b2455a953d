/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* UHASH up to L2 (RFC 4418 sections 5.2 and 5.3). (Internal.) */
#ifndef WR_CORE_UMAC_HASH_H
#define WR_CORE_UMAC_HASH_H

#include "layout.h"

struct wr_umac_kernel;

/* Compute the L2 value of each stream ([0] high, [1] low), of a whole message or of a message in pieces. */
void wr_uhash(uint64_t y[WR_UMAC_STREAMS][2], const wr_umac_key *key, const struct wr_umac_kernel *kernel,
              const uint8_t *data, size_t length);
void wr_uhash_init(wr_umac_state *mac);
void wr_uhash_update(wr_umac_state *mac, const wr_umac_key *key, const struct wr_umac_kernel *kernel,
                     const uint8_t *data, size_t length);
void wr_uhash_final(uint64_t y[WR_UMAC_STREAMS][2], wr_umac_state *mac, const wr_umac_key *key,
                    const struct wr_umac_kernel *kernel);

#endif
