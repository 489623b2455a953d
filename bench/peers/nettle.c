/* nettle.c - measure nettle without wirerate. Usage: nettle ALGORITHM LENGTH reuse|rekey [verify] */
#define _GNU_SOURCE
#include <nettle/hmac.h>
#include <nettle/md5.h>
#include <nettle/memops.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>
#include <nettle/umac.h>

#include "timing.h"

static int rekey;

static void compare(int i, size_t size) {
    if (verify)
        refused += !memeql_sec(made[i], tag[i], size);
}

#define DIGEST(name, size)                                                                                             \
    static void run_##name(void) {                                                                                     \
        struct name##_ctx context;                                                                                     \
        name##_init(&context);                                                                                         \
        for (int i = 0; i < messages; i++) {                                                                           \
            name##_update(&context, bytes[i], message[i]);                                                             \
            name##_digest(&context, size, tag[i]);                                                                     \
        }                                                                                                              \
    }
DIGEST(md5, 16)
DIGEST(sha1, 20)
DIGEST(sha256, 32)
DIGEST(sha384, 48)
DIGEST(sha512, 64)

#define HMAC(name, size)                                                                                               \
    static void run_hmac_##name(void) {                                                                                \
        static _Alignas(64) struct hmac_##name##_ctx context;                                                          \
        hmac_##name##_set_key(&context, size, key);                                                                    \
        for (int i = 0; i < messages; i++) {                                                                           \
            if (rekey)                                                                                                 \
                hmac_##name##_set_key(&context, size, key);                                                            \
            hmac_##name##_update(&context, bytes[i], message[i]);                                                      \
            hmac_##name##_digest(&context, size, place(i));                                                            \
            compare(i, size);                                                                                          \
        }                                                                                                              \
    }
HMAC(md5, 16)
HMAC(sha1, 20)
HMAC(sha256, 32)
HMAC(sha384, 48)
HMAC(sha512, 64)

#define UMAC(bits)                                                                                                     \
    static void run_umac##bits(void) {                                                                                 \
        static _Alignas(64) struct umac##bits##_ctx context;                                                           \
        umac##bits##_set_key(&context, key);                                                                           \
        for (int i = 0; i < messages; i++) {                                                                           \
            if (rekey)                                                                                                 \
                umac##bits##_set_key(&context, key);                                                                   \
            umac##bits##_set_nonce(&context, 8, nonce[i]);                                                             \
            umac##bits##_update(&context, bytes[i], message[i]);                                                       \
            umac##bits##_digest(&context, bits / 8, place(i));                                                         \
            compare(i, bits / 8);                                                                                      \
        }                                                                                                              \
    }
UMAC(32)
UMAC(64)
UMAC(96)
UMAC(128)

int main(int count, char **words) {
    static const struct {
        const char *name;
        void (*run)(void);
    } runs[] = {{"md5", run_md5},
                {"sha1", run_sha1},
                {"sha256", run_sha256},
                {"sha384", run_sha384},
                {"sha512", run_sha512},
                {"hmac-md5", run_hmac_md5},
                {"hmac-sha1", run_hmac_sha1},
                {"hmac-sha256", run_hmac_sha256},
                {"hmac-sha384", run_hmac_sha384},
                {"hmac-sha512", run_hmac_sha512},
                {"umac-32", run_umac32},
                {"umac-64", run_umac64},
                {"umac-96", run_umac96},
                {"umac-128", run_umac128}};
    if (count != 4 && count != 5)
        return 2;
    make_messages(words[2]);
    rekey = strcmp(words[3], "rekey") == 0;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        if (strcmp(words[1], runs[i].name) == 0) {
            time_and_print(runs[i].run, count == 5);
            return 0;
        }
    return 2;
}
