/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* crew.c - start, pin and join threads; their barrier. */
#define _GNU_SOURCE /* for sched_yield */
#include "crew.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include "cpus.h"
#include "wirerate_host.h"

void wrh_barrier_init(struct wrh_barrier *barrier, unsigned threads) {
    barrier->threads = threads;
    atomic_init(&barrier->arrived, 0);
    atomic_init(&barrier->generation, 0);
}

void wrh_barrier_wait(struct wrh_barrier *barrier) {
    unsigned generation = atomic_load(&barrier->generation);
    if (atomic_fetch_add(&barrier->arrived, 1) + 1 == barrier->threads) {
        atomic_store(&barrier->arrived, 0);
        atomic_fetch_add(&barrier->generation, 1);
        return;
    }
    for (unsigned spins = 0; atomic_load(&barrier->generation) == generation; spins++)
        if (spins % 64 == 63)
            sched_yield();
}

enum call { WAIT, GO, HOME };

struct member {
    pthread_t thread;
    unsigned index;
    int cpu;
    atomic_int *call;
    void (*work)(void *, unsigned);
    void *argument;
};

static void *member_main(void *argument) {
    struct member *member = argument;
    wrh_pin(member->cpu);
    while (atomic_load(member->call) == WAIT)
        sched_yield();
    if (atomic_load(member->call) == GO)
        member->work(member->argument, member->index);
    return NULL;
}

int wrh_crew_run(unsigned threads, int *cpus, void (*work)(void *argument, unsigned thread), void *argument) {
    struct member *members = calloc(threads, sizeof *members);
    if (!members)
        return -1;
    atomic_int call = WAIT;
    unsigned started = 1;
    cpus[0] = wrh_cpu_for_thread(0, threads);
    if (threads > 1) /* pins to the current CPU unless CPUs were chosen */
        wrh_pin(cpus[0]);
    for (; started < threads; started++) {
        cpus[started] = wrh_cpu_for_thread(started, threads);
        members[started] =
            (struct member){.index = started, .cpu = cpus[started], .call = &call, .work = work, .argument = argument};
        if (pthread_create(&members[started].thread, NULL, member_main, &members[started]) != 0)
            break;
    }
    int all = started == threads;
    atomic_store(&call, all ? GO : HOME);
    if (all)
        work(argument, 0);
    for (unsigned i = 1; i < started; i++)
        pthread_join(members[i].thread, NULL);
    free(members);
    return all ? 0 : -1;
}

wrh_round wrh_join_shares(const wrh_round *parts, unsigned threads) {
    wrh_round whole = parts[0];
    for (unsigned t = 1; t < threads; t++) {
        whole.cpu_ns += parts[t].cpu_ns;
        whole.bytes += parts[t].bytes;
        whole.messages += parts[t].messages;
        whole.involuntary += parts[t].involuntary;
        whole.wrong += parts[t].wrong;
        if (parts[t].wall_ns > whole.wall_ns) {
            whole.wall_ns = parts[t].wall_ns;
            whole.ticks = parts[t].ticks;
            whole.core_hz = parts[t].core_hz;
        }
    }
    return whole;
}
