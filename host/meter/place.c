/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* place.c - draw random places in memory, and call a function deeper on the stack. */
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
    below[0] = 0; /* keeps the compiler from removing the array */
    call(argument);
    below[bytes] = 0; /* keeps the array alive during the call */
}
