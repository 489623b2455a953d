/* No function of the library uses more than 16 KiB of stack, on any kernel: musl's threads have 128 KiB, firmware has
 * far less. Each function is called on a painted stack; overwritten bytes were used. */
#include <pthread.h>

#include "check.h"
#include "kernels.h"
#include "random.h"
#include "wirerate_ah.h"
#include "wirerate_experimental.h"

enum { STACK = 512 << 10, PAINT = 0x5a, MOST = 16 << 10, MESSAGES = 300, LONGEST = 2000, HEADERS = 4000 };

static _Alignas(4096) uint8_t stack[STACK];
static uint8_t data[MESSAGES * LONGEST], tags[MESSAGES][16], nonces[MESSAGES][8], good[MESSAGES];
static const uint8_t *received[MESSAGES];
static wr_message mixed[MESSAGES], equal_lengths[MESSAGES];
static wr_md5_state states[MESSAGES];
static wr_md5_state *state_of[MESSAGES];
static wr_hmac_md5_key hmac_key;
static wr_hmac_md5_state hmac_state;
static const wr_hmac_md5_key *keys[MESSAGES];
static wr_umac_key umac_key;
static wr_umac_state umac_state;
static wr_ah_keyed_md5_key keyed_md5;
static wr_ah_packet packets[MESSAGES];
static uint8_t plain[MESSAGES][LONGEST + HEADERS], sealed[MESSAGES][LONGEST + HEADERS + 64];
static uint64_t bitmap[WR_AH_WINDOW_WORDS(64)];
static wr_ah_sa sa;
static uint8_t scratch[WR_AH_SCRATCH];
static size_t some;

static void md5_batches(void) {
    wr_md5_batch(mixed, MESSAGES);
    wr_md5_batch(equal_lengths, MESSAGES);
}

static void md5_streams(void) {
    for (size_t i = 0; i < MESSAGES; i++)
        wr_md5_init(&states[i]);
    wr_md5_update_batch(state_of, mixed, MESSAGES);
    wr_md5_final_batch(state_of, MESSAGES, tags[0]);
}

static void md5_one(void) {
    wr_md5(data, 1000, tags[0]);
    wr_md5_init(&states[0]);
    wr_md5_update(&states[0], data, 1000);
    wr_md5_final(&states[0], tags[0]);
}

static void md5_ways(void) {
    wr_md5_ways(data, 10000, 64, tags[0]);
}

/* Cut each of the mixed messages at a different position, with a piece of a few bytes before it. */
static void in_pieces(void) {
    static wr_piece pieces[MESSAGES][3];
    static wr_pieces messages[MESSAGES];
    for (size_t i = 0; i < MESSAGES; i++) {
        const size_t cut = mixed[i].length / (1 + i % 7);
        pieces[i][0] = (wr_piece){data, i % 9};
        pieces[i][1] = (wr_piece){mixed[i].data, cut};
        pieces[i][2] = (wr_piece){(const uint8_t *)mixed[i].data + cut, mixed[i].length - cut};
        messages[i] = (wr_pieces){pieces[i], 3, tags[i]};
    }
    wr_md5_batch_pieces(messages, MESSAGES);
    wr_hmac_md5_batch_pieces(keys, messages, MESSAGES, 12);
    (void)!wr_hmac_md5_verify_batch_pieces(keys, messages, received, MESSAGES, 12, good);
}

static void hmac_one(void) {
    wr_hmac_md5_key_init(&hmac_key, data, 100);
    wr_hmac_md5(&hmac_key, data, 1000, tags[0], 16);
    (void)!wr_hmac_md5_verify(&hmac_key, data, 1000, tags[0], 16);
    wr_hmac_md5_init(&hmac_state, &hmac_key);
    wr_hmac_md5_update(&hmac_state, data, 1000);
    wr_hmac_md5_final(&hmac_state, tags[0], 16);
}

static void hmac_batches(void) {
    wr_hmac_md5_batch(&hmac_key, mixed, MESSAGES, 12);
    wr_hmac_md5_batch(&hmac_key, equal_lengths, MESSAGES, 12);
    wr_hmac_md5_batch_keys(keys, mixed, MESSAGES, 12);
    (void)!wr_hmac_md5_verify_batch(&hmac_key, mixed, received, MESSAGES, 12, good);
}

static void umac_one(void) {
    wr_umac_key_init(&umac_key, data, 16);
    wr_umac(&umac_key, NULL, nonces[0], 8, data, sizeof data, tags[0]);
    (void)!wr_umac_verify(&umac_key, NULL, nonces[0], 8, data, 1000, tags[0]);
    wr_umac_init(&umac_state);
    wr_umac_update(&umac_state, &umac_key, data, 3000);
    wr_umac_final(&umac_state, &umac_key, NULL, nonces[0], 8, tags[0]);
}

static void umac_batches(void) {
    wr_umac_batch(&umac_key, nonces, 8, mixed, MESSAGES);
    (void)!wr_umac_verify_batch(&umac_key, nonces, 8, mixed, received, MESSAGES, good);
}

static void checksum(void) {
    (void)wr_internet_checksum(data, sizeof data);
}

/* Sign, then verify; some packets have long headers. */
static void ah(void) {
    wr_ah_sa receiver = sa;
    for (size_t i = 0; i < some; i++)
        packets[i] =
            (wr_ah_packet){.data = plain[i], .length = sizeof plain[i], .out = sealed[i], .room = sizeof sealed[i]};
    CHECK(wr_ah_sign(&sa, packets, some) == some, "%s", wr_ah_reason_name(packets[0].reason));
    for (size_t i = 0; i < some; i++)
        packets[i] = (wr_ah_packet){.data = sealed[i], .length = sizeof sealed[i]};
    CHECK(wr_ah_verify(&receiver, packets, some) == some, "%s", wr_ah_reason_name(packets[0].reason));
}

static void (*called)(void);

/* Call below the thread's own data on the stack; counting starts at the address of this frame. */
static void *call_below(void *top) {
    uint8_t room[4096];
    __asm__ volatile("" : : "r"(room) : "memory");
    called();
    *(uintptr_t *)top = (uintptr_t)room;
    __asm__ volatile("" : : "r"(room) : "memory");
    return NULL;
}

static size_t used_by(void (*call)(void)) {
    pthread_attr_t attributes;
    pthread_t thread;
    uintptr_t top = 0;
    size_t untouched = 0;

    called = call;
    memset(stack, PAINT, sizeof stack);
    CHECK(pthread_attr_init(&attributes) == 0 && pthread_attr_setstack(&attributes, stack, sizeof stack) == 0 &&
              pthread_create(&thread, &attributes, call_below, (void *)&top) == 0 && pthread_join(thread, NULL) == 0,
          "no thread");
    pthread_attr_destroy(&attributes);
    while (untouched < sizeof stack && stack[untouched] == PAINT)
        untouched++;
    return (size_t)(top - (uintptr_t)(stack + untouched));
}

static void nothing(void) {
}

static void takes_much(void) {
    uint8_t much[MOST + 1];
    memset(much, 0, sizeof much);
    __asm__ volatile("" : : "r"(much) : "memory");
}

static void check(const char *kernel, const char *name, void (*call)(void)) {
    const size_t used = used_by(call) - used_by(nothing);
    if (getenv("WR_VERBOSE"))
        printf("%s %s %zu\n", kernel, name, used);
    CHECK(used <= MOST, "%s: %s takes %zu bytes of stack", kernel, name, used);
}

static void make_packets(void) {
    for (size_t i = 0; i < MESSAGES; i++) {
        const size_t options = i % 3 == 0 ? i % 2 ? 2040 : 56 : 0, after = options + 1 + random_below(LONGEST - 100);
        memset(plain[i], 0, sizeof plain[i]);
        plain[i][0] = 0x60;
        plain[i][4] = (uint8_t)(after >> 8);
        plain[i][5] = (uint8_t)after;
        plain[i][6] = options ? 0 : 17;
        if (options) { /* a hop-by-hop header filled with padding */
            plain[i][40] = 17;
            plain[i][41] = (uint8_t)(options / 8 - 1);
        }
    }
}

static void check_ah(const char *kernel) {
    static const size_t counts[] = {1, 2, 4, 5, MESSAGES};
    for (int first = 0; first < 2; first++)
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            sa = (wr_ah_sa){.spi = 256, .mac = wr_ah_hmac_md5_96(), .key = &hmac_key};
            sa.window = (wr_ah_window){.size = 64, .bitmap = bitmap};
            if (first)
                sa = (wr_ah_sa){.spi = 256, .generation = WR_AH_RFC1826, .mac = wr_ah_keyed_md5(), .key = &keyed_md5};
            CHECK(wr_ah_sa_init(&sa) == WR_OK, "SA");
            some = counts[i];
            check(kernel, first ? "AH with keyed MD5" : "AH with HMAC-MD5-96", ah);
            sa.scratch = scratch;
            check(kernel, first ? "AH with keyed MD5 and scratch" : "AH with HMAC-MD5-96 and scratch", ah);
        }
}

int main(void) {
    random_fill(data, sizeof data);
    random_fill(nonces[0], sizeof nonces);
    make_packets();
    wr_hmac_md5_key_init(&hmac_key, data, 16);
    wr_ah_keyed_md5_key_init(&keyed_md5, data, 100);
    for (size_t i = 0; i < MESSAGES; i++) {
        mixed[i] = (wr_message){data + i * LONGEST, random_below(LONGEST), tags[i]};
        equal_lengths[i] = (wr_message){data + i * LONGEST, 576, tags[i]};
        state_of[i] = &states[i];
        keys[i] = &hmac_key;
        received[i] = tags[i];
    }
    CHECK(used_by(takes_much) - used_by(nothing) > MOST, "excessive stack use is not detected");
    FOR_EACH_KERNEL(name) {
        check(name, "MD5 of one message", md5_one);
        check(name, "MD5 batches", md5_batches);
        check(name, "MD5 that arrives in pieces", md5_streams);
        check(name, "messages in pieces", in_pieces);
        check(name, "K-way MD5", md5_ways);
        check(name, "HMAC-MD5", hmac_one);
        check(name, "HMAC-MD5 batches", hmac_batches);
        check(name, "UMAC", umac_one);
        check(name, "UMAC batches", umac_batches);
        check(name, "checksum", checksum);
        check_ah(name);
    }
    return check_result();
}
