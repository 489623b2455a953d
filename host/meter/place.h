/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* place.h - where key state, messages, tags and stack lie: drawn anew for each block of rounds. (Internal.)
 *
 * The low 12 bits of these addresses decide which accesses cross a cache line and which stores a load is mistaken for;
 * they move a subject by up to 15 %, and a process that keeps them all measures one of many machines. */
#ifndef WRH_METER_PLACE_H
#define WRH_METER_PLACE_H

#include <stddef.h>
#include <stdint.h>

#define WRH_PAGE   4096
#define WRH_STRAY  16 /* a key state lies where malloc puts it: at any multiple of this */
#define WRH_PLACES 64 /* that one subject's state is given before earlier ones are taken again */
/* Bytes of a ring that is written anew elsewhere; a larger one lies everywhere. */
#define WRH_MOVABLE ((size_t)4 << 20)

/* As drawn; all zero: as it falls. */
struct wrh_place {
    size_t stack;   /* bytes below the caller that a timed call begins */
    size_t ring;    /* bytes into its memory that a ring begins; whole lines */
    size_t tags;    /* bytes into their memory that tags and descriptors begin; whole lines */
    uint64_t order; /* of the copies in the ring */
};

struct wrh_place wrh_place_draw(uint64_t *random);

/* Calls `call(argument)` with the stack so many bytes further down. */
void wrh_place_below(size_t bytes, void (*call)(void *), void *argument);

#endif
