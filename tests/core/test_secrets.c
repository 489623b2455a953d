/* Secrets decide neither branches nor addresses, and are gone when they are said to be.
 *
 * Under valgrind (as CTest runs it) the key and everything computed from it count as undefined, and memcheck reports
 * each branch and address that depends on such a value (Langley's ctgrind, 2010). Argument "leak" does branch: there
 * valgrind must report. Argument "wipe" looks for what was left behind, and runs without valgrind. */
#include <pthread.h>
#include <valgrind/memcheck.h>

#include "check.h"
#include "kernels.h"
#include "random.h"

enum { KEY = 16, LONGEST = 4096, STACK = 1 << 18 };

static uint8_t secret[KEY], message[LONGEST];
static const size_t lengths[] = {0, 1, 55, 56, 64, 576, 1024, 1025, 1500, LONGEST};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

static void hide(void *data, size_t length) {
    (void)VALGRIND_MAKE_MEM_UNDEFINED(data, length);
}

static void show(void *data, size_t length) {
    (void)VALGRIND_MAKE_MEM_DEFINED(data, length);
}

/* What verify answers is public, and so is the tag that was received; the right tag is not. */
static void check_answer(const char *name, int answer, int expected) {
    show(&answer, sizeof answer);
    CHECK(answer == expected, "%s", name);
}

static void hmac(const char *name) {
    wr_hmac_md5_key key;
    uint8_t tags[LENGTHS][WR_MD5_SIZE], good[LENGTHS];
    wr_message batch[LENGTHS];
    wr_hmac_md5_key_init(&key, secret, sizeof secret);
    for (size_t i = 0; i < LENGTHS; i++) {
        wr_hmac_md5(&key, message, lengths[i], tags[i], WR_MD5_SIZE);
        show(tags[i], WR_MD5_SIZE); /* it was sent */
        check_answer(name, wr_hmac_md5_verify(&key, message, lengths[i], tags[i], WR_MD5_SIZE), WR_OK);
        tags[i][WR_MD5_SIZE - 1] ^= 1;
        check_answer(name, wr_hmac_md5_verify(&key, message, lengths[i], tags[i], WR_MD5_SIZE), WR_BAD_TAG);
        batch[i] = (wr_message){.data = message, .length = lengths[i], .tag = tags[i]};
    }
    const uint8_t *received[LENGTHS];
    /* the bit that was changed is in byte 15 */
    check_answer(name, wr_hmac_md5_verify_batch(&key, batch, tags_of(received, batch, LENGTHS), LENGTHS, 12, good),
                 WR_OK);
}

static void umac(const char *name, size_t tag_length) {
    static const uint8_t nonce[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    wr_umac_pad_cache cache = WR_UMAC_PAD_CACHE_INIT;
    wr_umac_key key;
    uint8_t tag[16];
    wr_umac_key_init(&key, secret, tag_length);
    show(&key.identity, sizeof key.identity); /* it tells keys apart, and nothing of them */
    /* Up to one block: for more, POLY's escape is a branch that is taken once in 2^32 blocks (core/umac/poly.h). */
    for (size_t i = 0; i < LENGTHS && lengths[i] <= 1024; i++) {
        wr_umac(&key, &cache, nonce, sizeof nonce, message, lengths[i], tag);
        show(tag, tag_length);
        check_answer(name, wr_umac_verify(&key, &cache, nonce, sizeof nonce, message, lengths[i], tag), WR_OK);
        tag[0] ^= 1;
        check_answer(name, wr_umac_verify(&key, &cache, nonce, sizeof nonce, message, lengths[i], tag), WR_BAD_TAG);
    }
}

/* Key set-ups run on a stack of ours; then the secret, or it under HMAC's pads, is looked for there. */
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
static wr_hmac_md5_key hmac_key;
static wr_umac_key umac_key;

static void set_up_hmac(void) {
    wr_hmac_md5_key_init(&hmac_key, secret, sizeof secret);
}

static void set_up_umac(void) {
    wr_umac_key_init(&umac_key, secret, 8);
}

/* What leaves the secret where it must not: the test of this test. */
static void leave_it(void) {
    uint8_t copy[KEY];
    memcpy(copy, secret, sizeof copy);
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

static size_t left_behind(void (*call)(void)) {
    static const uint8_t pads[] = {0, 0x36, 0x5c};
    pthread_attr_t attributes;
    pthread_t thread;
    size_t found = 0;
    called = call;
    memset(stack, 0x5a, sizeof stack);
    CHECK(pthread_attr_init(&attributes) == 0 && pthread_attr_setstack(&attributes, stack, sizeof stack) == 0 &&
              pthread_create(&thread, &attributes, call_below, NULL) == 0 && pthread_join(thread, NULL) == 0,
          "no thread");
    pthread_attr_destroy(&attributes);
    for (size_t p = 0; p < sizeof pads; p++)
        for (size_t i = 0; i + KEY <= sizeof stack; i++) {
            size_t k = 0;
            while (k < KEY && stack[i + k] == (secret[k] ^ pads[p]))
                k++;
            found += k == KEY;
        }
    return found;
}

static int is_zero(const void *data, size_t length) {
    uint8_t any = 0;
    for (size_t i = 0; i < length; i++)
        any |= ((const uint8_t *)data)[i];
    return any == 0;
}

static void wiped(const char *name) {
    wr_hmac_md5_state hmac_state;
    wr_umac_state umac_state;
    uint8_t tag[16];

    CHECK(!LOOKS_AT_STACK || left_behind(set_up_hmac) == 0, "%s: the HMAC key is on the stack", name);
    wr_hmac_md5_init(&hmac_state, &hmac_key);
    wr_hmac_md5_update(&hmac_state, message, 100);
    wr_hmac_md5_final(&hmac_state, tag, sizeof tag);
    CHECK(is_zero(&hmac_state, sizeof hmac_state), "%s: HMAC state", name);
    wr_hmac_md5_key_wipe(&hmac_key);
    CHECK(is_zero(&hmac_key, sizeof hmac_key), "%s: HMAC key", name);

    CHECK(!LOOKS_AT_STACK || left_behind(set_up_umac) == 0, "%s: the UMAC key is on the stack", name);
    wr_umac_init(&umac_state);
    wr_umac_update(&umac_state, &umac_key, message, 2000);
    wr_umac_final(&umac_state, &umac_key, NULL, message, 8, tag);
    CHECK(is_zero(&umac_state, sizeof umac_state), "%s: UMAC state", name);
    wr_umac_key_wipe(&umac_key);
    CHECK(is_zero(&umac_key, sizeof umac_key), "%s: UMAC key", name);
}

int main(int count, char **arguments) {
    const char *mode = count > 1 ? arguments[1] : "";
    random_fill(message, sizeof message);
    random_fill(secret, sizeof secret);
    const int wipe = strcmp(mode, "wipe") == 0;
    if (!wipe && !RUNNING_ON_VALGRIND)
        return check_skip("not under valgrind");
    if (!wipe)
        hide(secret, sizeof secret);
    if (wipe && LOOKS_AT_STACK)
        CHECK(left_behind(leave_it) > 0, "a secret that was left is not found");
    if (strcmp(mode, "leak") == 0)
        return secret[0] & 1 ? puts("odd") < 0 : check_result();
    for (size_t i = 0; wr_kernel_name(i); i++) {
        const char *name = wr_kernel_name(i);
        CHECK(wr_use_kernel(name) == WR_OK, "%s", name);
        if (wipe) {
            wiped(name);
            continue;
        }
        hmac(name);
        for (size_t tag_length = 4; tag_length <= 16; tag_length += 4)
            umac(name, tag_length);
    }
    return check_result();
}
