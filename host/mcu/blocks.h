/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The basic blocks of a run and their counts, with one column of counts per context. */
#ifndef WRH_MCU_BLOCKS_H
#define WRH_MCU_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint32_t address, bytes;
    uint32_t entry; /* 1 + index of the watched function that begins here, or 0 */
    uint64_t seen;  /* kept for wrh_flash_run */
} wrh_block;

typedef struct {
    uint64_t executed, taken;
} wrh_count;

typedef struct {
    wrh_block *blocks;
    size_t count, room;
    uint32_t *slots; /* hash table of 1 + block index by address; its size is a power of two and at least twice
                      * `room` */
    wrh_count **columns;
    size_t column_count;
} wrh_blocks;

void wrh_blocks_free(wrh_blocks *blocks);
/* Return the index of the block with this address and size, or SIZE_MAX if memory is short. `*fresh` says whether the
 * block is new. */
size_t wrh_blocks_find(wrh_blocks *blocks, uint32_t address, uint32_t bytes, bool *fresh);
/* Add a column of zeros. */
bool wrh_blocks_widen(wrh_blocks *blocks);

#endif
