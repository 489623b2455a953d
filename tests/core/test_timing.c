/* Timing must not reveal secrets: the statistical test dudect by Reparaz, Balasch and Verbauwhede (DATE 2017). It times
 * two classes of inputs in random order, removes the slowest times, and computes Welch's t. |t| > 10 is a difference.
 * It is not part of the tests, which never judge times; `make soak` runs it. The first line is memcmp, which must be
 * detected. */
#include <math.h>
#include <time.h>

#include "check.h"
#include "kernels.h"
#include "random.h"

enum { CALLS = 16, BYTES = 4096, SECRETS = 64 };
static const double limit = 10.0;

static uint8_t a[BYTES], b[2][BYTES], tags[2][16], secrets[2][SECRETS][16];
static size_t next;
static wr_hmac_md5_key hmac_key;
static wr_umac_key umac_key;
static volatile int sink;

static void by_memcmp(unsigned class) {
    sink = memcmp(a, b[class], BYTES);
}

static void equal(unsigned class) {
    sink = wr_equal(a, b[class], BYTES);
}

static void hmac_verify(unsigned class) {
    sink = wr_hmac_md5_verify(&hmac_key, a, 44, tags[class], 16);
}

/* One secret that is always the same, and others that vary: would detect lookup tables in AES. All secrets were written
 * long before and lie next to each other, so that only their values differ. */
static void umac_key_init(unsigned class) {
    wr_umac_key_init(&umac_key, secrets[class][next++ % SECRETS], 8);
}

static double nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static int ascending(const void *x, const void *y) {
    const double d = *(const double *)x - *(const double *)y;
    return (d > 0) - (d < 0);
}

static double welch(void (*call)(unsigned), size_t samples) {
    double *times = malloc(samples * sizeof *times), *sorted = malloc(samples * sizeof *sorted);
    uint8_t *classes = malloc(samples);
    double sum[2] = {0}, squares[2] = {0}, n[2] = {0};
    if (!times || !sorted || !classes)
        exit(1);
    for (size_t i = 0; i < samples; i++) {
        const unsigned class = classes[i] = (uint8_t)random_below(2);
        const double start = nanoseconds();
        for (int k = 0; k < CALLS; k++)
            call(class);
        sorted[i] = times[i] = nanoseconds() - start;
    }
    qsort(sorted, samples, sizeof *sorted, ascending);
    const double crop = sorted[samples * 9 / 10];
    for (size_t i = 0; i < samples; i++)
        if (times[i] <= crop) {
            sum[classes[i]] += times[i];
            squares[classes[i]] += times[i] * times[i];
            n[classes[i]]++;
        }
    double mean[2], variance[2];
    for (int c = 0; c < 2; c++) {
        mean[c] = sum[c] / n[c];
        variance[c] = (squares[c] / n[c] - mean[c] * mean[c]) / n[c];
    }
    free(times);
    free(sorted);
    free(classes);
    return (mean[0] - mean[1]) / sqrt(variance[0] + variance[1]);
}

static void report(const char *what, const char *kernel, double t, int leaks) {
    printf("%-16s %-8s t = %+.1f\n", what, kernel, t);
    CHECK((fabs(t) > limit) == leaks, "%s/%s", what, kernel);
}

int main(int count, char **arguments) {
    if (count < 2)
        return check_skip("missing argument: the number of samples per call, such as 200000");
    const size_t samples = strtoul(arguments[1], NULL, 10);
    random_fill(a, sizeof a);
    memcpy(b[0], a, sizeof a);
    memcpy(b[1], a, sizeof a);
    b[1][0] ^= 1;
    random_fill(secrets[1][0], sizeof secrets[1]);
    for (size_t i = 0; i < SECRETS; i++)
        memcpy(secrets[0][i], secrets[1][0], sizeof secrets[0][i]);
    report("memcmp", "", welch(by_memcmp, samples), 1);
    for (size_t i = 0; wr_kernel_name(i); i++) {
        const char *name = wr_kernel_name(i);
        CHECK(wr_use_kernel(name) == WR_OK, "%s", name);
        wr_hmac_md5_key_init(&hmac_key, secrets[0][0], sizeof secrets[0][0]);
        wr_hmac_md5(&hmac_key, a, 44, tags[0], 16);
        memcpy(tags[1], tags[0], sizeof tags[0]);
        tags[1][0] ^= 1;
        report("wr_equal", name, welch(equal, samples), 0);
        report("hmac-md5 verify", name, welch(hmac_verify, samples), 0);
        report("umac key", name, welch(umac_key_init, samples / 10), 0);
    }
    return check_result();
}
