/* wrh_run: every round checked and counted, in the given order, continuing in the ring; threads; the stop flag. */
#include "check.h"
#include "meter/slice.h"
#include "peers/subject.h"
#include "wirerate_host.h"

enum { TEMPLATES = 12, ROUNDS = 8 };

static wrh_subject *open_or_exit(const char *algorithm, int operation, size_t batch) {
    char why[200];
    int status;
    wrh_subject *subject =
        wrh_subject_open(algorithm, 0, "wirerate", "portable", operation, WRH_REUSE, batch, &status, why, sizeof why);
    CHECK(subject, "%s: %s", algorithm, why);
    if (!subject)
        exit(1);
    return subject;
}

/* If the processor has a counter: the same count for the same messages, and twice the count for twice as many. */
static void check_instructions(wrh_subject *subject, wrh_workload *ring) {
    char why[200] = "";
    const uint64_t messages[2] = {1200, 2400};
    const uint32_t order[4] = {0, 1, 0, 1};
    wrh_subject *const twice[2] = {subject, subject};
    wrh_round rounds[4];
    int counted = wrh_count_instructions(why, sizeof why);
    CHECK(counted == WRH_OK || (counted == WRH_UNSUPPORTED && why[0]), "status %d: %s", counted, why);
    int status = wrh_run(twice, 2, ring, messages, NULL, order, 2, 1, rounds, NULL, NULL, NULL);
    CHECK(status == WRH_OK, "status %d", status);
    uint64_t once = rounds[0].instructions, more = rounds[1].instructions;
    if (counted != WRH_OK)
        CHECK(once == 0 && more == 0, "%lu counted by no counter", (unsigned long)once);
    else
        CHECK(once > 1200 * 300 && more > once * 19 / 10 && more < once * 21 / 10, "%lu and %lu", (unsigned long)once,
              (unsigned long)more);
}

static uint8_t expected[3][TEMPLATES * 32];
static const uint8_t *const expectations[] = {expected[0], expected[1], expected[2]};

static void check_counts(wrh_subject **subjects, wrh_workload *ring, unsigned threads) {
    /* Not multiples of batch, lap, slice or ring. */
    const uint64_t messages[] = {1, 1500, 4001};
    const uint32_t order[3 * ROUNDS] = {2, 0, 1, 0, 1, 2, 0, 2, 1, 1, 0, 2, 2, 1, 0, 1, 2, 0, 0, 2, 1, 1, 0, 2};
    wrh_round rounds[3 * ROUNDS];
    size_t done = 0;
    int64_t stolen = -7;
    int status =
        wrh_run(subjects, 3, ring, messages, expectations, order, ROUNDS, threads, rounds, &done, &stolen, NULL);
    CHECK(status == WRH_OK && done == 3 * ROUNDS, "%u threads: status %d, %zu rounds", threads, status, done);
    CHECK(stolen >= -1, "stolen %ld", (long)stolen);
    for (size_t k = 0; k < done; k++) {
        CHECK(rounds[k].messages == messages[order[k]] * threads, "round %zu: %lu messages", k,
              (unsigned long)rounds[k].messages);
        CHECK(rounds[k].wrong == 0, "round %zu: %u wrong", k, rounds[k].wrong);
        CHECK(rounds[k].wall_ns > 0 && rounds[k].cpu_ns > 0, "round %zu: no time", k);
        CHECK(rounds[k].bytes >= rounds[k].messages * 40 && rounds[k].bytes <= rounds[k].messages * 1500,
              "round %zu: %lu bytes", k, (unsigned long)rounds[k].bytes);
    }
}

/* A lap has the mix's bytes only if each round begins where the last one ended. */
static void check_continues(wrh_subject *subject, wrh_workload *ring) {
    const uint64_t five = 5;
    const uint32_t order[TEMPLATES] = {0};
    wrh_round rounds[TEMPLATES];
    uint64_t bytes = 0, start = *wrh_workload_part(ring, 0).cursor;
    wrh_run(&subject, 1, ring, &five, expectations, order, TEMPLATES, 1, rounds, NULL, NULL, NULL);
    for (size_t k = 0; k < TEMPLATES; k++)
        bytes += rounds[k].bytes;
    CHECK(bytes == 5 * (7 * 40 + 4 * 576 + 1500), "60 messages of the mix have %lu bytes", (unsigned long)bytes);
    CHECK(*wrh_workload_part(ring, 0).cursor == (start + 60) % ring->messages, "cursor");
}

/* Messages of a mix arrive in an order that does not recur, each as often as before; those of one length in memory
 * order. */
static void check_orders(const wrh_subject *subject) {
    const uint64_t lengths[] = {40, 40, 576, 1500}, equal[] = {64, 64, 64, 64};
    for (int mixed = 0; mixed < 2; mixed++) {
        wrh_workload *ring = wrh_workload_new(mixed ? lengths : equal, 4, 16 << 10, 5);
        const size_t count = (size_t)wrh_workload_messages(ring);
        struct wrh_slice slice;
        uint8_t *before = calloc(count, 1);
        size_t moved = 0;
        CHECK(before && wrh_slice_init(&slice, ring, wrh_workload_part(ring, 0), count) == WRH_OK, "slice");
        for (unsigned lap = 0; lap < 3; lap++) {
            size_t seen[4] = {0};
            wrh_slice_prepare(&slice, subject, count, NULL);
            for (size_t i = 0; i < count; i++) {
                seen[slice.which[i]]++;
                CHECK(slice.messages[i].length == ring->lengths[slice.which[i]], "message %zu", i);
                moved += lap > 0 && slice.which[i] != before[i];
            }
            for (size_t t = 0; t < 4; t++)
                CHECK(seen[t] == count / 4, "%zu of template %zu in %zu messages", seen[t], t, count);
            memcpy(before, slice.which, count);
        }
        CHECK(mixed ? moved > count / 2 : moved == 0, "%zu of %zu moved", moved, 2 * count);
        wrh_slice_free(&slice);
        wrh_workload_free(ring);
        free(before);
    }
}

static void check_wrong_is_counted(wrh_subject *subject, wrh_workload *ring) {
    uint8_t spoiled[TEMPLATES * 16];
    const uint8_t *spoilt[] = {spoiled};
    const uint64_t messages = 10 * TEMPLATES;
    const uint32_t order = 0;
    wrh_round round;
    memcpy(spoiled, expected[0], sizeof spoiled);
    spoiled[16 * 3 + 15] ^= 0x80;
    wrh_run(&subject, 1, ring, &messages, spoilt, &order, 1, 1, &round, NULL, NULL, NULL);
    CHECK(round.wrong == 10, "%u wrong tags for one spoiled template in ten laps", round.wrong);
}

/* The meter's subject with other functions: one accepts every tag, the other refuses every tag. */
static void accept_all(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    (void)state, (void)messages, (void)nonces, (void)count;
}

static void refuse_all(void *state, const wr_message *messages, const uint8_t *nonces, size_t count) {
    (void)state, (void)nonces;
    for (size_t i = 0; i < count; i++)
        wrh_refuse(&messages[i]);
}

static uint32_t wrong_with(wrh_subject *subject, wrh_tags *tags, wrh_workload *ring, uint64_t messages) {
    const uint32_t order = 0;
    wrh_round round;
    wrh_tags *const own = subject->instance.tags;
    subject->instance.tags = tags ? tags : own;
    CHECK(wrh_run(&subject, 1, ring, &messages, expectations, &order, 1, 1, &round, NULL, NULL, NULL) == WRH_OK, "run");
    subject->instance.tags = own;
    return round.wrong;
}

static void check_verifying(wrh_workload *ring) {
    const size_t batches[] = {1, 32};
    for (size_t b = 0; b < 2; b++) {
        wrh_subject *subject = open_or_exit("hmac-md5", WRH_VERIFY, batches[b]);
        uint8_t tags[TEMPLATES * 16];
        CHECK(wrh_workload_expect(ring, subject, tags) == WRH_OK && memcmp(tags, expected[0], sizeof tags) == 0,
              "verified tags equal computed tags");
        uint32_t wrong = wrong_with(subject, NULL, ring, 3000);
        CHECK(wrong == 0, "%u right tags refused", wrong);
        check_wrong_is_counted(subject, ring);
        wrong = wrong_with(subject, accept_all, ring, 1024 + 1024 + 20);
        CHECK(wrong == 3, "one wrong tag in each of 3 slices was accepted, %u counted", wrong);
        wrong = wrong_with(subject, refuse_all, ring, 10);
        CHECK(wrong == 10, "10 right tags were refused, %u counted", wrong);
        wrh_subject_close(subject);
    }
}

static void check_stop(wrh_subject *subject, wrh_workload *ring) {
    const volatile int stop = 1;
    const uint64_t messages = 10;
    const uint32_t order[4] = {0};
    wrh_round rounds[4];
    size_t done;
    int status = wrh_run(&subject, 1, ring, &messages, expectations, order, 4, 2, rounds, &done, NULL, &stop);
    CHECK(status == WRH_OK && done == 1, "stopped after %zu rounds", done);
}

static void check_calibration(wrh_subject *subject, wrh_workload *ring) {
    uint64_t messages = 0;
    const uint32_t order = 0;
    wrh_round round;
    CHECK(wrh_calibrate(subject, ring, 200000, &messages) == WRH_OK, "calibrate");
    CHECK(messages % TEMPLATES == 0 && messages > 0, "%lu messages", (unsigned long)messages);
    CHECK(wrh_run(&subject, 1, ring, &messages, NULL, &order, 1, 1, &round, NULL, NULL, NULL) == WRH_OK, "run");
    CHECK(round.wrong == 0 && round.messages == messages, "without expected tags nothing is checked");
}

int main(void) {
    const uint64_t imix[TEMPLATES] = {40, 40, 40, 40, 40, 40, 40, 576, 576, 576, 576, 1500};
    wrh_workload *ring = wrh_workload_new(imix, TEMPLATES, 100000, 3);
    wrh_subject *subjects[] = {open_or_exit("hmac-md5", WRH_TAG, 1), open_or_exit("md5", WRH_TAG, 32),
                               open_or_exit("md5", WRH_TAG, 3000)};
    for (size_t s = 0; ring && s < 3; s++)
        CHECK(wrh_workload_expect(ring, subjects[s], expected[s]) == WRH_OK, "expect");
    CHECK(memcmp(expected[1], expected[2], sizeof expected[1]) == 0, "a batch changes no digest");
    for (unsigned threads = 1; threads <= 3; threads++)
        check_counts(subjects, ring, threads);
    CHECK(wrh_workload_split(ring, 1) == WRH_OK, "split");
    check_continues(subjects[0], ring);
    check_orders(subjects[0]);
    check_wrong_is_counted(subjects[0], ring);
    check_verifying(ring);
    check_stop(subjects[0], ring);
    check_calibration(subjects[1], ring);
    check_instructions(subjects[0], ring);
    for (size_t s = 0; s < 3; s++)
        wrh_subject_close(subjects[s]);
    wrh_workload_free(ring);
    return check_result();
}
