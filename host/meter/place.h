/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* place.h - where key states, messages, tags and stack lie in memory, redrawn for each block of rounds. (Internal.)
 *
 * The low 12 bits of these addresses decide which accesses cross a cache line and which loads are mistaken for
 * depending on an earlier store. They change a result by up to 15 %. A process that kept one placement would measure
 * only one case of many. */
#ifndef WRH_METER_PLACE_H
#define WRH_METER_PLACE_H

#include <stddef.h>
#include <stdint.h>

#define WRH_PAGE   4096
#define WRH_STRAY  16 /* a key state may lie at any multiple of this, as with malloc */
#define WRH_PLACES 64 /* number of states made for a subject before earlier ones are reused */
/* A ring of up to this many bytes is rewritten at another place; a larger one covers all places anyway. */
#define WRH_MOVABLE ((size_t)4 << 20)

/* A placement drawn at random; all zeros: no change. */
struct wrh_place {
    size_t stack;   /* distance in bytes from the caller's stack to that of a timed call */
    size_t ring;    /* offset of the ring in its memory in bytes, a multiple of a cache line */
    size_t tags;    /* offset of tags and descriptors in their memory in bytes, a multiple of a cache line */
    uint64_t order; /* seed for the order of the copies in the ring */
};

struct wrh_place wrh_place_draw(uint64_t *random);

/* Call `call(argument)` with the stack pointer lowered by `bytes`. */
void wrh_place_below(size_t bytes, void (*call)(void *), void *argument);

#endif
