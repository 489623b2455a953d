/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Longest first, by a counting sort. Of neighbours, which may well have one length, each counts by itself: a counter is
 * not read again just after it was written.
 */
#include "order.h"

#include <string.h>

#include "refill.h"

/* Messages of as many blocks as there are classes, or more, are equal. */
enum { CLASSES = 128, SORTS = 4 };

static size_t class_of(const struct wr_md5_batch *batch, size_t message) {
    const size_t blocks = wr_md5_padded_blocks(wr_batch_length(batch, message));
    return blocks < CLASSES ? blocks : CLASSES - 1;
}

void wr_md5_longest_first(uint16_t *order, const struct wr_md5_batch *batch, size_t longer[WR_SHORT + 1]) {
    uint16_t place[CLASSES][SORTS] = {{0}}, sum = 0;
    uint8_t classes[WR_REFILL_MOST];
    size_t most = WR_SHORT;

    for (size_t i = 0; i < batch->count; i++) {
        const size_t class = class_of(batch, i);
        classes[i] = (uint8_t)class;
        place[class][i % SORTS]++;
        most = class > most ? class : most;
    }
    for (size_t class = most + 1; class-- > 0;) {
        if (class <= WR_SHORT)
            longer[class] = sum;
        for (size_t k = 0; k < SORTS; k++) {
            const uint16_t here = place[class][k];
            place[class][k] = sum;
            sum = (uint16_t)(sum + here);
        }
    }
    for (size_t i = 0; i < batch->count; i++)
        order[place[classes[i]][i % SORTS]++] = (uint16_t)i;
}
