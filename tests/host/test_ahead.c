/* Known answers checked in advance: a subject that passes opens as if opened alone, one that fails is left to be opened
 * alone, and one that crashes the child does not affect others. */
#include <errno.h>
#include <pthread.h>
#include <sys/wait.h>

#include "check.h"
#include "wirerate_host.h"

static unsigned forks;

static void count_fork(void) {
    forks++;
}

static const char *directory;
static char paths[8][4096];

static wrh_wanted wanted(const char *algorithm, const char *implementation, int operation, size_t like) {
    return (wrh_wanted){.algorithm = algorithm,
                        .implementation = implementation,
                        .operation = operation,
                        .keyed = WRH_REUSE,
                        .batch = 1,
                        .like = like};
}

static wrh_wanted fake(size_t i, const char *behaviour) {
    snprintf(paths[i], sizeof paths[i], "%s/libfake_%s.so", directory, behaviour);
    return wanted("internet-checksum", paths[i], WRH_TAG, SIZE_MAX);
}

static wrh_subject *by_itself(wrh_wanted one) {
    char why[256];
    int status;
    return wrh_subject_open(one.algorithm, 0, one.implementation, one.kernel, one.operation, one.keyed, one.batch,
                            &status, why, sizeof why);
}

/* The receiver uses the sender's kernel, the one that the sender gets when opened alone. */
static void check_kernel(const char *implementation, const char *algorithm) {
    const wrh_wanted both[] = {wanted(algorithm, implementation, WRH_TAG, SIZE_MAX),
                               wanted(algorithm, implementation, WRH_VERIFY, 0)};
    wrh_subject *alone = by_itself(both[0]);
    wrh_ahead *ahead = wrh_ahead_begin(both, 2);
    wrh_subject *sender = wrh_ahead_open(ahead, 0), *receiver = wrh_ahead_open(ahead, 1);
    CHECK(!sender == !alone && !receiver == !alone, "%s@%s", algorithm, implementation);
    if (sender && receiver) {
        const char *kernel = wrh_subject_kernel(sender);
        CHECK(strcmp(kernel, wrh_subject_kernel(receiver)) == 0, "%s, receiver %s", kernel,
              wrh_subject_kernel(receiver));
        CHECK(wrh_subject_tag_bytes(sender) == wrh_subject_tag_bytes(alone), "the tag's length");
    }
    CHECK(!wrh_ahead_open(ahead, 0), "opened twice");
    CHECK(!wrh_ahead_open(ahead, 2), "never told");
    wrh_subject_close(alone);
    wrh_subject_close(sender);
    wrh_subject_close(receiver);
    wrh_ahead_free(ahead);
}

static void check_refused(void) {
    const wrh_wanted all[] = {fake(0, "right"), fake(1, "wrong"), fake(2, "crash_at_once"), fake(3, "leave"),
                              fake(4, "that_is_not_there"), wanted("no-algorithm", "wirerate", WRH_TAG, SIZE_MAX),
                              /* a receiver without its sender */
                              wanted("poly1305", "wirerate", WRH_TAG, SIZE_MAX),
                              wanted("hmac-md5", "wirerate", WRH_VERIFY, 6)};
    const size_t count = sizeof all / sizeof *all;
    forks = 0;
    wrh_ahead *ahead = wrh_ahead_begin(all, count);
    for (size_t i = 0; i < count; i++) {
        wrh_subject *subject = wrh_ahead_open(ahead, i);
        CHECK(!subject == (i != 0), "the place %zu", i);
        CHECK(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD,
              "a child still runs after the first subject was opened");
        wrh_subject_close(subject);
    }
    CHECK(forks == 6, "%u children for five libraries and our own code", forks);
    wrh_ahead_free(ahead);
}

/* Gives the right answer once per process. */
static void check_neighbours(void) {
    const wrh_wanted twice[] = {fake(0, "crash_the_second_time"), fake(0, "crash_the_second_time"), fake(1, "right")};
    wrh_ahead *ahead = wrh_ahead_begin(twice, 3);
    wrh_subject *first = wrh_ahead_open(ahead, 0), *second = wrh_ahead_open(ahead, 1),
                *other = wrh_ahead_open(ahead, 2);
    CHECK(first && other, "subjects in other children or before the crash: %d, %d", !!first, !!other);
    CHECK(!second, "it crashed");
    second = by_itself(twice[1]);
    CHECK(second, "the second subject passes in a child of its own");
    wrh_subject_close(first);
    wrh_subject_close(second);
    wrh_subject_close(other);
    wrh_ahead_free(ahead);
}

int main(int count, char **words) {
    if (count < 2)
        return 2;
    directory = words[1];
    pthread_atfork(count_fork, NULL, NULL);
    check_kernel("wirerate", "hmac-md5");
    check_kernel("openssl", "hmac-sha256");
    check_kernel("nettle", "hmac-sha1");
    check_kernel("ipsec-mb", "hmac-sha256");
    check_refused();
    check_neighbours();
    wrh_ahead_free(wrh_ahead_begin(NULL, 0));
    return check_result();
}
