/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The basic blocks of a run and their counts, a column of counts for each context. */
#ifndef WRH_MCU_BLOCKS_H
#define WRH_MCU_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint32_t address, bytes;
    uint32_t entry; /* 1 + the watched function that begins here, or 0 */
    uint64_t seen;  /* wrh_flash_run()'s */
} wrh_block;

typedef struct {
    uint64_t executed, taken;
} wrh_count;

typedef struct {
    wrh_block *blocks;
    size_t count, room;
    uint32_t *slots; /* 1 + index of a block, found by its address; a power of two of them, at least twice `room` */
    wrh_count **columns;
    size_t column_count;
} wrh_blocks;

void wrh_blocks_free(wrh_blocks *blocks);
/* The block of that address and size, SIZE_MAX without memory. `*fresh` if it was not known. */
size_t wrh_blocks_find(wrh_blocks *blocks, uint32_t address, uint32_t bytes, bool *fresh);
/* One more column, all zero. */
bool wrh_blocks_widen(wrh_blocks *blocks);

#endif
