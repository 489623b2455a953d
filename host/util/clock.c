/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* clock.c - wall clock, CPU time and reference cycles; and the core's clock rate, from a chain of dependent
 * additions. */
#define _GNU_SOURCE /* for CLOCK_MONOTONIC_RAW and RUSAGE_THREAD */
#include "clock.h"

#include <sys/resource.h>
#include <time.h>

#include "wirerate_host.h"

static uint64_t clock_ns(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t wrh_wall_ns(void) {
    return clock_ns(CLOCK_MONOTONIC_RAW);
}

uint64_t wrh_cpu_ns(void) {
    return clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

uint64_t wrh_involuntary(void) {
#ifdef RUSAGE_THREAD
    struct rusage usage;
    return getrusage(RUSAGE_THREAD, &usage) == 0 ? (uint64_t)usage.ru_nivcsw : 0;
#else
    return 0; /* wirerate does not measure on systems without RUSAGE_THREAD (WIRERATE_MEASURE) */
#endif
}

/* Dependent additions take one core cycle each on all known CPUs. The addend is in a register because recent cores
 * execute additions of small constants at register renaming, in zero cycles. */
#define CHAIN_ADDS 64u
static uint64_t add_chain(uint64_t value, uint64_t addend, unsigned repeats) {
    for (unsigned i = 0; i < repeats; i++) {
#if defined(__x86_64__)
        __asm__ volatile(".rept 64\n\tadd %1, %0\n\t.endr" : "+r"(value) : "r"(addend));
#elif defined(__aarch64__)
        __asm__ volatile(".rept 64\n\tadd %0, %0, %1\n\t.endr" : "+r"(value) : "r"(addend));
#else
        for (unsigned k = 0; k < CHAIN_ADDS; k++) {
            value += addend;
            __asm__ volatile("" : "+r"(value));
        }
#endif
    }
    return value;
}

uint64_t wrh_core_hz_now(void) {
    enum {
        PIECES = 3,
        REPEATS = 1024
    }; /* pieces of 65,536 additions, about 16 us: an interrupt spoils only one of
        * them */
    uint64_t best = UINT64_MAX;
    for (int piece = 0; piece < PIECES; piece++) {
        uint64_t start = wrh_wall_ns();
        add_chain((uint64_t)piece, 1, REPEATS);
        uint64_t elapsed = wrh_wall_ns() - start;
        best = elapsed < best ? elapsed : best;
    }
    return best ? (uint64_t)REPEATS * CHAIN_ADDS * 1000000000u / best : 0;
}

double wrh_core_hz(void) {
    enum { PIECES = 40, REPEATS = 30000 }; /* 40 pieces of 1.92 million additions, about 0.5 ms each */
    double best = 0;
    volatile uint64_t seed = 3;
    for (int piece = 0; piece < PIECES; piece++) {
        uint64_t start = wrh_wall_ns();
        seed = add_chain(seed, seed | 1, REPEATS);
        uint64_t elapsed = wrh_wall_ns() - start;
        /* Interruptions only make a piece longer, so the fastest piece gives the clock rate. */
        double hz = elapsed ? (double)REPEATS * CHAIN_ADDS * 1e9 / (double)elapsed : 0;
        if (hz > best)
            best = hz;
    }
    return best;
}

/* Each addition depends only on the one 10 before it, so the core executes as many at once as it has adders. */
#define WIDE_ADDS 160u
static void add_wide(uint64_t addend, unsigned repeats) {
    for (unsigned i = 0; i < repeats; i++) {
#if defined(__x86_64__)
        __asm__ volatile(
            ".rept 16\n\tadd %0, %%rax\n\tadd %0, %%rcx\n\tadd %0, %%rdx\n\tadd %0, %%rsi\n\tadd %0, %%rdi\n\t"
            "add %0, %%r8\n\tadd %0, %%r9\n\tadd %0, %%r10\n\tadd %0, %%r11\n\tadd %0, %%r12\n\t.endr"
            :
            : "r"(addend)
            : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "cc");
#elif defined(__aarch64__)
        __asm__ volatile(".rept 16\n\tadd x0, x0, %0\n\tadd x1, x1, %0\n\tadd x2, x2, %0\n\tadd x3, x3, %0\n\t"
                         "add x4, x4, %0\n\tadd x5, x5, %0\n\tadd x6, x6, %0\n\tadd x7, x7, %0\n\tadd x8, x8, %0\n\t"
                         "add x9, x9, %0\n\t.endr"
                         :
                         : "r"(addend)
                         : "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9");
#else
        uint64_t sums[10] = {0};
        for (unsigned k = 0; k < WIDE_ADDS; k++) {
            sums[k % 10] += addend;
            __asm__ volatile("" : "+r"(sums[k % 10]));
        }
#endif
    }
}

double wrh_adds_per_cycle(void) {
    enum { PIECES = 20, REPEATS = 40000 }; /* 20 pieces of 6.4 million additions */
    double best = 0;
    for (int piece = 0; piece < PIECES; piece++) {
        uint64_t start = wrh_wall_ns();
        add_wide((uint64_t)piece | 1, REPEATS);
        uint64_t elapsed = wrh_wall_ns() - start;
        double per_second = elapsed ? (double)REPEATS * WIDE_ADDS * 1e9 / (double)elapsed : 0;
        if (per_second > best)
            best = per_second;
    }
    double hz = wrh_core_hz();
    return hz > 0 ? best / hz : 0;
}

double wrh_tick_hz(void) {
#if defined(__aarch64__)
    uint64_t hz;
    __asm__ volatile("mrs %0, cntfrq_el0" : "=r"(hz));
    return (double)hz;
#else
    if (wrh_ticks() == 0)
        return 0;
    const uint64_t span_ns = 10000000; /* 10 ms: reading both clocks takes less than 1 us, so the error is at most
                                        * 1e-4 */
    uint64_t wall = wrh_wall_ns(), ticks = wrh_ticks(), now;
    do
        now = wrh_wall_ns();
    while (now - wall < span_ns);
    return (double)(wrh_ticks() - ticks) * 1e9 / (double)(now - wall);
#endif
}
