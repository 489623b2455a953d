/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Tracks which watched functions are active, from the blocks executed and from LR and SP at function entry. */
#ifndef WRH_MCU_CALLS_H
#define WRH_MCU_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WRH_CALLS_DEPTH = 64, WRH_CALLS_WATCHED = 32 };

typedef struct {
    uint32_t function;
    uint32_t back, stack; /* the call has returned when `back` is executed with stack pointer `stack` */
} wrh_call;

typedef struct {
    wrh_call frames[WRH_CALLS_DEPTH];
    size_t depth;
} wrh_calls;

/* Enter a function; return false if there is no room. */
bool wrh_calls_enter(wrh_calls *calls, uint32_t function, uint32_t link, uint32_t stack);
/* Return whether a block at this address may be a return, so that reading the stack pointer is worthwhile. */
bool wrh_calls_may_return(const wrh_calls *calls, uint32_t address);
/* Leave the calls that return to this address with this stack pointer; return whether there were any. */
bool wrh_calls_leave(wrh_calls *calls, uint32_t address, uint32_t stack);
/* Return the set of active functions. */
uint32_t wrh_calls_mask(const wrh_calls *calls);

#endif
