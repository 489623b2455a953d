/*
 * tricks.c - measure the gain of every optimisation in the batch kernels, on the shipped code: copy a kernel table,
 * remove one routine, and let the generic code do its work.
 *
 *     tricks [KERNEL]
 *
 * Results are the minimum of many short rounds, in core cycles per message, since noise only adds time.
 */
#define _POSIX_C_SOURCE 199309L /* clock_gettime */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "md5/batch.h"
#include "md5/md5.h"
#include "wirerate_host.h"

enum { COUNT = 256, LONGEST = 1536, ROUNDS = 300 };

static uint8_t data[COUNT * LONGEST] __attribute__((aligned(64)));
static uint8_t tags[COUNT][WR_MD5_SIZE];
static wr_message messages[COUNT];
static wr_hmac_md5_key key;
static double ghz;

static double now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void lay_out(size_t length) {
    for (size_t i = 0; i < COUNT; i++) {
        const size_t imix = i % 12 < 7 ? 40 : i % 12 < 11 ? 576 : 1500;
        messages[i] = (wr_message){data + i * LONGEST, length ? length : imix, tags[i]};
    }
}

/* Return the cycles per message of HMAC-MD5-96 over the batch, in calls of `call` messages. */
static double cycles(const struct wr_md5_kernel *md5, size_t call) {
    struct wr_kernel kernel = *wr_kernel_find("auto");
    double least = 1e30;

    kernel.md5 = md5;
    for (int round = 0; round < ROUNDS; round++) {
        const double start = now_ns();
        double took;
        for (size_t i = 0; i < COUNT; i += call)
            wr_md5_batch_run(&kernel, &(struct wr_md5_batch){
                                          .messages = messages + i, .count = call, .key = &key, .tag_length = 12});
        took = now_ns() - start;
        least = took < least ? took : least;
    }
    return least * ghz / COUNT;
}

static void line(const char *trick, double without, double with) {
    printf("| %-58s | %8.1f | %8.1f | %5.2f |\n", trick, without, with, without / with);
}

/* Compare on 32 lanes, the maximum for which the generic code can build blocks. */
static void compare_padding(const char *trick, const struct wr_md5_kernel *full) {
    struct wr_md5_kernel with = *full, without;

    with.lanes = full->lanes < 32 ? full->lanes : 32;
    with.overlap = NULL;
    without = with, without.lane_ends = NULL;
    line(trick, cycles(&without, COUNT), cycles(&with, COUNT));
}

static void compare_gaps(const char *trick, const struct wr_md5_kernel *full, double all) {
    struct wr_md5_kernel without = *full;

    without.overlap = NULL;
    if (full->overlap)
        line(trick, cycles(&without, COUNT), all);
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "auto";
    const struct wr_kernel *kernel = wr_kernel_find(name);
    struct wr_md5_kernel full, changed;
    double all;

    if (!kernel || kernel->md5->lanes == 1) {
        fprintf(stderr, "%s: this CPU has no such kernel with lanes\n", name);
        return 2;
    }
    wrh_pin(-1);
    ghz = wrh_core_hz() / 1e9;
    full = *kernel->md5;
    wr_hmac_md5_key_init(&key, "a public test key", 17);
    printf("Kernel %s, %.3f GHz, core cycles per packet, HMAC-MD5-96.\n\n", full.name, ghz);
    printf("| %-58s | %8s | %8s | %5s |\n|---|---:|---:|---:|\n", "optimisation", "without", "with", "ratio");

    lay_out(44);
    all = cycles(&full, COUNT);
    line("lanes instead of the portable kernel, 44 B", cycles(wr_kernel_find("portable")->md5, COUNT), all);
    for (size_t lanes = full.fewest; lanes < full.lanes; lanes *= 2) {
        char text[96];
        snprintf(text, sizeof text, "%zu lanes instead of %zu, 44 B", full.lanes, lanes);
        changed = full, changed.lanes = lanes;
        line(text, cycles(&changed, COUNT), all);
    }
    if (full.lane_ends)
        compare_padding("padding in registers instead of copies, 32 lanes, 44 B", &full);
    compare_gaps("preparing words during the previous block, 44 B", &full, all);
    line("one call for 256 packets instead of 16 calls, 44 B", cycles(&full, 16), all);
    lay_out(1500);
    all = cycles(&full, COUNT);
    for (size_t lanes = full.fewest; lanes < full.lanes; lanes *= 2) {
        char text[96];
        snprintf(text, sizeof text, "%zu lanes instead of %zu, 1500 B", full.lanes, lanes);
        changed = full, changed.lanes = lanes;
        line(text, cycles(&changed, COUNT), all);
    }
    lay_out(0);
    all = cycles(&full, COUNT);
    line("lanes instead of the portable kernel, imix", cycles(wr_kernel_find("portable")->md5, COUNT), all);
    if (full.lane_ends)
        compare_padding("padding in registers instead of copies, 32 lanes, imix", &full);
    compare_gaps("preparing words during the previous block, imix", &full, all);
    line("refilling lanes from 256 packets instead of 64, imix", cycles(&full, 64), all);
    return 0;
}
