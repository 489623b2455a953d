/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Models of flashes with line buffers, and of caches, that follow one run and count the lines that each model must
 * fetch.
 *
 * Only two rounds of a loop need to be followed. With least-recently-used replacement, a round leaves the buffers as it
 * found them if the same round came before it: on top are the lines of the round in the order of their last use, below
 * them the lines that they did not evict. So the third and later rounds have the same misses as the second. A round
 * that fits into a cache leaves the cache unchanged; a round that does not fit is followed every time.
 */
#ifndef WRH_MCU_FLASH_H
#define WRH_MCU_FLASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cache.h"
#include "lines.h"
#include "wirerate_mcu.h"

enum { WRH_ROUND_MOST = 32 }; /* maximum number of blocks in a round; a power of two */

typedef struct {
    wrh_mcu_flash shape;
    unsigned shift;     /* an address shifted right by this gives its line */
    uint32_t first;     /* the first line of the flash */
    uint32_t last_line; /* the last line used for instructions */
    wrh_lines code, data;
} wrh_flash_model;

typedef struct {
    uint32_t address, bytes;
} wrh_flash_block;

typedef struct {
    wrh_flash_model *models;
    size_t count;
    wrh_cache *caches;
    size_t cache_count;
    wrh_mcu_misses *missed;   /* the caller's row of `count` counters in use */
    wrh_mcu_fetches *fetched; /* the caller's row of `cache_count` counters in use */

    uint64_t now;        /* number of blocks executed */
    uint64_t since_data; /* blocks executed since the last data access */
    uint64_t since_held; /* blocks executed since a cache last missed */
    uint64_t period;     /* each of the last `alike` blocks equals the one this many blocks before it */
    uint64_t alike;
    uint64_t rounds;                        /* further whole rounds not followed yet */
    uint64_t part;                          /* blocks of an incomplete round not followed yet */
    wrh_flash_block latest[WRH_ROUND_MOST]; /* the latest blocks, by number modulo WRH_ROUND_MOST */
    wrh_mcu_misses *latest_missed;          /* the misses of each of them: rows of `count` */
} wrh_flash;

/* Model a flash at [base, base + bytes). Return false if memory is short or a shape is invalid. */
bool wrh_flash_open(wrh_flash *flash, const wrh_mcu_memories *memories, uint32_t base, uint32_t bytes);
void wrh_flash_close(wrh_flash *flash);
/* Empty the buffers. */
void wrh_flash_restart(wrh_flash *flash);
/* From now on, add misses and fetches to these rows. */
void wrh_flash_count_in(wrh_flash *flash, wrh_mcu_misses *missed, wrh_mcu_fetches *fetched);
/* Execute a block of instructions. `*seen` is kept by the caller for each block and starts at 0. */
void wrh_flash_run(wrh_flash *flash, uint32_t address, uint32_t bytes, uint64_t *seen);
void wrh_flash_read(wrh_flash *flash, uint32_t address, uint32_t bytes);
/* Complete the counts with the rounds not followed yet. */
void wrh_flash_settle(wrh_flash *flash);

#endif
