/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* subject.c - open a subject: find its implementation, check that it is supported and correct, and choose the best
 * kernel. */
#define _GNU_SOURCE /* for strdup */
#include "subject.h"

#include <stdlib.h>
#include <string.h>

#include "library.h"
#include "meter/place.h"
#include "meter/random.h"
#include "probation.h"
#include "util/guard.h"
#include "verifying.h"

/* The fixed public test key: bytes 0, 1, 2, ... up to the algorithm's key length. */
static const uint8_t test_key[WRH_KEY_MAX] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
    24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
    48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71,
    72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95,
};

static const struct wrh_peer *find_peer(const char *implementation) {
    static const struct {
        const char *name;
        const struct wrh_peer *peer;
    } peers[] = {{"wirerate", &wrh_peer_wirerate},
                 {"openssl", &wrh_peer_openssl},
                 {"nettle", &wrh_peer_nettle},
                 {"ipsec-mb", &wrh_peer_ipsec_mb}};
    for (size_t i = 0; i < sizeof peers / sizeof *peers; i++)
        if (strcmp(implementation, peers[i].name) == 0)
            return peers[i].peer;
    return wrh_is_path(implementation) ? wrh_peer_at(implementation) : NULL;
}

/* Opening runs the peer's code in this process, after it has run in a child. */
struct opening {
    const struct wrh_peer *peer;
    const struct wrh_request *request;
    struct wrh_instance *instance;
    struct wrh_why *why;
    int status;
};

static void guarded_open(void *argument) {
    struct opening *opening = argument;
    opening->status = wrh_instance_open(opening->peer, opening->request, opening->instance, opening->why);
}

static int open_instance(const struct wrh_peer *peer, const struct wrh_request *request, struct wrh_instance *instance,
                         struct wrh_why *why) {
    struct opening opening = {peer, request, instance, why, WRH_OK};
    wrh_guard_begin();
    int signal = wrh_guarded(guarded_open, &opening);
    wrh_guard_end();
    return signal ? wrh_fail(why, WRH_WRONG, "crashed while being opened") : opening.status;
}

/* A kernel that crashes or fails drops out of the race. */
static int fastest(const struct wrh_peer *peer, struct wrh_request *request, struct wrh_field *field,
                   const struct wrh_trial *trial, struct wrh_why *why) {
    int status = WRH_UNSUPPORTED;
    while (field->count) {
        status = trial->race(peer, request, field, why);
        if (status == WRH_OK) {
            request->kernel = field->fastest;
            break;
        }
        size_t left = 0;
        for (size_t i = 0; i < field->count; i++)
            if (field->kernels[i] != field->running)
                field->kernels[left++] = field->kernels[i];
        field->count = left < field->count ? left : 0;
    }
    return status;
}

/* Check the known answers with the requested kernel or the implementation's own. Otherwise check all kernels and choose
 * the fastest correct one. */
static int choose_kernel(const struct wrh_peer *peer, struct wrh_request *request, const struct wrh_trial *trial,
                         struct wrh_why *why) {
    if (request->kernel || !peer->kernels)
        return trial->prove(peer, request, why);
    struct wrh_field field = {.count = 0};
    int status = WRH_UNSUPPORTED;
    for (const char *const *kernel = peer->kernels; *kernel && field.count < WRH_KERNELS_MAX; kernel++) {
        request->kernel = *kernel;
        int result = trial->prove(peer, request, field.count ? NULL : why);
        if (result == WRH_OK) {
            field.kernels[field.count++] = *kernel;
        } else if (!field.count) {
            status = result;
            if (result == WRH_ABSENT)
                break;
        }
    }
    request->kernel = NULL;
    return field.count ? fastest(peer, request, &field, trial, why) : status;
}

static int check_request(const struct wrh_request *request, struct wrh_why *why) {
    const struct wrh_algorithm *algorithm = request->algorithm;
    if (request->tag_bytes > algorithm->tag_bytes ||
        (request->tag_bytes < algorithm->tag_bytes && !algorithm->truncatable))
        return wrh_fail(why, WRH_UNSUPPORTED, "%s does not support tags of %zu bytes", algorithm->name,
                        request->tag_bytes);
    if (request->operation != WRH_TAG && request->operation != WRH_VERIFY)
        return wrh_fail(why, WRH_UNSUPPORTED, "the operation must be tag or verify");
    if (request->operation == WRH_VERIFY && algorithm->key_bytes == 0)
        return wrh_fail(why, WRH_UNSUPPORTED, "%s has no key: there is nothing to verify", algorithm->name);
    if (request->keyed < WRH_REUSE || request->keyed > WRH_FRESH)
        return wrh_fail(why, WRH_UNSUPPORTED, "the keyed state must be reuse, rekey or fresh");
    if (algorithm->one_time && request->keyed == WRH_REUSE)
        return wrh_fail(why, WRH_UNSUPPORTED, "a %s key is for one message only: there is no state to reuse",
                        algorithm->name);
    return WRH_OK;
}

int wrh_subject_prove(wrh_subject *subject, const char *kernel, const struct wrh_trial *trial, struct wrh_why *why) {
    struct wrh_request *request = &subject->request;
    request->kernel = kernel;
    int status = check_request(request, why);
    if (status == WRH_OK)
        status = choose_kernel(subject->peer, request, trial, why);
    wrh_subject_keep_kernel(subject, status == WRH_OK ? request->kernel : NULL);
    return status;
}

void wrh_subject_keep_kernel(wrh_subject *subject, const char *kernel) {
    if (kernel)
        strncpy(subject->kernel, kernel, sizeof subject->kernel - 1);
    subject->request.kernel = kernel ? subject->kernel : NULL;
}

int wrh_subject_start(wrh_subject *subject, struct wrh_why *why) {
    return open_instance(subject->peer, &subject->request, &subject->instance, why);
}

wrh_subject *wrh_subject_new(const struct wrh_wanted *wanted, int *status, struct wrh_why *why) {
    unsigned ways;
    const struct wrh_algorithm *algorithm = wrh_algorithm_find(wanted->algorithm, &ways);
    const struct wrh_peer *peer = find_peer(wanted->implementation);
    wrh_fail(why, WRH_OK, "%s", "");
    if (!algorithm || !peer) {
        *status = algorithm ? wrh_fail(why, WRH_UNSUPPORTED, "unknown implementation %s", wanted->implementation)
                            : wrh_fail(why, WRH_UNSUPPORTED, "unknown algorithm %s", wanted->algorithm);
        return NULL;
    }
    wrh_subject *subject = calloc(1, sizeof *subject);
    char *name = strdup(wanted->implementation);
    if (!subject || !name) {
        *status = wrh_fail(why, WRH_NO_MEMORY, "out of memory");
        free(name);
        free(subject);
        return NULL;
    }
    subject->peer = peer;
    subject->implementation = name;
    subject->request = (struct wrh_request){.algorithm = algorithm,
                                            .ways = ways,
                                            .implementation = name,
                                            .operation = wanted->operation,
                                            .keyed = wanted->keyed,
                                            .batch = wanted->batch ? wanted->batch : 1,
                                            .tag_bytes = wanted->tag_bytes ? wanted->tag_bytes : algorithm->tag_bytes,
                                            .key = test_key,
                                            .key_bytes = algorithm->key_bytes};
    return subject;
}

/* Open a subject. Check it here unless `proved` says that its kernel was checked elsewhere. */
static wrh_subject *open_wanted(const struct wrh_wanted *wanted, int proved, int *status, struct wrh_why *why) {
    wrh_subject *subject = wrh_subject_new(wanted, status, why);
    if (!subject)
        return NULL;
    if (proved) {
        *status = check_request(&subject->request, why);
        wrh_subject_keep_kernel(subject, wanted->kernel);
    } else {
        *status = wrh_subject_prove(subject, wanted->kernel, &wrh_probation, why);
    }
    if (*status == WRH_OK)
        *status = wrh_subject_start(subject, why);
    if (*status == WRH_OK)
        return subject;
    wrh_subject_close(subject);
    return NULL;
}

wrh_subject *wrh_subject_open(const char *algorithm, size_t tag_bytes, const char *implementation, const char *kernel,
                              int operation, int keyed, size_t batch, int *status, char *why_text, size_t why_size) {
    const struct wrh_wanted wanted = {algorithm, tag_bytes, implementation, kernel, operation, keyed, batch, 0};
    return open_wanted(&wanted, 0, status, &(struct wrh_why){why_text, why_size});
}

wrh_subject *wrh_subject_again(const char *algorithm, size_t tag_bytes, const char *implementation, const char *kernel,
                               int operation, int keyed, size_t batch, int *status, char *why_text, size_t why_size) {
    const struct wrh_wanted wanted = {algorithm, tag_bytes, implementation, kernel, operation, keyed, batch, 0};
    return open_wanted(&wanted, 1, status, &(struct wrh_why){why_text, why_size});
}

int wrh_subject_twin(const wrh_subject *subject, struct wrh_instance *instance, struct wrh_why *why) {
    return open_instance(subject->peer, &subject->request, instance, why);
}

/* Allocate room for WRH_PLACES instances. The first is the one that the subject was opened with. */
static int start_moving(wrh_subject *subject) {
    if (subject->placed)
        return WRH_OK;
    subject->places = calloc(WRH_PLACES, sizeof *subject->places);
    subject->strays = calloc(WRH_PLACES, sizeof *subject->strays);
    if (!subject->places || !subject->strays)
        return WRH_NO_MEMORY;
    subject->places[subject->placed++] = subject->instance;
    return WRH_OK;
}

/* malloc returns the next block that fits, so a block of random size up to a page, allocated first, decides the
 * place. */
int wrh_subject_move(wrh_subject *subject, uint64_t *random) {
    if (start_moving(subject) != WRH_OK)
        return WRH_NO_MEMORY;
    size_t at = subject->placed;
    if (at == WRH_PLACES) {
        at = (size_t)wrh_random_below(random, WRH_PLACES);
    } else {
        subject->strays[at] = malloc(WRH_STRAY * (1 + (size_t)wrh_random_below(random, WRH_PAGE / WRH_STRAY)));
        int status = wrh_subject_twin(subject, &subject->places[at], NULL);
        if (status != WRH_OK) {
            free(subject->strays[at]);
            subject->strays[at] = NULL;
            return status;
        }
        subject->placed++;
    }
    subject->instance = subject->places[at];
    return WRH_OK;
}

static void close_places(wrh_subject *subject) {
    for (size_t i = 0; i < subject->placed; i++) {
        if (subject->places[i].close)
            subject->places[i].close(subject->places[i].state);
        free(subject->strays[i]);
    }
    if (!subject->placed && subject->instance.close) /* never moved, so `places` does not hold the instance */
        subject->instance.close(subject->instance.state);
    free(subject->places);
    free(subject->strays);
}

void wrh_subject_close(wrh_subject *subject) {
    if (!subject)
        return;
    close_places(subject);
    free(subject->implementation);
    free(subject);
}

size_t wrh_subject_tag_bytes(const wrh_subject *subject) {
    return subject->request.tag_bytes;
}

const char *wrh_subject_kernel(const wrh_subject *subject) {
    return subject->instance.kernel;
}

struct version_call {
    const struct wrh_peer *peer;
    const char *implementation;
    struct wrh_why *why;
    const char *version;
};

static void version_call(void *argument) {
    struct version_call *call = argument;
    call->version = call->peer->version(call->implementation, call->why);
}

const char *wrh_implementation_version(const char *implementation, char *why_text, size_t why_size) {
    struct wrh_why why = {why_text, why_size};
    struct version_call call = {find_peer(implementation), implementation, &why, NULL};
    wrh_fail(&why, WRH_OK, "%s", "");
    if (!call.peer) {
        wrh_fail(&why, WRH_UNSUPPORTED, "unknown implementation %s", implementation);
        return NULL;
    }
    wrh_guard_begin();
    int signal = wrh_guarded(version_call, &call);
    wrh_guard_end();
    if (!signal)
        return call.version;
    wrh_fail(&why, WRH_WRONG, "%s crashed when asked for its version", implementation);
    return NULL;
}
