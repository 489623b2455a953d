/* Peers that give wrong results, crash, hang or exit: the result is WRH_WRONG with a reason, and this process survives.
 * These are real libraries, opened by path. */
#include <signal.h>

#include "check.h"
#include "wirerate_host.h"

static const char *directory;

static wrh_subject *open_fake(const char *behaviour, int *status, char *why, size_t why_size) {
    char path[4096];
    snprintf(path, sizeof path, "%s/libfake_%s.so", directory, behaviour);
    return wrh_subject_open("internet-checksum", 0, path, NULL, WRH_TAG, WRH_REUSE, 1, status, why, why_size);
}

static void check_refused(const char *behaviour, const char *reason) {
    char why[256] = "";
    int status = 0;
    wrh_subject *subject = open_fake(behaviour, &status, why, sizeof why);
    CHECK(!subject && status == WRH_WRONG && strstr(why, reason), "%s: status %d, %s", behaviour, status, why);
    wrh_subject_close(subject);
}

/* A peer that passes its known answers and then misbehaves in rounds, together with one that works. */
static int run_beside_right(const char *behaviour, uint64_t length, unsigned threads, wrh_round *rounds, size_t *done) {
    char why[256];
    int status;
    const uint64_t messages[] = {3000, 3000};
    const uint32_t order[] = {0, 1, 0, 1};
    uint8_t expected[2];
    const uint8_t *const expectations[] = {expected, expected};
    wrh_subject *subjects[] = {open_fake("right", &status, why, sizeof why), NULL};
    CHECK(subjects[0], "right: %s", why);
    subjects[1] = open_fake(behaviour, &status, why, sizeof why);
    CHECK(subjects[1], "%s: %s", behaviour, why);
    wrh_workload *ring = wrh_workload_new(&length, 1, 0, 1);
    if (!subjects[0] || !subjects[1] || !ring)
        exit(1);
    CHECK(wrh_workload_expect(ring, subjects[0], expected) == WRH_OK, "expect");
    status = wrh_run(subjects, 2, ring, messages, expectations, order, 2, threads, rounds, done, NULL, NULL);
    wrh_subject_close(subjects[0]);
    wrh_subject_close(subjects[1]);
    wrh_workload_free(ring);
    return status;
}

static void check_rounds(void) {
    wrh_round rounds[4];
    size_t done;
    for (unsigned threads = 1; threads <= 2; threads++) {
        int status = run_beside_right("right", 777, threads, rounds, &done);
        CHECK(status == WRH_OK && done == 4 && rounds[1].wrong == 0, "right: %d, %zu rounds", status, done);
        status = run_beside_right("wrong_on_778", 778, threads, rounds, &done);
        CHECK(status == WRH_OK && done == 4 && rounds[1].wrong == 3000 * threads && rounds[0].wrong == 0,
              "wrong later: %d, %zu rounds", status, done);
        status = run_beside_right("crash_on_777", 777, threads, rounds, &done);
        CHECK(status == WRH_WRONG && done == 1, "crash later: %d, %zu rounds", status, done);
    }
}

static void check_expect_survives(void) {
    char why[256];
    int status;
    const uint64_t length = 777;
    uint8_t tag[2];
    wrh_subject *subject = open_fake("crash_on_777", &status, why, sizeof why);
    wrh_workload *ring = wrh_workload_new(&length, 1, 0, 1);
    CHECK(subject && ring && wrh_workload_expect(ring, subject, tag) == WRH_WRONG, "a crash while expecting");
    wrh_subject_close(subject);
    wrh_workload_free(ring);
}

static void check_absent(void) {
    char why[256];
    int status;
    wrh_subject *subject = open_fake("that_is_not_there", &status, why, sizeof why);
    CHECK(!subject && status == WRH_ABSENT && why[0], "absent: %d", status);
    subject = wrh_subject_open("md5", 0, "libm.so.6", NULL, WRH_TAG, WRH_REUSE, 1, &status, why, sizeof why);
    CHECK(!subject && status == WRH_ABSENT && strstr(why, "libm.so.6 is not a libwirerate"), "another library: %d %s",
          status, why);
    char path[4096];
    snprintf(path, sizeof path, "%s/libfake_right.so", directory);
    subject = wrh_subject_open("md5", 0, path, NULL, WRH_TAG, WRH_REUSE, 1, &status, why, sizeof why);
    CHECK(!subject && status == WRH_UNSUPPORTED && why[0], "a library without the algorithm: %d", status);
    const char *version = wrh_implementation_version(path, why, sizeof why);
    CHECK(version && strcmp(version, "0.0.0-fake") == 0, "version");
}

static void on_signal(int signal) {
    (void)signal;
}

int main(int count, char **words) {
    struct sigaction ours = {.sa_handler = on_signal}, after;
    if (count < 2)
        return 2;
    directory = words[1];
    sigaction(SIGILL, &ours, NULL);
    check_refused("wrong", "wrong tag for RFC 1071");
    check_refused("crash_at_once", "crashed (Segmentation fault) in this check: RFC 1071");
    check_refused("leave", "ended the process in this check: RFC 1071");
    check_refused("hang", "no answer within");
    check_rounds();
    check_expect_survives();
    check_absent();
    sigaction(SIGILL, NULL, &after);
    CHECK(after.sa_handler == on_signal, "the caller's signal handler is back");
    return check_result();
}
