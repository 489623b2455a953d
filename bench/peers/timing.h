/* timing.h - the plainest timing loop: call a function on the same messages again and again for two milliseconds, 31
 * times, and print the median ns per message. Nothing of wirerate is in here, so that the meter can be held against it.
 */
#ifndef BENCH_TIMING_H
#define BENCH_TIMING_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MESSAGES = 1024, DISTINCT = 16, REPEATS = 31, TAG = 64 };

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

/* run() handles all MESSAGES once, tagging them, or verifying them too if that is what the last word asks for. */
static void time_and_print(void (*run)(void), int asked_to_verify) {
    double best = 1e18;
    if (asked_to_verify) {
        run();
        verify = 1;
    }
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double begin = now_ns(), elapsed;
        unsigned long laps = 0;
        do {
            run();
            laps++;
            elapsed = now_ns() - begin;
        } while (elapsed < 2e6);
        double ns = elapsed / ((double)laps * MESSAGES);
        best = ns < best ? ns : best;
    }
    if (refused) {
        fprintf(stderr, "%lu right tags were refused\n", refused);
        exit(5);
    }
    printf("%.1f\n", best);
}

#endif
