/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* proof.c - check a peer's known answers and choose its fastest kernel, in this process. */
#include "proof.h"

#include <stdlib.h>
#include <string.h>

#include "known_answers.h"
#include "util/clock.h"
#include "verifying.h"

#define COPIES_MAX 256 /* copies of a known message if the batch is larger */

/* `copies` messages with the same bytes, each with its own tag. */
struct load {
    size_t copies;
    wr_message *messages;
    uint8_t *nonces;
    uint8_t *tags;
};

static int load_init(struct load *load, size_t copies, const uint8_t *data, size_t length, const uint8_t *nonce,
                     size_t nonce_bytes) {
    load->copies = copies;
    load->messages = calloc(copies, sizeof *load->messages);
    load->nonces = calloc(copies, WRH_NONCE_MAX);
    load->tags = calloc(copies, WRH_TAG_MAX);
    if (!load->messages || !load->nonces || !load->tags)
        return WRH_NO_MEMORY;
    for (size_t i = 0; i < copies; i++) {
        load->messages[i] = (wr_message){data, length, load->tags + i * WRH_TAG_MAX};
        memcpy(load->nonces + i * nonce_bytes, nonce, nonce_bytes);
    }
    return WRH_OK;
}

static void load_free(struct load *load) {
    free(load->messages);
    free(load->nonces);
    free(load->tags);
}

/* A known answer in the form that the operation needs. */
struct known {
    const char *source;
    const uint8_t *data, *becomes; /* the input, and the expected ciphertext or plaintext; NULL if there is none */
    size_t length;
    uint8_t nonce[WRH_NONCE_MAX], tag[WRH_TAG_MAX];
};

static int check_tags(const struct load *load, const struct known *known, size_t tag_bytes, struct wrh_why *why) {
    for (size_t i = 0; i < load->copies; i++)
        if (memcmp(load->messages[i].tag, known->tag, tag_bytes) != 0)
            return wrh_fail(why, WRH_WRONG, "wrong tag for %s", known->source);
    return WRH_OK;
}

/* Give one copy of the message a wrong tag and the others the right one: only the wrong one must be refused. */
static int check_verifying(const struct wrh_instance *instance, const struct load *load, const struct known *known,
                           size_t tag_bytes, struct wrh_why *why) {
    const size_t spoiled = load->copies / 2;
    instance->expect(instance->state, load->messages, load->nonces, load->copies);
    int status = check_tags(load, known, tag_bytes, why);
    if (status != WRH_OK)
        return status;
    load->messages[spoiled].tag[tag_bytes - 1] ^= 1;
    instance->tags(instance->state, load->messages, load->nonces, load->copies);
    load->messages[spoiled].tag[tag_bytes - 1] ^= 1;
    if (memcmp(load->messages[spoiled].tag, known->tag, tag_bytes) == 0)
        return wrh_fail(why, WRH_WRONG, "accepted a wrong tag for %s", known->source);
    wrh_refuse(&load->messages[spoiled]);
    status = check_tags(load, known, tag_bytes, NULL);
    if (status == WRH_OK) { /* all tags correct: check the output of the last message */
        instance->tags(instance->state, load->messages, load->nonces, load->copies);
        status = check_tags(load, known, tag_bytes, NULL);
    }
    return status == WRH_OK ? WRH_OK : wrh_fail(why, WRH_WRONG, "refused the right tag for %s", known->source);
}

static int check_known(const struct wrh_peer *peer, const struct wrh_request *request, const struct known *known,
                       struct wrh_why *why) {
    struct load load = {0};
    struct wrh_instance instance = {0};
    const size_t copies = request->batch < COPIES_MAX ? request->batch : COPIES_MAX;
    int status = load_init(&load, copies, known->data, known->length, known->nonce, request->algorithm->nonce_bytes);
    if (status == WRH_OK)
        status = wrh_instance_open(peer, request, &instance, why);
    if (status == WRH_OK) {
        if (request->operation == WRH_VERIFY)
            status = check_verifying(&instance, &load, known, request->tag_bytes, why);
        else {
            instance.tags(instance.state, load.messages, load.nonces, copies);
            status = check_tags(&load, known, request->tag_bytes, why);
        }
        if (status == WRH_OK && known->becomes && instance.output &&
            memcmp(instance.output(instance.state), known->becomes, known->length) != 0)
            status = wrh_fail(why, WRH_WRONG, "wrong plaintext or ciphertext for %s", known->source);
        instance.close(instance.state);
    }
    load_free(&load);
    return status;
}

static int check_answer(const struct wrh_peer *peer, const struct wrh_request *base,
                        const struct wrh_known_answer *answer, struct wrh_why *why) {
    uint8_t key[WRH_KEY_MAX];
    struct wrh_request request = *base;
    request.key = key;
    request.key_bytes = wrh_from_hex(answer->key, key);
    struct known known = {.source = answer->source};
    wrh_from_hex(answer->nonce, known.nonce);
    wrh_from_hex(answer->tag, known.tag);

    uint8_t *plain = wrh_known_message(answer, &known.length), *sealed = NULL;
    int status = plain ? WRH_OK : WRH_NO_MEMORY;
    known.data = plain;
    if (status == WRH_OK && request.algorithm->seals) {
        const int opens = request.operation == WRH_VERIFY;
        sealed = wrh_known_ciphertext(request.algorithm, known.length);
        status = sealed ? WRH_OK : wrh_fail(why, WRH_WRONG, "no ciphertext is known for %s", answer->source);
        known.data = opens ? sealed : plain;
        known.becomes = opens ? plain : sealed;
    }
    if (status == WRH_OK)
        status = check_known(peer, &request, &known, why);
    free(plain);
    free(sealed);
    return status;
}

int wrh_prove(const struct wrh_peer *peer, const struct wrh_request *request, const char **step, struct wrh_why *why) {
    int status = WRH_OK;
    const struct wrh_known_answer *answer;
    for (size_t i = 0; status == WRH_OK && (answer = wrh_known_answer(request->algorithm, request->ways, i)) != NULL;
         i++) {
        *step = answer->source;
        status = check_answer(peer, request, answer, why);
    }
    return status;
}

/* ---- The fastest kernel -------------------------------------------------------------------------------------------
 * A lap is seven packets of 40 bytes, four of 576 and one of 1500, seven times over (21 times for large batches). The
 * fastest of fifteen laps counts. The kernels take turns, so that other load on the machine slows all of them alike.
 * Kernels that are far behind after the first laps are dropped. */
#define LAPS       15
#define FIRST_LAPS 3

struct runner {
    const char *kernel;
    struct wrh_instance instance;
    uint64_t best_ns;
};

static uint64_t lap_ns(const struct wrh_instance *instance, const struct load *load) {
    uint64_t start = wrh_wall_ns();
    instance->tags(instance->state, load->messages, load->nonces, load->copies);
    return wrh_wall_ns() - start;
}

static const struct runner *run_laps(struct runner *runners, size_t count, const struct load *load,
                                     const char **running) {
    const struct runner *fastest = runners;
    for (int lap = 0; lap < LAPS; lap++)
        for (struct runner *runner = runners; runner < runners + count; runner++) {
            if (lap >= FIRST_LAPS && runner->best_ns / 5 > fastest->best_ns / 4)
                continue;
            *running = runner->kernel;
            uint64_t took = lap_ns(&runner->instance, load);
            runner->best_ns = took < runner->best_ns ? took : runner->best_ns;
            fastest = runner->best_ns < fastest->best_ns ? runner : fastest;
        }
    return fastest;
}

static int load_mixed(struct load *load, const struct wrh_request *request) {
    static const uint8_t data[1500], nonce[WRH_NONCE_MAX];
    static const size_t mix[] = {40, 576, 40, 40, 576, 1500, 40, 576, 40, 40, 576, 40};
    const size_t kinds = sizeof mix / sizeof *mix;
    const size_t few = 7 * kinds, packets = request->batch <= few ? few : 3 * few;
    int status = load_init(load, packets, data, 0, nonce, request->algorithm->nonce_bytes);
    for (size_t i = 0; status == WRH_OK && i < load->copies; i++)
        load->messages[i].length = mix[i % kinds];
    return status;
}

int wrh_race(const struct wrh_peer *peer, const struct wrh_request *base, struct wrh_field *field,
             struct wrh_why *why) {
    static const uint8_t key[WRH_KEY_MAX];
    struct wrh_request request = *base;
    request.key = key;
    request.key_bytes = request.algorithm->key_bytes;
    struct load load = {0};
    struct runner runners[WRH_KERNELS_MAX];
    size_t opened = 0;
    int status = load_mixed(&load, &request);
    while (status == WRH_OK && opened < field->count) {
        request.kernel = field->running = field->kernels[opened];
        runners[opened] = (struct runner){.kernel = request.kernel, .best_ns = UINT64_MAX};
        status = wrh_instance_open(peer, &request, &runners[opened].instance, why);
        opened += status == WRH_OK;
    }
    if (status == WRH_OK)
        field->fastest = run_laps(runners, opened, &load, &field->running)->kernel;
    while (opened-- > 0)
        runners[opened].instance.close(runners[opened].instance.state);
    load_free(&load);
    return status;
}
