/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A set-associative cache between a flash and its core. If a set is full, a random line is replaced, as the RP2350's
 * datasheet (4.4.1.3) says of its cache. A hit therefore does not change the state of the cache. The random sequence is
 * the same in every run. */
#ifndef WRH_MCU_CACHE_H
#define WRH_MCU_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "wirerate_mcu.h"

typedef struct {
    wrh_mcu_cache shape;
    uint32_t *held;  /* by set and way: 1 + number of the cached line, or 0 if there is none */
    uint32_t sets;   /* number of sets, a power of two */
    unsigned shift;  /* an address shifted right by this gives its line */
    uint32_t chance; /* state of the xorshift generator */
} wrh_cache;

/* Return false if memory is short or the shape is invalid. */
bool wrh_cache_open(wrh_cache *cache, const wrh_mcu_cache *shape);
void wrh_cache_close(wrh_cache *cache);
void wrh_cache_empty(wrh_cache *cache);
/* Access the lines of [address, address + bytes); return false if any had to be fetched. */
bool wrh_cache_use(wrh_cache *cache, uint32_t address, uint32_t bytes, wrh_mcu_fetches *fetched);

#endif
