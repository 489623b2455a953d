/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A set-associative cache between a flash and its core. Of a full set the line that makes room is chosen by chance, as
 * the RP2350's datasheet says of its own (4.4.1.3): so a line that is found leaves the cache as it was. The chance is
 * the same in every run. */
#ifndef WRH_MCU_CACHE_H
#define WRH_MCU_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "wirerate_mcu.h"

typedef struct {
    wrh_mcu_cache shape;
    uint32_t *held;  /* by set and way: 1 + the line that is there, or 0 */
    uint32_t sets;   /* a power of two */
    unsigned shift;  /* a line is an address shifted right by so much */
    uint32_t chance; /* state of a xorshift generator */
} wrh_cache;

/* False without memory, or when the shape is none. */
bool wrh_cache_open(wrh_cache *cache, const wrh_mcu_cache *shape);
void wrh_cache_close(wrh_cache *cache);
void wrh_cache_empty(wrh_cache *cache);
/* Uses the lines of [address, address + bytes); false if any had to be fetched. */
bool wrh_cache_use(wrh_cache *cache, uint32_t address, uint32_t bytes, wrh_mcu_fetches *fetched);

#endif
