/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "batch.h"

#include <string.h>

void wr_ah_add_input(struct wr_ah_batch *batch, struct wr_ah_item *item, uint8_t *head, size_t head_length,
                     uint8_t *icv, const uint8_t *body, size_t body_length) {
    const size_t odd = head_length % WR_AH_HEAD_BLOCK, gap = odd ? WR_AH_HEAD_BLOCK - odd : 0;
    const size_t filling = body_length < gap ? body_length : gap;

    memcpy(head + head_length, body, filling);
    wr_ah_put_input(batch, item, head, head_length + filling, icv, body + filling, body_length - filling);
}
