/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Watched functions: which are active, told from the blocks that run and from LR and SP at their entry. */
#ifndef WRH_MCU_CALLS_H
#define WRH_MCU_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WRH_CALLS_DEPTH = 64, WRH_CALLS_WATCHED = 32 };

typedef struct {
    uint32_t function;
    uint32_t back, stack; /* it has returned when `back` runs with the stack pointer at `stack` */
} wrh_call;

typedef struct {
    wrh_call frames[WRH_CALLS_DEPTH];
    size_t depth;
} wrh_calls;

/* Enters a function; false if there is no room. */
bool wrh_calls_enter(wrh_calls *calls, uint32_t function, uint32_t link, uint32_t stack);
/* Whether a block at that address may be a return, so that the stack pointer is worth reading. */
bool wrh_calls_may_return(const wrh_calls *calls, uint32_t address);
/* Leaves what returns to that address with that stack pointer; true if anything did. */
bool wrh_calls_leave(wrh_calls *calls, uint32_t address, uint32_t stack);
/* The set of active functions. */
uint32_t wrh_calls_mask(const wrh_calls *calls);

#endif
