/* Secrets are gone when SECURITY.md says they are: from the structures that are wiped, and from the stack after every
 * public call that has to do with a key. */
#include <pthread.h>

#include "check.h"
#include "kernels.h"
#include "random.h"
#ifndef WR_NO_AH
#include "wirerate_ah.h"
#endif

enum { KEY = 16, LONGEST = 4096, STACK = 1 << 18 };

static uint8_t message[LONGEST];

/* Every keyed call runs on a stack of ours; then what it must not leave is looked for there: the secret, also hashed or
 * under HMAC's pads, and after a failed verification the right tag, which would be a forgery. */
static _Alignas(4096) uint8_t stack[STACK];
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__ /* its checks take the registers, and what is spilled to the stack is the compiler's */
enum { LOOKS_AT_STACK = 0 };
#else
enum { LOOKS_AT_STACK = 1 };
#endif
enum { MESSAGES = 70, WRONG = 3, NEEDLE = 12, NEEDLES = 12 };
static wr_hmac_md5_key hmac_key, *hmac_keys[MESSAGES];
static wr_hmac_md5_state hmac_state;
static wr_umac_key umac_key;
static wr_umac_state umac_state;
static wr_umac_pad_cache pads;
static uint8_t long_secret[100], tags[MESSAGES][16], other_tag[16], nonces[MESSAGES][8], good[MESSAGES];
static const uint8_t *received[MESSAGES];
static wr_message batch[MESSAGES];
static size_t key_length, tag_length;

static void set_up_hmac(void) {
    wr_hmac_md5_key_init(&hmac_key, long_secret, key_length);
}

static void tag_hmac(void) {
    wr_hmac_md5(&hmac_key, message, 1000, other_tag, tag_length);
    wr_hmac_md5_init(&hmac_state, &hmac_key);
    wr_hmac_md5_update(&hmac_state, message, 100);
    wr_hmac_md5_final(&hmac_state, other_tag, tag_length);
}

static void verify_hmac(void) {
    CHECK(wr_hmac_md5_verify(&hmac_key, batch[WRONG].data, batch[WRONG].length, received[WRONG], tag_length) ==
              WR_BAD_TAG,
          "a wrong tag");
}

static void tag_hmac_batch(void) {
    wr_hmac_md5_batch(&hmac_key, batch, MESSAGES, tag_length);
    wr_hmac_md5_batch_keys((const wr_hmac_md5_key *const *)hmac_keys, batch, MESSAGES, tag_length);
}

static void verify_hmac_batch(void) {
    CHECK(wr_hmac_md5_verify_batch(&hmac_key, batch, received, MESSAGES, tag_length, good) == WR_BAD_TAG,
          "a wrong tag");
}

/* Each message cut in two, behind a piece of a few bytes. */
static void cut(wr_pieces messages[MESSAGES], wr_piece pieces[MESSAGES][3]) {
    for (size_t i = 0; i < MESSAGES; i++) {
        const size_t at = batch[i].length / (1 + i % 5);
        pieces[i][0] = (wr_piece){message, i % 9};
        pieces[i][1] = (wr_piece){batch[i].data, at};
        pieces[i][2] = (wr_piece){(const uint8_t *)batch[i].data + at, batch[i].length - at};
        messages[i] = (wr_pieces){pieces[i], 3, tags[i]};
    }
}

static void tag_hmac_pieces(void) {
    static wr_piece pieces[MESSAGES][3];
    static wr_pieces messages[MESSAGES];
    cut(messages, pieces);
    wr_hmac_md5_batch_pieces((const wr_hmac_md5_key *const *)hmac_keys, messages, MESSAGES, tag_length);
}

static void verify_hmac_pieces(void) {
    static wr_piece pieces[MESSAGES][3];
    static wr_pieces messages[MESSAGES];
    cut(messages, pieces);
    CHECK(wr_hmac_md5_verify_batch_pieces((const wr_hmac_md5_key *const *)hmac_keys, messages, received, MESSAGES,
                                          tag_length, good) == WR_BAD_TAG,
          "a wrong tag");
}

static void set_up_umac(void) {
    wr_umac_key_init(&umac_key, long_secret, tag_length);
}

static void tag_umac(void) {
    wr_umac(&umac_key, NULL, nonces[0], 8, message, 1000, other_tag);
    wr_umac_init(&umac_state);
    wr_umac_update(&umac_state, &umac_key, message, 2000);
    wr_umac_final(&umac_state, &umac_key, &pads, nonces[0], 8, other_tag);
}

static void verify_umac(void) {
    CHECK(wr_umac_verify(&umac_key, NULL, nonces[WRONG], 8, batch[WRONG].data, batch[WRONG].length, received[WRONG]) ==
              WR_BAD_TAG,
          "a wrong tag");
}

static void tag_umac_batch(void) {
    wr_umac_batch(&umac_key, nonces, 8, batch, MESSAGES);
}

static void verify_umac_batch(void) {
    CHECK(wr_umac_verify_batch(&umac_key, nonces, 8, batch, received, MESSAGES, good) == WR_BAD_TAG, "a wrong tag");
}

/* What leaves the secret where it must not: the test of this test. */
static void leave_it(void) {
    uint8_t copy[KEY];
    memcpy(copy, long_secret, sizeof copy);
    __asm__ volatile("" : : "r"(copy) : "memory"); /* so that it is written */
}

static void (*called)(void);

/* So far down the stack that the thread's end does not write over it. */
static void *call_below(void *nothing) {
    uint8_t room[16384];
    __asm__ volatile("" : : "r"(room) : "memory");
    called();
    __asm__ volatile("" : : "r"(room) : "memory");
    return nothing;
}

/* What is looked for: any NEEDLE bytes of it in a row. */
struct needles {
    uint8_t bytes[NEEDLES][128];
    size_t length[NEEDLES], count;
};

static void add_needle(struct needles *needles, const uint8_t *bytes, size_t length, uint8_t pad) {
    for (size_t i = 0; i < length; i++)
        needles->bytes[needles->count][i] = bytes[i] ^ pad;
    needles->length[needles->count++] = length;
}

static size_t count_needle(const uint8_t *hay, size_t size, const uint8_t *needle, size_t length) {
    const size_t window = length < NEEDLE ? length : NEEDLE;
    size_t found = 0;
    for (size_t from = 0; from + window <= length; from += window)
        for (const uint8_t *at = hay; (at = memchr(at, needle[from], (size_t)(hay + size - at))); at++)
            found += at + window <= hay + size && memcmp(at, needle + from, window) == 0;
    return found;
}

static size_t left_behind(void (*call)(void), const struct needles *needles) {
    pthread_attr_t attributes;
    pthread_t thread;
    size_t found = 0;
    called = call;
    memset(stack, 0x5a, sizeof stack);
    CHECK(pthread_attr_init(&attributes) == 0 && pthread_attr_setstack(&attributes, stack, sizeof stack) == 0 &&
              pthread_create(&thread, &attributes, call_below, NULL) == 0 && pthread_join(thread, NULL) == 0,
          "no thread");
    pthread_attr_destroy(&attributes);
    for (size_t n = 0; n < needles->count; n++)
        found += count_needle(stack, sizeof stack, needles->bytes[n], needles->length[n]);
    return found;
}

static void look(const char *kernel, const char *name, void (*call)(void), const struct needles *needles) {
    CHECK(left_behind(call, needles) == 0, "%s: %s, key of %zu, tag of %zu", kernel, name, key_length, tag_length);
}

/* All tags right but one, which by then is not what it should be: that stands in other_tag. */
static void spoil(void) {
    for (size_t i = 0; i < MESSAGES; i++)
        received[i] = tags[i];
    memcpy(other_tag, tags[WRONG], sizeof other_tag);
    tags[WRONG][0] ^= 1;
}

/* The secret, hashed if it is long, plain and under HMAC's pads; and the states after these, which are as good. */
static void add_hmac_key(struct needles *needles) {
    static const uint8_t pads_of_hmac[] = {0, 0x36, 0x5c};
    uint8_t hashed[WR_MD5_SIZE];
    const int is_long = key_length > WR_MD5_BLOCK;

    wr_md5(long_secret, key_length, hashed);
    for (size_t p = 0; p < sizeof pads_of_hmac; p++)
        add_needle(needles, is_long ? hashed : long_secret, is_long ? sizeof hashed : key_length, pads_of_hmac[p]);
    if (is_long)
        add_needle(needles, long_secret, key_length, 0);
    set_up_hmac();
    add_needle(needles, (const uint8_t *)hmac_key.inner, sizeof hmac_key.inner, 0);
    add_needle(needles, (const uint8_t *)hmac_key.outer, sizeof hmac_key.outer, 0);
}

static void look_at_hmac(const char *kernel) {
    static const size_t lengths_of_keys[] = {16, 64, 65, 100}, lengths_of_tags[] = {16, 12, 10};
    for (size_t k = 0; k < sizeof lengths_of_keys / sizeof *lengths_of_keys; k++)
        for (size_t t = 0; t < sizeof lengths_of_tags / sizeof *lengths_of_tags; t++) {
            struct needles needles = {.count = 0};
            key_length = lengths_of_keys[k], tag_length = lengths_of_tags[t];
            add_hmac_key(&needles);
            look(kernel, "HMAC-MD5 key", set_up_hmac, &needles);
            look(kernel, "HMAC-MD5", tag_hmac, &needles);
            look(kernel, "HMAC-MD5 batch", tag_hmac_batch, &needles);
            look(kernel, "HMAC-MD5 of pieces", tag_hmac_pieces, &needles);
            wr_hmac_md5_batch(&hmac_key, batch, MESSAGES, 16);
            spoil();
            add_needle(&needles, other_tag, sizeof other_tag, 0);
            look(kernel, "HMAC-MD5 verify", verify_hmac, &needles);
            look(kernel, "HMAC-MD5 verify batch", verify_hmac_batch, &needles);
            tag_hmac_pieces();
            spoil();
            needles.count--;
            add_needle(&needles, other_tag, tag_length, 0);
            look(kernel, "HMAC-MD5 verify of pieces", verify_hmac_pieces, &needles);
        }
}

/* The secret, what is derived of it, and the pad of a nonce: with a message's tag that is its hash. */
static void add_umac_key(struct needles *needles) {
    add_needle(needles, long_secret, KEY, 0);
    set_up_umac();
    add_needle(needles, umac_key.pad_keys, 128, 0);
    add_needle(needles, umac_key.pad_keys + 128, sizeof umac_key.pad_keys - 128, 0);
    add_needle(needles, (const uint8_t *)umac_key.nh_even, 128, 0);
    add_needle(needles, (const uint8_t *)umac_key.nh_odd, 128, 0);
    add_needle(needles, (const uint8_t *)umac_key.poly64, tag_length * 2, 0);
    add_needle(needles, (const uint8_t *)umac_key.poly128, tag_length * 4, 0);
    add_needle(needles, (const uint8_t *)umac_key.inner, 128, 0);
    tag_umac();
    add_needle(needles, pads.pad, sizeof pads.pad, 0);
}

static void look_at_umac(const char *kernel) {
    for (tag_length = 8; tag_length <= 16; tag_length += 4) {
        struct needles needles = {.count = 0};
        key_length = KEY;
        add_umac_key(&needles);
        look(kernel, "UMAC key", set_up_umac, &needles);
        look(kernel, "UMAC", tag_umac, &needles);
        look(kernel, "UMAC batch", tag_umac_batch, &needles);
        wr_umac_batch(&umac_key, nonces, 8, batch, MESSAGES);
        spoil();
        add_needle(&needles, other_tag, tag_length, 0);
        look(kernel, "UMAC verify", verify_umac, &needles);
        look(kernel, "UMAC verify batch", verify_umac_batch, &needles);
    }
}

#ifndef WR_NO_AH
static wr_ah_keyed_md5_key keyed_md5;
static wr_ah_sa sa;
static wr_ah_packet packets[MESSAGES];
static uint8_t scratch[WR_AH_SCRATCH], plain[MESSAGES][600], sealed[MESSAGES][700];
static size_t packet_count;

static void set_up_keyed_md5(void) {
    wr_ah_keyed_md5_key_init(&keyed_md5, long_secret, key_length);
}

static void sign_packets(void) {
    for (size_t i = 0; i < packet_count; i++)
        packets[i] =
            (wr_ah_packet){.data = plain[i], .length = sizeof plain[i], .out = sealed[i], .room = sizeof sealed[i]};
    CHECK(wr_ah_sign(&sa, packets, packet_count) == packet_count, "sign");
}

static void verify_packets(void) {
    for (size_t i = 0; i < packet_count; i++)
        packets[i] = (wr_ah_packet){.data = sealed[i], .length = sizeof sealed[i]};
    CHECK(wr_ah_verify(&sa, packets, packet_count) == packet_count - 1, "one ICV is wrong");
}

static void look_at_ah(const char *kernel) {
    static const size_t counts[] = {1, 2, MESSAGES};
    for (int first = 0; first < 2; first++)
        for (size_t c = 0; c < 2 * sizeof counts / sizeof *counts; c++) {
            struct needles needles = {.count = 0};
            uint8_t *const right = sealed[0] + 40 + (first ? 8 : 12); /* where AH has its ICV */
            key_length = first ? 40 : 16, packet_count = counts[c / 2];
            set_up_keyed_md5();
            add_hmac_key(&needles);
            sa = (wr_ah_sa){.spi = 256, .mac = wr_ah_hmac_md5_96(), .key = &hmac_key};
            if (first)
                sa = (wr_ah_sa){.spi = 256, .generation = WR_AH_RFC1826, .mac = wr_ah_keyed_md5(), .key = &keyed_md5};
            sa.scratch = c % 2 ? scratch : NULL;
            CHECK(wr_ah_sa_init(&sa) == WR_OK, "SA");
            for (size_t i = 0; i < MESSAGES; i++) {
                const size_t payload = 8 + 8 * i;
                const uint8_t header[] = {0x60, 0, 0, 0, (uint8_t)(payload >> 8), (uint8_t)payload, 17, 64};
                random_fill(plain[i], sizeof plain[i]);
                memcpy(plain[i], header, sizeof header);
            }
            add_needle(&needles, (const uint8_t *)keyed_md5.state, sizeof keyed_md5.state, 0);
            look(kernel, "keyed MD5 key", set_up_keyed_md5, &needles);
            look(kernel, first ? "AH with keyed MD5" : "AH with HMAC-MD5-96", sign_packets, &needles);
            add_needle(&needles, right, sa.mac->icv_length, 0);
            right[0] ^= 1;
            look(kernel, first ? "AH verify with keyed MD5" : "AH verify with HMAC-MD5-96", verify_packets, &needles);
            for (size_t n = 0; n < needles.count; n++)
                CHECK(count_needle(scratch, sizeof scratch, needles.bytes[n], needles.length[n]) == 0,
                      "%s: the scratch, %zu", kernel, n);
        }
}
#endif

static int is_zero(const void *data, size_t length) {
    uint8_t any = 0;
    for (size_t i = 0; i < length; i++)
        any |= ((const uint8_t *)data)[i];
    return any == 0;
}

static void wiped(const char *name) {
    uint8_t tag[16];

    set_up_hmac();
    wr_hmac_md5_init(&hmac_state, &hmac_key);
    wr_hmac_md5_update(&hmac_state, message, 100);
    wr_hmac_md5_final(&hmac_state, tag, sizeof tag);
    CHECK(is_zero(&hmac_state, sizeof hmac_state), "%s: HMAC state", name);
    wr_hmac_md5_key_wipe(&hmac_key);
    CHECK(is_zero(&hmac_key, sizeof hmac_key), "%s: HMAC key", name);

    set_up_umac();
    wr_umac_init(&umac_state);
    wr_umac_update(&umac_state, &umac_key, message, 2000);
    wr_umac_final(&umac_state, &umac_key, NULL, message, 8, tag);
    CHECK(is_zero(&umac_state, sizeof umac_state), "%s: UMAC state", name);
    wr_umac_key_wipe(&umac_key);
    CHECK(is_zero(&umac_key, sizeof umac_key), "%s: UMAC key", name);
}

int main(void) {
    random_fill(message, sizeof message);
    random_fill(long_secret, sizeof long_secret);
    random_fill(nonces[0], sizeof nonces);
    for (size_t i = 0; i < MESSAGES; i++) {
        batch[i] = (wr_message){message + i, random_below(1500), tags[i]};
        hmac_keys[i] = &hmac_key;
    }
    if (LOOKS_AT_STACK) {
        struct needles secrets = {.count = 0};
        add_needle(&secrets, long_secret, KEY, 0);
        CHECK(left_behind(leave_it, &secrets) > 0, "a secret that was left is not found");
    }
    FOR_EACH_KERNEL(name) {
        key_length = KEY, tag_length = 16;
        wiped(name);
        if (!LOOKS_AT_STACK)
            continue;
        look_at_hmac(name);
        look_at_umac(name);
#ifndef WR_NO_AH
        look_at_ah(name);
#endif
    }
    return check_result();
}
