/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* probation.c - a child opens the peer, computes the known answers and tells us through a shared page how far it came.
 */
#define _GNU_SOURCE /* MAP_ANONYMOUS, strsignal */
#include "probation.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "known_answers.h"
#include "util/clock.h"
#include "verifying.h"

#define HANG_SECONDS 10
#define COPIES_MAX   256 /* of a known message, when the batch is larger */

struct report {
    int finished, status;
    char why[256];
    const char *doing; /* a string both processes have, being forked */
    uint64_t cost_ns;
};

/* `copies` messages of the same bytes, each with a tag of its own. */
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

/* A known answer as the operation meets it. */
struct known {
    const char *source;
    const uint8_t *data, *becomes; /* what is handed over, and what it is sealed to or opened to; NULL: nothing */
    size_t length;
    uint8_t nonce[WRH_NONCE_MAX], tag[WRH_TAG_MAX];
};

static int check_tags(const struct load *load, const struct known *known, size_t tag_bytes, struct wrh_why *why) {
    for (size_t i = 0; i < load->copies; i++)
        if (memcmp(load->messages[i].tag, known->tag, tag_bytes) != 0)
            return wrh_fail(why, WRH_WRONG, "wrong tag for %s", known->source);
    return WRH_OK;
}

/* One copy of the message comes with a wrong tag, the others with the right one: it alone must be refused. */
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
    if (status == WRH_OK) { /* all of them right: the last one's text is there to be looked at */
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
            status = wrh_fail(why, WRH_WRONG, "wrong text for %s", known->source);
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

/* Seven packets of 40 bytes, four of 576 and one of 1500, 21 times over; the best of fifteen. */
static int measure_cost(const struct wrh_peer *peer, const struct wrh_request *base, uint64_t *cost_ns,
                        struct wrh_why *why) {
    static const uint8_t data[1500], nonce[WRH_NONCE_MAX], key[WRH_KEY_MAX];
    static const size_t mix[] = {40, 576, 40, 40, 576, 1500, 40, 576, 40, 40, 576, 40};
    struct wrh_request request = *base;
    request.key = key;
    request.key_bytes = request.algorithm->key_bytes;
    struct load load = {0};
    struct wrh_instance instance = {0};
    int status = load_init(&load, 21 * sizeof mix / sizeof *mix, data, 0, nonce, request.algorithm->nonce_bytes);
    if (status == WRH_OK)
        status = wrh_instance_open(peer, &request, &instance, why);
    if (status == WRH_OK) {
        *cost_ns = UINT64_MAX;
        for (size_t i = 0; i < load.copies; i++)
            load.messages[i].length = mix[i % (sizeof mix / sizeof *mix)];
        for (int repeat = 0; repeat < 15; repeat++) {
            uint64_t start = wrh_wall_ns();
            instance.tags(instance.state, load.messages, load.nonces, load.copies);
            uint64_t elapsed = wrh_wall_ns() - start;
            *cost_ns = elapsed < *cost_ns ? elapsed : *cost_ns;
        }
        instance.close(instance.state);
    }
    load_free(&load);
    return status;
}

static void child(const struct wrh_peer *peer, const struct wrh_request *request, int with_cost,
                  struct report *report) {
    struct wrh_why why = {report->why, sizeof report->why};
    int status = WRH_OK;
    const struct wrh_known_answer *answer;
    for (size_t i = 0; status == WRH_OK && (answer = wrh_known_answer(request->algorithm, request->ways, i)) != NULL;
         i++) {
        report->doing = answer->source;
        status = check_answer(peer, request, answer, &why);
    }
    report->doing = "a mixed load";
    if (status == WRH_OK && with_cost)
        status = measure_cost(peer, request, &report->cost_ns, &why);
    report->status = status;
    report->finished = 1;
}

/* What the child's end means. Its own word counts only if it ended by itself. */
static int judge(const struct report *report, int ending, struct wrh_why *why) {
    if (WIFSIGNALED(ending) && WTERMSIG(ending) == SIGALRM)
        return wrh_fail(why, WRH_WRONG, "no answer within %d seconds on %s", HANG_SECONDS, report->doing);
    if (WIFSIGNALED(ending))
        return wrh_fail(why, WRH_WRONG, "crashed (%s) on %s", strsignal(WTERMSIG(ending)), report->doing);
    if (!report->finished)
        return wrh_fail(why, WRH_WRONG, "ended the process on %s", report->doing);
    return report->status == WRH_OK ? WRH_OK : wrh_fail(why, report->status, "%s", report->why);
}

static void default_signals(void) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGALRM, SIGINT};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], SIG_DFL);
}

int wrh_probation(const struct wrh_peer *peer, const struct wrh_request *request, uint64_t *cost_ns,
                  struct wrh_why *why) {
    struct report *report = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (report == MAP_FAILED)
        return wrh_fail(why, WRH_NO_MEMORY, "no memory");
    report->doing = "opening it";
    pid_t pid = fork();
    if (pid == 0) {
        default_signals();
        alarm(HANG_SECONDS);
        child(peer, request, cost_ns != NULL, report);
        _exit(0);
    }
    int status, ending = 0;
    if (pid < 0)
        status = wrh_fail(why, WRH_NO_MEMORY, "no child process for the known answers");
    else {
        /* Interrupted: wait on; the child ends by itself, at the latest by its alarm. */
        while (waitpid(pid, &ending, 0) < 0 && errno == EINTR)
            ;
        status = judge(report, ending, why);
    }
    if (status == WRH_OK && cost_ns)
        *cost_ns = report->cost_ns;
    munmap(report, sizeof *report);
    return status;
}
