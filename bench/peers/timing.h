/* timing.h - a simple timing loop: call a function on the same messages repeatedly for one to two milliseconds, 31
 * times, and print the smallest ns per message. Even on a busy machine, some runs that short are undisturbed. This file
 * uses nothing of wirerate, so that wirerate's measurements can be compared with it.
 *
 * The length "imix" is a mix over a quarter of the second-level cache. Its order is shuffled, untimed, before each
 * call, because a branch predictor learns a repeated order. "imix-again" repeats one order, to show that effect.
 * "ring-44" and "again-44" are the same with messages of 44 bytes. */
#ifndef BENCH_TIMING_H
#define BENCH_TIMING_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "imix.h"

enum { MESSAGES = 256, DISTINCT = 16, MIXED = 960, REPEATS = 31, TAG = 64 };

/* The messages: DISTINCT different ones of one length, aligned to 64 bytes, or a mix. */
static int messages = MESSAGES;
static const unsigned char *message[MIXED];
static size_t bytes[MIXED];
static unsigned char nonce[MIXED][16], tag[MIXED][TAG];
static unsigned char key[96];
static size_t length; /* of the longest message */

/* When verifying, the correct tags are in `tag`, and computed ones go to `made` for comparison. */
static int verify;
static unsigned long refused;
static unsigned char made[MIXED][TAG];

static inline unsigned char *place(int i) {
    return verify ? made[i] : tag[i];
}

static unsigned char *make_data(size_t size) {
    unsigned char *data = aligned_alloc(64, size);
    if (!data)
        exit(5);
    for (size_t i = 0; i < size; i++)
        data[i] = (unsigned char)(i * 167 >> 3);
    return data;
}

/* A ring of the mix's messages. */
static struct {
    const unsigned char **message;
    size_t *bytes, messages, next;
    int again; /* use the same MIXED messages in the same order every time */
} ring;

static size_t random_below(size_t bound) {
    static unsigned long long state = 1810; /* xorshift64* (Vigna 2016) */
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (size_t)(state * 2685821657736338717u >> 32) % bound;
}

static size_t room_for(size_t size) {
    return (size + 63) / 64 * 64;
}

/* Fill the ring with the mix, or with messages of `size` bytes. */
static void make_ring(size_t size) {
    size_t lap = 0;
    for (size_t i = 0; i < 12; i++)
        lap += room_for(size ? size : imix_length(i));
    const size_t laps = quarter_of_l2() / lap + 1;
    unsigned char *data = make_data(laps * lap);
    ring.messages = laps * 12;
    ring.message = calloc(ring.messages, sizeof *ring.message);
    ring.bytes = calloc(ring.messages, sizeof *ring.bytes);
    if (!ring.message || !ring.bytes)
        exit(5);
    for (size_t i = 0; i < ring.messages; i++) {
        ring.message[i] = data;
        ring.bytes[i] = size ? size : imix_length(i);
        data += room_for(ring.bytes[i]);
    }
}

/* Called, untimed, after messages are drawn; may be NULL. */
static void (*take_messages)(void);

/* Draw the ring's next messages, in random order. */
static void draw_messages(void) {
    for (size_t i = 0; i < MIXED; i++) {
        const size_t other = random_below(i + 1);
        message[i] = message[other];
        bytes[i] = bytes[other];
        message[other] = ring.message[ring.next];
        bytes[other] = ring.bytes[ring.next];
        ring.next = (ring.next + 1) % ring.messages;
    }
    if (take_messages)
        take_messages();
}

static void make_messages(const char *words) {
    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (unsigned char)i;
    for (size_t i = 0; i < MIXED; i++)
        memset(nonce[i], (int)(i % DISTINCT), sizeof nonce[i]);
    if (words[0] < '0' || words[0] > '9') {
        const char *size = words + strcspn(words, "0123456789");
        length = *size ? strtoul(size, NULL, 10) : 1500;
        messages = MIXED;
        make_ring(*size ? length : 0);
        draw_messages();
        ring.again = strstr(words, "again") != NULL;
        return;
    }
    length = strtoul(words, NULL, 10);
    const size_t room = room_for(length) + 64;
    const unsigned char *data = make_data(room * DISTINCT);
    for (size_t i = 0; i < MESSAGES; i++) {
        message[i] = data + i % DISTINCT * room;
        bytes[i] = length;
    }
}

static double now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static double time_of(void (*run)(void), unsigned long laps) {
    double total = 0, begin = now_ns();
    for (unsigned long i = 0; i < laps; i++) {
        run();
        if (ring.messages && !ring.again) {
            total += now_ns() - begin;
            draw_messages();
            begin = now_ns();
        }
    }
    return total + now_ns() - begin;
}

/* run() processes all messages once: it computes tags, or verifies them if the last argument asks for it. */
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
        double ns = time_of(run, laps) / ((double)laps * messages);
        best = ns < best ? ns : best;
    }
    if (refused) {
        fprintf(stderr, "%lu correct tags were rejected\n", refused);
        exit(5);
    }
    printf("%.1f\n", best);
}

#endif
