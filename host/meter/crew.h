/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* crew.h - threads that run the same rounds in step. (Internal.) */
#ifndef WRH_METER_CREW_H
#define WRH_METER_CREW_H

#include <stdatomic.h>

#include "wirerate_host.h"

/* A barrier that spins, because its waits are between timed slices and a sleeping thread would begin its slice late; it
 * yields, so that more threads than CPUs still get on. */
struct wrh_barrier {
    unsigned threads;
    atomic_uint arrived, generation;
};

void wrh_barrier_init(struct wrh_barrier *barrier, unsigned threads);
void wrh_barrier_wait(struct wrh_barrier *barrier);

/* Runs work(argument, thread) on threads 0 .. threads-1, thread 0 being the caller, the others each pinned to a
 * CPU of its own as far as they go. cpus[i] becomes the CPU of thread i. Returns 0 once all have ended, or -1 if not
 * all could be started: then none has worked. */
int wrh_crew_run(unsigned threads, int *cpus, void (*work)(void *argument, unsigned thread), void *argument);

/* The threads' shares as one round: sums, and the times of the thread that took longest. */
wrh_round wrh_join_shares(const wrh_round *parts, unsigned threads);

#endif
