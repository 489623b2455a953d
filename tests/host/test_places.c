/* wrh_move puts everything in another place each time, and every tag stays correct. */
#include "check.h"
#include "meter/workload.h"
#include "peers/subject.h"
#include "wirerate_host.h"

enum { TEMPLATES = 7, MOVES = 200, MESSAGES = 300 };

static wrh_subject *open_or_exit(const char *algorithm, const char *implementation) {
    char why[200];
    int status;
    wrh_subject *subject =
        wrh_subject_open(algorithm, 0, implementation, NULL, WRH_TAG, WRH_REUSE, 1, &status, why, sizeof why);
    if (!subject && strcmp(implementation, "wirerate") != 0)
        return NULL; /* a peer missing on this machine */
    CHECK(subject, "%s: %s", algorithm, why);
    if (!subject)
        exit(1);
    return subject;
}

/* Return how many of the 4096 places were used. */
static size_t distinct(const uint8_t *seen) {
    size_t count = 0;
    for (size_t i = 0; i < WRH_PAGE; i++)
        count += seen[i];
    return count;
}

static uint8_t states[WRH_PAGE], rings[WRH_PAGE], tags[WRH_PAGE], stacks[WRH_PAGE];

static void check_moves(wrh_subject *subject, const char *name, uint64_t working_set) {
    const uint64_t lengths[TEMPLATES] = {1, 20, 44, 64, 576, 1500, 1500};
    const uint64_t messages = MESSAGES;
    const uint32_t order[2] = {0, 0};
    uint8_t expected[TEMPLATES * 64];
    const uint8_t *expectation = expected;
    wrh_workload *ring = wrh_workload_new(lengths, TEMPLATES, working_set, 1810);
    CHECK(ring && wrh_workload_expect(ring, subject, expected) == WRH_OK, "%s: expected tags", name);
    memset(states, 0, sizeof states);
    memset(rings, 0, sizeof rings);
    memset(tags, 0, sizeof tags);
    memset(stacks, 0, sizeof stacks);
    for (uint64_t seed = 1; seed <= MOVES; seed++) {
        wrh_round rounds[2];
        CHECK(wrh_move(ring, &subject, 1, seed) == WRH_OK, "%s: move %lu", name, (unsigned long)seed);
        states[(uintptr_t)subject->instance.state % WRH_PAGE] = 1;
        rings[(uintptr_t)ring->memory % WRH_PAGE] = 1;
        tags[ring->drawn.tags] = 1;
        stacks[ring->drawn.stack] = 1;
        int status = wrh_run(&subject, 1, ring, &messages, &expectation, order, 2, 1, rounds, NULL, NULL, NULL);
        CHECK(status == WRH_OK && !rounds[0].wrong && !rounds[1].wrong, "%s: %u and %u wrong after move %lu", name,
              rounds[0].wrong, rounds[1].wrong, (unsigned long)seed);
    }
#ifndef __SANITIZE_ADDRESS__ /* its malloc places blocks differently */
    CHECK(distinct(states) > WRH_PLACES / 2, "%s: %zu places of a state", name, distinct(states));
#endif
    CHECK(distinct(tags) > 40 && distinct(stacks) > 100, "%s: %zu and %zu", name, distinct(tags), distinct(stacks));
    CHECK(working_set > WRH_MOVABLE ? distinct(rings) == 1 : distinct(rings) > 40, "%s: %zu places of a ring", name,
          distinct(rings));
    wrh_workload_free(ring);
}

/* Store the address of a local variable: how deep on the stack the call is. */
static void where(void *argument) {
    volatile char local = 0;
    *(uintptr_t *)argument = (uintptr_t)&local;
}

static void check_depth(void) {
    uintptr_t shallow, deep;
    wrh_place_below(0, where, &shallow);
    wrh_place_below(4080, where, &deep);
    CHECK(shallow - deep >= 4064 && shallow - deep <= 4096, "%lu bytes deeper", (unsigned long)(shallow - deep));
}

int main(void) {
    const char *const subjects[][2] = {{"umac-128", "wirerate"}, {"hmac-md5", "wirerate"}, {"md5", "wirerate"},
                                       {"hmac-md5", "openssl"},  {"umac-64", "nettle"},    {"hmac-sha1", "ipsec-mb"}};
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        wrh_subject *subject = open_or_exit(subjects[i][0], subjects[i][1]);
        if (!subject)
            continue;
        check_moves(subject, subjects[i][0], 64 << 10);
        wrh_subject_close(subject);
    }
    wrh_subject *subject = open_or_exit("hmac-md5", "wirerate");
    check_moves(subject, "in a large ring", 2 * WRH_MOVABLE);
    wrh_subject_close(subject);
    check_depth();
    return check_result();
}
