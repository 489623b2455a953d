/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Sort messages by length, longest first, with a counting sort. Neighbours often have the same length, so they use
 * different counters: no counter is read right after it was written.
 */
#include "order.h"

#include <string.h>

#include "lanes.h"

/* Each number of blocks below EXACT is a class of its own. Above, there are eight classes per power of two, and the
 * last class holds everything longer. */
enum { EXACT = 64, CLASSES = 128, SORTS = 4 };

static size_t class_of(size_t blocks) {
    unsigned shift = 3;

    if (blocks < EXACT)
        return blocks;
    while (blocks >> shift >= 16)
        shift++;
    blocks = EXACT + (shift - 3) * 8 + (blocks >> shift) - 8;
    return blocks < CLASSES ? blocks : CLASSES - 1;
}

void wr_md5_longest_first(uint16_t *order, const struct wr_md5_batch *batch, size_t longer[WR_SHORT + 1]) {
    uint16_t place[CLASSES][SORTS] = {{0}}, sum = 0;
    uint8_t classes[WR_PART];
    size_t most = WR_SHORT;

    for (size_t i = 0; i < batch->count; i++) {
        const size_t class = class_of(wr_batch_blocks(batch, wr_batch_length(batch, i)));
        classes[i] = (uint8_t)class;
        place[class][i % SORTS]++;
        most = class > most ? class : most;
    }
    for (size_t class = most + 1; class-- > 0;) {
        if (class <= WR_SHORT)
            longer[class] = sum;
        for (size_t k = 0; k < SORTS; k++) {
            const uint16_t messages_placed = place[class][k];
            place[class][k] = sum;
            sum = (uint16_t)(sum + messages_placed);
        }
    }
    for (size_t i = 0; i < batch->count; i++)
        order[place[classes[i]][i % SORTS]++] = (uint16_t)i;
}
