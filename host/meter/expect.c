/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* expect.c - the expected tags of a workload, and the number of messages for a round of a given length. */
#include <stdlib.h>
#include <string.h>

#include "peers/subject.h"
#include "util/guard.h"
#include "wirerate_host.h"
#include "workload.h"

struct one_call {
    const struct wrh_instance *instance;
    wr_message message;
    const uint8_t *nonce;
};

static void one_call(void *argument) {
    struct one_call *call = argument;
    (call->instance->expect ? call->instance->expect : call->instance->tags)(call->instance->state, &call->message,
                                                                             call->nonce, 1);
}

int wrh_workload_expect(const wrh_workload *workload, wrh_subject *reference, uint8_t *tags) {
    size_t tag_bytes = reference->request.tag_bytes;
    int signal = 0;
    wrh_guard_begin();
    /* The first lap contains every template once. */
    for (size_t i = 0; i < workload->templates && !signal; i++) {
        uint8_t tag[WRH_TAG_MAX] = {0};
        uint8_t template = workload->which[i];
        struct one_call call = {&reference->instance,
                                {wrh_workload_data(workload, i), (size_t)workload->lengths[template], tag},
                                workload->nonces[template]};
        signal = wrh_guarded(one_call, &call);
        memcpy(tags + template * tag_bytes, tag, tag_bytes);
    }
    wrh_guard_end();
    return signal ? WRH_WRONG : WRH_OK;
}

static uint64_t common_multiple(uint64_t a, uint64_t b) {
    uint64_t x = a, y = b;
    while (y) {
        uint64_t rest = x % y;
        x = y;
        y = rest;
    }
    return a / x * b;
}

int wrh_calibrate(wrh_subject *subject, wrh_workload *workload, uint64_t min_ns, uint64_t *messages) {
    const uint32_t order = 0;
    const uint64_t batch = subject->request.batch, lap = workload->templates;
    uint64_t count = batch;
    wrh_round round = {0};
    for (;;) {
        int status = wrh_run(&subject, 1, workload, &count, NULL, &order, 1, 1, &round, NULL, NULL, NULL);
        if (status != WRH_OK)
            return status;
        /* Check the CPU time too, because an interrupted round looks long. */
        if (round.wall_ns >= min_ns && round.cpu_ns >= min_ns)
            break;
        count *= 2;
    }
    /* Use whole laps and whole batches, so that every round has the same messages, unless that makes rounds much
     * longer. */
    uint64_t step = common_multiple(batch, lap);
    if (step > 2 * count)
        step = lap;
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): a workload has a template, and a batch has a message */
    *messages = (count + step - 1) / step * step;
    return WRH_OK;
}
