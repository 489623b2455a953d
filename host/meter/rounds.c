/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* rounds.c - the interleaved rounds of wrh_run: run in the scheduler's order, check every tag, survive crashes. */
#include <stdlib.h>
#include <string.h>

#include "cpus.h"
#include "crew.h"
#include "slice.h"
#include "util/clock.h"
#include "util/guard.h"
#include "wirerate_host.h"

/* Data shared by all threads of a call. */
struct plan {
    wrh_subject *const *subjects;
    size_t count;
    wrh_workload *workload;
    const uint64_t *messages;
    const uint8_t *const *expected; /* NULL: no checks (calibration) */
    const uint32_t *order;
    size_t rounds; /* number of entries of `order` */
    unsigned threads;
    const volatile int *stop;
    struct wrh_barrier barrier;
    struct wrh_instance *instances; /* thread t's instance of subject s: instances[t * count + s] */
    struct wrh_slice *slices;       /* one per thread */
    wrh_round *parts;               /* one per thread: its share of the current round */
    atomic_int crashed;
    wrh_round *out;
    size_t done;
    int go_on; /* set by thread 0 between two barriers */
};

/* Run one thread's share of a round. The barriers make the timed parts of all threads coincide, slice by slice. */
static wrh_round round_share(struct plan *plan, unsigned thread, uint32_t s) {
    const wrh_subject *subject = plan->subjects[s];
    struct wrh_slice *slice = &plan->slices[thread];
    size_t most = wrh_slice_messages(subject);
    wrh_round round = {0};
    uint64_t switches = wrh_involuntary();
    for (uint64_t left = plan->messages[s]; left > 0;) {
        size_t now = left < most ? (size_t)left : most;
        round.bytes += wrh_slice_prepare(slice, subject, now, plan->expected ? plan->expected[s] : NULL);
        wrh_barrier_wait(&plan->barrier);
        if (!atomic_load(&plan->crashed) &&
            wrh_slice_time(slice, &plan->instances[thread * plan->count + s], now, &round) != 0)
            atomic_store(&plan->crashed, 1);
        if (plan->expected)
            round.wrong += wrh_slice_check(slice, now, plan->expected[s], subject->request.tag_bytes);
        left -= now;
    }
    round.involuntary = (uint32_t)(wrh_involuntary() - switches);
    round.core_hz = wrh_core_hz_now();
    return round;
}

static void thread_rounds(void *argument, unsigned thread) {
    struct plan *plan = argument;
    for (size_t k = 0; k < plan->rounds; k++) {
        plan->parts[thread] = round_share(plan, thread, plan->order[k]);
        wrh_barrier_wait(&plan->barrier);
        if (thread == 0) {
            plan->go_on = !atomic_load(&plan->crashed);
            if (plan->go_on) {
                plan->out[k] = wrh_join_shares(plan->parts, plan->threads);
                plan->done = k + 1;
                plan->go_on = !plan->stop || !*plan->stop;
            }
        }
        wrh_barrier_wait(&plan->barrier);
        if (!plan->go_on)
            return;
    }
}

static void plan_free(struct plan *plan) {
    /* Skip thread 0, which uses the subjects' own instances. */
    for (size_t i = plan->count; plan->instances && i < plan->threads * plan->count; i++)
        if (plan->instances[i].close)
            plan->instances[i].close(plan->instances[i].state);
    for (unsigned t = 0; plan->slices && t < plan->threads; t++)
        wrh_slice_free(&plan->slices[t]);
    free(plan->instances);
    free(plan->slices);
    free(plan->parts);
}

static int plan_fill(struct plan *plan) {
    size_t room = 1;
    for (size_t s = 0; s < plan->count; s++) {
        size_t most = wrh_slice_messages(plan->subjects[s]);
        room = most > room ? most : room;
    }
    /* NOLINTNEXTLINE(clang-analyzer-optin.portability.UnixAPI): there is at least one thread and one subject */
    plan->instances = calloc(plan->threads * plan->count, sizeof *plan->instances);
    plan->slices = calloc(plan->threads, sizeof *plan->slices);
    plan->parts = calloc(plan->threads, sizeof *plan->parts);
    if (!plan->instances || !plan->slices || !plan->parts ||
        wrh_workload_split(plan->workload, plan->threads) != WRH_OK)
        return WRH_NO_MEMORY;
    for (unsigned t = 0; t < plan->threads; t++) {
        for (size_t s = 0; s < plan->count; s++) {
            struct wrh_instance *instance = &plan->instances[t * plan->count + s];
            int status = WRH_OK;
            if (t == 0)
                *instance = plan->subjects[s]->instance;
            else
                status = wrh_subject_twin(plan->subjects[s], instance, NULL);
            if (status != WRH_OK)
                return status;
        }
        if (wrh_slice_init(&plan->slices[t], plan->workload, wrh_workload_part(plan->workload, t), room) != WRH_OK)
            return WRH_NO_MEMORY;
    }
    return WRH_OK;
}

/* Run a plan, and read the stolen time before and after. */
static int plan_run(struct plan *plan, int64_t *stolen_ns) {
    int *cpus = calloc(plan->threads, sizeof *cpus);
    if (!cpus)
        return WRH_NO_MEMORY;
    for (unsigned t = 0; t < plan->threads; t++)
        cpus[t] = wrh_cpu_for_thread(t, plan->threads);
    int64_t before = wrh_stolen_ns(cpus, plan->threads);
    wrh_barrier_init(&plan->barrier, plan->threads);
    wrh_guard_begin();
    int started = wrh_crew_run(plan->threads, cpus, thread_rounds, plan);
    wrh_guard_end();
    int64_t after = wrh_stolen_ns(cpus, plan->threads);
    if (stolen_ns)
        *stolen_ns = before < 0 || after < 0 ? -1 : after - before;
    free(cpus);
    if (started != 0)
        return WRH_NO_MEMORY;
    return atomic_load(&plan->crashed) ? WRH_WRONG : WRH_OK;
}

int wrh_move(wrh_workload *workload, wrh_subject *const *subjects, size_t count, uint64_t seed) {
    uint64_t random = seed;
    struct wrh_place place = wrh_place_draw(&random);
    int status = wrh_workload_move(workload, &place);
    for (size_t s = 0; s < count; s++) {
        int moved = wrh_subject_move(subjects[s], &random);
        status = status == WRH_OK ? moved : status;
    }
    return status;
}

int wrh_run(wrh_subject *const *subjects, size_t count, wrh_workload *workload, const uint64_t *messages,
            const uint8_t *const *expected, const uint32_t *order, size_t rounds, unsigned threads, wrh_round *out,
            size_t *done, int64_t *stolen_ns, const volatile int *stop) {
    struct plan plan = {.subjects = subjects,
                        .count = count,
                        .workload = workload,
                        .messages = messages,
                        .expected = expected,
                        .order = order,
                        .rounds = rounds * count,
                        .threads = threads ? threads : 1,
                        .stop = stop,
                        .out = out};
    int status = plan_fill(&plan);
    if (status == WRH_OK)
        status = plan_run(&plan, stolen_ns);
    plan_free(&plan);
    if (done)
        *done = plan.done;
    return status;
}
