/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Vector table and start-up code, so that the image also runs on a board or in QEMU. wirerate calls the image's
 * functions directly and runs none of this code. */
#include <stdint.h>

extern uint32_t stack_top[], data_load[], data_start[], data_end[], bss_start[], bss_end[];

int main(void) __attribute__((weak));

static void stopped(void) {
    for (;;)
        __asm volatile("bkpt #0");
}

void reset_handler(void) {
    for (uint32_t *from = data_load, *to = data_start; to < data_end;)
        *to++ = *from++;
    for (uint32_t *to = bss_start; to < bss_end;)
        *to++ = 0;
    if (main)
        main();
    stopped();
}

/* The first entries of the vector table: initial stack pointer, reset, and faults (ARMv6-M ARM, B1.5.3). */
__attribute__((section(".vectors"), used)) static const uintptr_t vectors[16] = {
    [0] = (uintptr_t)stack_top, [1] = (uintptr_t)reset_handler, [2] = (uintptr_t)stopped, [3] = (uintptr_t)stopped,
    [4] = (uintptr_t)stopped,   [5] = (uintptr_t)stopped,       [6] = (uintptr_t)stopped,
};
