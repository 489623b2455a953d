/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* clock.h - the clocks used to time a round. (Internal.) */
#ifndef WRH_METER_CLOCK_H
#define WRH_METER_CLOCK_H

#include <stdint.h>

uint64_t wrh_wall_ns(void);     /* CLOCK_MONOTONIC_RAW: not slewed by NTP */
uint64_t wrh_cpu_ns(void);      /* CPU time of the calling thread */
uint64_t wrh_core_hz_now(void); /* the core's clock rate in Hz, within half a per cent; takes 50 us */
uint64_t wrh_involuntary(void); /* involuntary context switches of the calling thread so far */

/* Reference cycles. Read the counter after all earlier instructions have completed and before any later one begins.
 * Return 0 if user space cannot read a counter. */
static inline uint64_t wrh_ticks(void) {
#if defined(__x86_64__) || defined(__i386__)
    uint32_t low, high;
    __asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
    return ((uint64_t)high << 32) | low;
#elif defined(__aarch64__)
    uint64_t ticks;
    __asm__ volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(ticks) : : "memory");
    return ticks;
#else
    return 0;
#endif
}

#endif
