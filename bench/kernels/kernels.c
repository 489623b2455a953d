/*
 * kernels.c - compare wirerate's kernels with their peers in one table.
 *
 *     kernels [--quick] [--only TEXT]
 *
 * For each row, both implementations run interleaved in one process on the same bytes. Every tag is checked. The table
 * shows the median of the rounds' paired ratios (peer's time / ours) without the time of other threads, the required
 * ratio, and the ratio that the machine's limit allows.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "rows.h"
#include "wirerate_host.h"

enum { ROUNDS = 31, QUICK_ROUNDS = 9, TEMPLATES = 256 };

struct options {
    size_t rounds;
    const char *only;
};

struct result {
    double ns, peer_ns, ratio; /* medians, per message */
    uint64_t wrong;
};

static enum family cpu_family(void) {
#if defined(__x86_64__)
    unsigned eax, ebx, ecx, edx, family;
    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx)) {
        family = (eax >> 8 & 15) + (eax >> 20 & 255);
        return family == 25 ? ZEN4 : family == 26 ? ZEN5 : UNKNOWN_CPU;
    }
#endif
    return UNKNOWN_CPU;
}

static void fail(const char *row, const char *part, const char *reason) {
    fprintf(stderr, "%s: %s: %s\n", row, part, reason);
    exit(4);
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, size_t count) {
    qsort(values, count, sizeof *values, ascending);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static wrh_workload *lay_out(const struct row *row) {
    uint64_t lengths[TEMPLATES];

    for (size_t i = 0; i < row->templates; i++) {
        if (strcmp(row->packets, "imix") == 0) /* 7 : 4 : 1 */
            lengths[i] = i % 12 < 7 ? 40 : i % 12 < 11 ? 576 : 1500;
        else if (strcmp(row->packets, "any") == 0) /* 64 to 1500, scattered */
            lengths[i] = 64 + i * 619 % 1437;
        else
            lengths[i] = strtoull(row->packets, NULL, 10);
    }
    return wrh_workload_new(lengths, row->templates, row->working_set, 1810);
}

/* Return the nanoseconds spent in a round's calls, as the lesser of two clocks. Reading the thread's CPU clock before
 * and after each call of the library is a system call of half a microsecond, or 50 cycles a packet for 32 packets. The
 * tick counter has less overhead, but also counts while another thread has the CPU. */
static double call_ns(const wrh_round *round, double tick_hz) {
    const double cpu = (double)round->cpu_ns, ticks = tick_hz > 0 ? (double)round->ticks / tick_hz * 1e9 : cpu;
    return ticks > 0 && ticks < cpu ? ticks : cpu;
}

/* Measure subject and peer in every round, in alternating order. */
static struct result measure(const struct row *row, const struct options *options, wrh_subject *subject,
                             wrh_subject *peer, wrh_workload *workload) {
    wrh_subject *const pair[2] = {subject, peer};
    uint8_t *tags[2] = {calloc(TEMPLATES, 64), calloc(TEMPLATES, 64)};
    uint32_t *order = calloc(2 * options->rounds, sizeof *order);
    wrh_round *rounds = calloc(2 * options->rounds, sizeof *rounds);
    double *ours = calloc(3 * options->rounds, sizeof *ours), *theirs = ours + options->rounds,
           *ratio = theirs + options->rounds;
    const double tick_hz = wrh_tick_hz();
    struct result result = {0};
    uint64_t messages[2];

    for (int s = 0; s < 2; s++) {
        if (wrh_workload_expect(workload, pair[s], tags[s]) != WRH_OK ||
            wrh_calibrate(pair[s], workload, 1000000, &messages[s]) != WRH_OK)
            fail(row->name, s ? "peer" : "subject", "cannot run");
    }
    for (size_t r = 0; r < options->rounds; r++) {
        order[2 * r] = r % 2;
        order[2 * r + 1] = 1 - r % 2;
    }
    if (wrh_run(pair, 2, workload, messages, (const uint8_t *const *)tags, order, options->rounds, 1, rounds, NULL,
                NULL, NULL) != WRH_OK)
        fail(row->name, "rounds", "stopped");
    for (size_t r = 0; r < options->rounds; r++) {
        for (size_t k = 2 * r; k < 2 * r + 2; k++) {
            (order[k] ? theirs : ours)[r] = call_ns(&rounds[k], tick_hz) / (double)rounds[k].messages;
            result.wrong += rounds[k].wrong;
        }
        ratio[r] = theirs[r] / ours[r];
    }
    result.ns = median(ours, options->rounds);
    result.peer_ns = median(theirs, options->rounds);
    result.ratio = median(ratio, options->rounds);
    free(tags[0]), free(tags[1]), free(order), free(rounds), free(ours);
    return result;
}

static wrh_subject *open_entrant(const struct row *row, const struct entrant *entrant, const char *kernel,
                                 char why[256]) {
    int status;
    return wrh_subject_open(entrant->algorithm, row->tag_bytes, entrant->implementation, kernel, WRH_TAG, WRH_REUSE,
                            row->batch, &status, why, 256);
}

/* Find the lowest ratio, that is, the peer's fastest manager if it has several. Return 0 if there is no peer. */
static int best_peer(const struct row *row, const struct options *options, struct result *best, char kernel[32]) {
    static const char *const managers[] = {"avx2", "avx512", "sse"};
    const int several = strcmp(row->peer.implementation, "ipsec-mb") == 0;
    wrh_workload *workload = lay_out(row);
    char why[256];
    wrh_subject *subject = open_entrant(row, &row->subject, row->subject.kernel, why);
    int any = 0;

    if (!subject || !workload)
        fail(row->name, "wirerate", subject ? "out of memory" : why);
    for (size_t i = 0; i < (several ? sizeof managers / sizeof *managers : 1); i++) {
        const char *const manager = several ? managers[i] : row->peer.kernel;
        wrh_subject *peer = open_entrant(row, &row->peer, manager, why);
        struct result result;
        if (!peer)
            continue;
        result = measure(row, options, subject, peer, workload);
        if (result.wrong == 0 && (!any || result.ratio < best->ratio)) {
            *best = result;
            snprintf(kernel, 32, "%s", wrh_subject_kernel(peer)); /* copied, as the peer is closed below */
            any = 1;
        }
        wrh_subject_close(peer);
    }
    wrh_subject_close(subject);
    wrh_workload_free(workload);
    return any;
}

static void print_row(const struct row *row, const struct result *result, const char *kernel, enum family family,
                      double ghz) {
    char required[16] = "", limit[16] = "", peer[32];

    snprintf(peer, sizeof peer, "%s%s%s", row->peer.implementation, *kernel ? "/" : "", kernel);
    if (row->at_least > 0)
        snprintf(required, sizeof required, "%.2f%s", row->at_least, result->ratio < row->at_least ? " <" : "");
    if (row->limit[family] > 0)
        snprintf(limit, sizeof limit, "%.2f", result->peer_ns * ghz / row->limit[family]);
    printf("| %-34s | %10.1f | %10.1f | %-16s | %7.2f | %7s | %7s |\n", row->name, result->ns, result->ns * ghz, peer,
           result->ratio, required, limit);
    fflush(stdout);
}

int main(int argc, char **argv) {
    struct options options = {ROUNDS, ""};
    const enum family family = cpu_family();
    char why[256];
    double ghz;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0) {
            options.rounds = QUICK_ROUNDS;
        } else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
            options.only = argv[++i];
        } else {
            fprintf(stderr, "usage: kernels [--quick] [--only TEXT]\n");
            return 2;
        }
    }
    wrh_pin(-1);
    ghz = wrh_core_hz() / 1e9;
    printf("Core clock %.3f GHz, %zu rounds; %s; %s.\n\n", ghz, options.rounds,
           wrh_implementation_version("openssl", why, sizeof why),
           wrh_implementation_version("ipsec-mb", why, sizeof why));
    printf("| %-34s | %10s | %10s | %-16s | %7s | %7s | %7s |\n", "work", "ns", "cycles", "peer", "ratio", "goal",
           "limit");
    printf("|---|---:|---:|---|---:|---:|---:|\n");
    for (size_t i = 0; i < row_count; i++) {
        char kernel[32] = "";
        struct result result = {0};
        if (!strstr(rows[i].name, options.only))
            continue;
        if (best_peer(&rows[i], &options, &result, kernel))
            print_row(&rows[i], &result, kernel, family, ghz);
        else
            printf("| %-34s | %10s | %10s | %-16s | %7s | %7s | %7s |\n", rows[i].name, "", "",
                   rows[i].peer.implementation, "absent", "", "");
    }
    return 0;
}
