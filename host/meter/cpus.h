/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* cpus.h - which CPUs we run on, and how much of them the hypervisor takes. (Internal.) */
#ifndef WRH_METER_CPUS_H
#define WRH_METER_CPUS_H

#include <stddef.h>
#include <stdint.h>

/* The CPU for thread `index` of `threads` of a measurement. Of several: those chosen by wrh_choose_cpus, in order. Else
 * thread 0 stays where it is, and the others take the next CPUs that the process was allowed at first use. Around and
 * around. */
int wrh_cpu_for_thread(unsigned index, unsigned threads);

/* Time stolen from the given CPUs since boot, in ns: from the system (/proc/stat), or from such a text. -1: not told.
 */
int64_t wrh_stolen_ns(const int *cpus, size_t count);
int64_t wrh_stolen_parse(const char *stat, const int *cpus, size_t count, long ticks_per_second);

#endif
