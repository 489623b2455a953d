/* timing.h - the plainest timing loop: call a function on the same messages again and again for one to two
 * milliseconds, 31 times, and print the smallest ns per message: a busy machine lets so short a time pass undisturbed.
 * Nothing of wirerate is in here, so that the meter can be held against it. */
#ifndef BENCH_TIMING_H
#define BENCH_TIMING_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MESSAGES = 256, DISTINCT = 16, REPEATS = 31, TAG = 64 };

/* MESSAGES messages, DISTINCT of them different, each on a 64-byte boundary. */
static const unsigned char *message[MESSAGES];
static unsigned char nonce[MESSAGES][16], tag[MESSAGES][TAG];
static unsigned char key[96];
static size_t length;

/* Verifying: the right tags are there, and a tag is made beside its own place, to be compared. */
static int verify;
static unsigned long refused;
static unsigned char made[MESSAGES][TAG];

static inline unsigned char *place(int i) {
    return verify ? made[i] : tag[i];
}

static void make_messages(size_t bytes) {
    size_t room = (bytes + 63) / 64 * 64 + 64;
    unsigned char *data = aligned_alloc(64, room * DISTINCT);
    if (!data)
        exit(5);
    length = bytes;
    for (size_t i = 0; i < room * DISTINCT; i++)
        data[i] = (unsigned char)(i * 167 >> 3);
    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (unsigned char)i;
    for (size_t i = 0; i < MESSAGES; i++) {
        message[i] = data + i % DISTINCT * room;
        memset(nonce[i], (int)(i % DISTINCT), sizeof nonce[i]);
    }
}

static double now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static double time_of(void (*run)(void), unsigned long laps) {
    const double begin = now_ns();
    for (unsigned long i = 0; i < laps; i++)
        run();
    return now_ns() - begin;
}

/* run() handles all MESSAGES once, tagging them, or verifying them too if that is what the last word asks for. */
static void time_and_print(void (*run)(void), int asked_to_verify) {
    double best = 1e18;
    unsigned long laps = 1;
    if (asked_to_verify) {
        run();
        verify = 1;
    }
    while (time_of(run, laps) < 1e6)
        laps *= 2;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double ns = time_of(run, laps) / ((double)laps * MESSAGES);
        best = ns < best ? ns : best;
    }
    if (refused) {
        fprintf(stderr, "%lu right tags were refused\n", refused);
        exit(5);
    }
    printf("%.1f\n", best);
}

#endif
