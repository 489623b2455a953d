/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "cache.h"

#include <stdlib.h>
#include <string.h>

static bool power_of_two(uint32_t value) {
    return value && !(value & (value - 1));
}

bool wrh_cache_open(wrh_cache *cache, const wrh_mcu_cache *shape) {
    cache->shape = *shape;
    if (!power_of_two(shape->line_bytes) || !shape->ways || shape->lines > WRH_MCU_CACHE_LINES ||
        shape->lines % shape->ways || !power_of_two(shape->lines / shape->ways))
        return false;
    cache->sets = shape->lines / shape->ways;
    for (uint32_t line = shape->line_bytes; line > 1; line /= 2)
        cache->shift++;
    cache->held = calloc(shape->lines, sizeof *cache->held);
    return cache->held != NULL;
}

void wrh_cache_close(wrh_cache *cache) {
    free(cache->held);
}

void wrh_cache_empty(wrh_cache *cache) {
    memset(cache->held, 0, cache->shape.lines * sizeof *cache->held);
    cache->chance = UINT32_C(2463534242);
}

/* Marsaglia's 32-bit xorshift; its upper bits are the more random ones. */
static uint32_t by_chance(wrh_cache *cache, uint32_t choices) {
    cache->chance ^= cache->chance << 13;
    cache->chance ^= cache->chance >> 17;
    cache->chance ^= cache->chance << 5;
    return (uint32_t)((uint64_t)cache->chance * choices >> 32);
}

static bool use(wrh_cache *cache, uint32_t line, wrh_mcu_fetches *fetched) {
    const uint32_t ways = cache->shape.ways;
    uint32_t *set = &cache->held[(line & (cache->sets - 1)) * ways];

    for (uint32_t way = 0; way < ways; way++) {
        if (set[way] == line + 1)
            return true;
        if (!set[way]) {
            set[way] = line + 1;
            fetched->empty++;
            return false;
        }
    }
    set[by_chance(cache, ways)] = line + 1;
    fetched->instead++;
    return false;
}

bool wrh_cache_use(wrh_cache *cache, uint32_t address, uint32_t bytes, wrh_mcu_fetches *fetched) {
    const uint32_t last = (address + bytes - 1) >> cache->shift;
    bool all_held = true;

    for (uint32_t line = address >> cache->shift; line <= last; line++)
        all_held &= use(cache, line, fetched);
    return all_held;
}
