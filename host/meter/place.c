/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* place.c - the draw, and a call at a depth. */
#include "place.h"

#include <alloca.h>

#include "random.h"
#include "workload.h"

struct wrh_place wrh_place_draw(uint64_t *random) {
    struct wrh_place place;
    place.stack = (size_t)wrh_random_below(random, WRH_PAGE / WRH_STRAY) * WRH_STRAY;
    place.ring = (size_t)wrh_random_below(random, WRH_PAGE / WRH_LINE) * WRH_LINE;
    place.tags = (size_t)wrh_random_below(random, WRH_PAGE / WRH_LINE) * WRH_LINE;
    place.order = wrh_random_next(random);
    return place;
}

void wrh_place_below(size_t bytes, void (*call)(void *), void *argument) {
    volatile char *below = alloca(bytes + 1);
    below[0] = 0; /* or the compiler leaves it out */
    call(argument);
    below[bytes] = 0; /* or it is gone before the call */
}
