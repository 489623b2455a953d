/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* crew.h - threads that run the same rounds in step. (Internal.) */
#ifndef WRH_METER_CREW_H
#define WRH_METER_CREW_H

#include <stdatomic.h>

#include "wirerate_host.h"

/* A spinning barrier: it is used between timed slices, and a sleeping thread would start its slice late. It yields, so
 * that more threads than CPUs still make progress. */
struct wrh_barrier {
    unsigned threads;
    atomic_uint arrived, generation;
};

void wrh_barrier_init(struct wrh_barrier *barrier, unsigned threads);
void wrh_barrier_wait(struct wrh_barrier *barrier);

/* Run work(argument, thread) on threads 0 to threads - 1. Thread 0 is the caller; the others are pinned, each to a
 * different CPU as long as there are enough. Set cpus[i] to the CPU of thread i. Return 0 once all have ended, or -1 if
 * not all could be started; then none of them has called `work`. */
int wrh_crew_run(unsigned threads, int *cpus, void (*work)(void *argument, unsigned thread), void *argument);

/* Combine the threads' shares into one round: sums, and the times of the slowest thread. */
wrh_round wrh_join_shares(const wrh_round *parts, unsigned threads);

#endif
