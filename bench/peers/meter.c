/* meter.c - measure one subject with wirerate and print the smallest ns per message of 31 rounds. bench/peers/run
 * compares it with the standalone programs. Usage: meter ALGORITHM IMPLEMENTATION LENGTH [BATCH [reuse|rekey|fresh
 * [KERNEL|- [tag|verify]]]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "imix.h"
#include "wirerate_host.h"

#define ROUNDS        31
#define ROUND_NS      2000000
#define TEMPLATES     16
#define TEMPLATES_MAX 256
#define TAG_MAX       64

static int keyed_mode(const char *word) {
    return strcmp(word, "rekey") == 0 ? WRH_REKEY : strcmp(word, "fresh") == 0 ? WRH_FRESH : WRH_REUSE;
}

int main(int count, char **words) {
    if (count < 4) {
        fputs("usage: meter ALGORITHM IMPLEMENTATION LENGTH [BATCH [reuse|rekey|fresh [KERNEL|- [tag|verify]]]]\n",
              stderr);
        return 2;
    }
    char why[256];
    int status;
    uint64_t lengths[TEMPLATES_MAX], messages;
    const int mixed = strcmp(words[3], "imix") == 0;
    const size_t templates = mixed ? IMIX_TEMPLATES : TEMPLATES;
    for (size_t i = 0; i < templates; i++)
        lengths[i] = mixed ? imix_length(i) : strtoull(words[3], NULL, 10);
    wrh_pin(-1);
    const char *kernel = count > 6 && strcmp(words[6], "-") != 0 ? words[6] : NULL;
    const int operation = count > 7 && strcmp(words[7], "verify") == 0 ? WRH_VERIFY : WRH_TAG;
    wrh_subject *subject =
        wrh_subject_open(words[1], 0, words[2], kernel, operation, count > 5 ? keyed_mode(words[5]) : WRH_REUSE,
                         count > 4 ? strtoul(words[4], NULL, 10) : 1, &status, why, sizeof why);
    if (!subject) {
        fprintf(stderr, "%s@%s: %s\n", words[1], words[2], why);
        return 4;
    }
    wrh_workload *workload = wrh_workload_new(lengths, templates, mixed ? quarter_of_l2() : 0, 1);
    if (!workload || wrh_calibrate(subject, workload, ROUND_NS, &messages) != WRH_OK)
        return 5;
    uint8_t expected[TEMPLATES_MAX * TAG_MAX];
    const uint8_t *expectation = expected;
    uint32_t order[ROUNDS] = {0};
    wrh_round rounds[ROUNDS];
    double best = 1e18;
    if (wrh_workload_expect(workload, subject, expected) != WRH_OK ||
        wrh_run(&subject, 1, workload, &messages, &expectation, order, ROUNDS, 1, rounds, NULL, NULL, NULL) != WRH_OK)
        return 5;
    for (size_t i = 0; i < ROUNDS; i++) {
        if (rounds[i].wrong)
            fprintf(stderr, "%u wrong tags in round %zu\n", rounds[i].wrong, i);
        double ns = (double)rounds[i].wall_ns / (double)rounds[i].messages;
        best = ns < best ? ns : best;
    }
    printf("%.1f %s\n", best, wrh_subject_kernel(subject));
    wrh_workload_free(workload);
    wrh_subject_close(subject);
    return 0;
}
