/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "calls.h"

bool wrh_calls_enter(wrh_calls *calls, uint32_t function, uint32_t link, uint32_t stack) {
    const wrh_call call = {function, link & ~UINT32_C(1), stack};

    /* A loop that starts at the function's first instruction is not a new call. */
    if (calls->depth) {
        const wrh_call *top = &calls->frames[calls->depth - 1];
        if (top->function == function && top->back == call.back && top->stack == stack)
            return true;
    }
    if (calls->depth == WRH_CALLS_DEPTH)
        return false;
    calls->frames[calls->depth++] = call;
    return true;
}

bool wrh_calls_may_return(const wrh_calls *calls, uint32_t address) {
    return calls->depth && calls->frames[calls->depth - 1].back == address;
}

bool wrh_calls_leave(wrh_calls *calls, uint32_t address, uint32_t stack) {
    const size_t before = calls->depth;

    /* Several functions return at once if a watched function ends with a jump to another (a tail call). */
    while (wrh_calls_may_return(calls, address) && calls->frames[calls->depth - 1].stack == stack)
        calls->depth--;
    return calls->depth != before;
}

uint32_t wrh_calls_mask(const wrh_calls *calls) {
    uint32_t mask = 0;

    for (size_t i = 0; i < calls->depth; i++)
        mask |= UINT32_C(1) << calls->frames[i].function;
    return mask;
}
