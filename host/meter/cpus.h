/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* cpus.h - which CPUs the measurement uses, and how much of their time the hypervisor steals. (Internal.) */
#ifndef WRH_METER_CPUS_H
#define WRH_METER_CPUS_H

#include <stddef.h>
#include <stdint.h>

/* Return the CPU for thread `index` of `threads` of a measurement. With several threads, use the CPUs set by
 * wrh_choose_cpus, in order. If none are set, thread 0 stays on its CPU, and the other threads take the next CPUs that
 * the process may use, as saved before any thread was pinned. If there are too few CPUs, start again with the first. */
int wrh_cpu_for_thread(unsigned index, unsigned threads);

/* Return the time stolen from these CPUs since boot in ns, read from /proc/stat or from a text in its format; -1 if it
 * is not reported. */
int64_t wrh_stolen_ns(const int *cpus, size_t count);
int64_t wrh_stolen_parse(const char *stat, const int *cpus, size_t count, long ticks_per_second);

#endif
