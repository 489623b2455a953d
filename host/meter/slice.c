/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* slice.c - prepare, time and check a slice. */
#include "slice.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "util/clock.h"
#include "util/guard.h"
#include "util/instructions.h"

#define LEAST_TO_SPOIL 16 /* with fewer messages, refusing the wrong tag would take a large part of the time */

size_t wrh_slice_messages(const wrh_subject *subject) {
    size_t batch = subject->request.batch;
    return batch >= WRH_SLICE_MESSAGES ? batch : WRH_SLICE_MESSAGES / batch * batch;
}

static int is_mixed(const wrh_workload *workload) {
    for (size_t i = 1; i < workload->templates; i++)
        if (workload->lengths[i] != workload->lengths[0])
            return 1;
    return 0;
}

int wrh_slice_init(struct wrh_slice *slice, const wrh_workload *workload, struct wrh_part part, size_t room) {
    *slice = (struct wrh_slice){.workload = workload,
                                .part = part,
                                .mixed = is_mixed(workload),
                                .random = workload->drawn.order + part.first + *part.cursor,
                                .room = room};
    size_t into = workload->drawn.tags;
    slice->arrivals = malloc(room * sizeof *slice->arrivals);
    slice->messages = malloc(room * sizeof *slice->messages);
    slice->nonces = malloc(room * WRH_NONCE_MAX);
    slice->which = malloc(room);
    slice->memory = wrh_aligned_zeroed(room * WRH_TAG_MAX + into);
    slice->tags = slice->memory ? (uint8_t *)slice->memory + into : NULL;
    if (slice->arrivals && slice->messages && slice->nonces && slice->which && slice->tags)
        return WRH_OK;
    wrh_slice_free(slice);
    return WRH_NO_MEMORY;
}

void wrh_slice_free(struct wrh_slice *slice) {
    free(slice->arrivals);
    free(slice->messages);
    free(slice->nonces);
    free(slice->which);
    free(slice->memory);
    *slice = (struct wrh_slice){0};
}

/* Flip one bit of the last byte; a second call restores the tag. */
static void spoil(const struct wrh_slice *slice, size_t tag_bytes) {
    slice->messages[slice->spoiled].tag[tag_bytes - 1] ^= 1;
}

/* Give each message its correct tag, but give one of them a wrong tag if there are enough messages to make the cost of
 * refusing it negligible. */
static void hand_over_tags(struct wrh_slice *slice, size_t count, const uint8_t *expected, size_t tag_bytes) {
    for (size_t i = 0; i < count; i++)
        memcpy(slice->messages[i].tag, expected + slice->which[i] * tag_bytes, tag_bytes);
    if (count < LEAST_TO_SPOIL)
        return;
    slice->spoiled = *slice->part.cursor % count;
    spoil(slice, tag_bytes);
}

/* Take the next messages of the part; those of a mix arrive in random order. */
static void take(struct wrh_slice *slice, size_t count) {
    uint64_t cursor = *slice->part.cursor;
    for (size_t i = 0; i < count; i++) {
        const size_t other = slice->mixed ? (size_t)wrh_random_below(&slice->random, i + 1) : i;
        slice->arrivals[i] = (uint32_t)cursor; /* `other` may equal i */
        slice->arrivals[i] = slice->arrivals[other];
        slice->arrivals[other] = (uint32_t)cursor;
        if (++cursor == slice->part.messages)
            cursor = 0;
    }
    *slice->part.cursor = cursor;
}

uint64_t wrh_slice_prepare(struct wrh_slice *slice, const wrh_subject *subject, size_t count, const uint8_t *expected) {
    const wrh_workload *workload = slice->workload;
    /* Make slots only as large as the full tag needs, so that they use fewer cache lines. */
    size_t full = subject->request.algorithm->tag_bytes;
    size_t slot = full <= 16 ? 16 : full <= 32 ? 32 : WRH_TAG_MAX;
    size_t nonce_bytes = subject->request.algorithm->nonce_bytes;
    uint64_t bytes = 0;
    take(slice, count);
    for (size_t i = 0; i < count; i++) {
        uint64_t message = slice->part.first + slice->arrivals[i];
        uint8_t template = workload->which[message];
        slice->which[i] = template;
        memcpy(slice->nonces + i * nonce_bytes, workload->nonces[template], nonce_bytes);
        slice->messages[i] = (wr_message){wrh_workload_data(workload, message), (size_t)workload->lengths[template],
                                          slice->tags + i * slot};
        bytes += workload->lengths[template];
    }
    memset(slice->tags, 0, count * slot);
    slice->spoiled = SIZE_MAX;
    if (subject->request.operation == WRH_VERIFY && expected)
        hand_over_tags(slice, count, expected, subject->request.tag_bytes);
    return bytes;
}

struct timed_call {
    const struct wrh_slice *slice;
    const struct wrh_instance *instance;
    size_t count;
    uint64_t wall_ns, cpu_ns, ticks, instructions;
};

static void timed_call(void *argument) {
    struct timed_call *call = argument;
    uint64_t instructions = wrh_instructions();
    uint64_t cpu = wrh_cpu_ns(), wall = wrh_wall_ns(), ticks = wrh_ticks();
    call->instance->tags(call->instance->state, call->slice->messages, call->slice->nonces, call->count);
    call->ticks = wrh_ticks() - ticks;
    call->wall_ns = wrh_wall_ns() - wall;
    call->cpu_ns = wrh_cpu_ns() - cpu;
    call->instructions = wrh_instructions() - instructions;
}

static void placed_call(void *argument) {
    struct timed_call *call = argument;
    wrh_place_below(call->slice->workload->drawn.stack, timed_call, call);
}

int wrh_slice_time(struct wrh_slice *slice, const struct wrh_instance *instance, size_t count, wrh_round *round) {
    struct timed_call call = {.slice = slice, .instance = instance, .count = count};
    int signal = wrh_guarded(placed_call, &call);
    if (signal)
        return signal;
    round->wall_ns += call.wall_ns;
    round->cpu_ns += call.cpu_ns;
    round->ticks += call.ticks;
    round->instructions += call.instructions;
    round->messages += count;
    return 0;
}

uint32_t wrh_slice_check(struct wrh_slice *slice, size_t count, const uint8_t *expected, size_t tag_bytes) {
    uint32_t wrong = 0;
    if (slice->spoiled != SIZE_MAX) { /* restored if the message was refused */
        spoil(slice, tag_bytes);
        wrh_refuse(&slice->messages[slice->spoiled]);
    }
    for (size_t i = 0; i < count; i++)
        wrong += memcmp(slice->messages[i].tag, expected + slice->which[i] * tag_bytes, tag_bytes) != 0;
    return wrong;
}
