/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Flashes with line buffers, and caches, all following one run: which lines of it each must fetch.
 *
 * A loop needs following for two rounds only. A round leaves buffers that replace the least recently used as it found
 * them, if the same round came before it: on top lie the lines of the round in the order of their last use, below them
 * what they did not drive out. So the third round and those after it miss what the second did. A cache is left as it
 * was by a round that it held whole; one that it did not is followed.
 */
#ifndef WRH_MCU_FLASH_H
#define WRH_MCU_FLASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cache.h"
#include "lines.h"
#include "wirerate_mcu.h"

enum { WRH_ROUND_MOST = 32 }; /* blocks of a round; a power of two */

typedef struct {
    wrh_mcu_flash shape;
    unsigned shift;     /* a line is an address shifted right by so much, */
    uint32_t first;     /* counted from this one */
    uint32_t last_line; /* of the instructions */
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
    wrh_mcu_misses *missed;   /* the row of `count` that counts now, */
    wrh_mcu_fetches *fetched; /* and that of `cache_count`: the caller's */

    uint64_t now;        /* blocks used */
    uint64_t since_data; /* of them, since data was, */
    uint64_t since_held; /* and since a cache did not hold one */
    uint64_t period;     /* each of the last `alike` blocks is the one that was so many before it */
    uint64_t alike;
    uint64_t rounds;                        /* further ones that have not been followed yet, */
    uint64_t part;                          /* and blocks of another */
    wrh_flash_block latest[WRH_ROUND_MOST]; /* the last that were followed, at their number modulo WRH_ROUND_MOST, */
    wrh_mcu_misses *latest_missed;          /* and what each missed: rows of `count` */
} wrh_flash;

/* Over a flash at [base, base + bytes). False without memory, or when a shape is none. */
bool wrh_flash_open(wrh_flash *flash, const wrh_mcu_memories *memories, uint32_t base, uint32_t bytes);
void wrh_flash_close(wrh_flash *flash);
/* Empties the buffers. */
void wrh_flash_restart(wrh_flash *flash);
/* From now on misses and fetches are added to these rows. */
void wrh_flash_count_in(wrh_flash *flash, wrh_mcu_misses *missed, wrh_mcu_fetches *fetched);
/* A block of instructions; `*seen` is the caller's to keep for it, 0 at first. */
void wrh_flash_run(wrh_flash *flash, uint32_t address, uint32_t bytes, uint64_t *seen);
void wrh_flash_read(wrh_flash *flash, uint32_t address, uint32_t bytes);
/* Makes what was missed complete. */
void wrh_flash_settle(wrh_flash *flash);

#endif
