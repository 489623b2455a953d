/* No branch and no address depends on a secret.
 *
 * Under valgrind (as run by CTest), the key and everything computed from it are marked as undefined, and memcheck
 * reports each branch and address that depends on such a value (Langley's ctgrind, 2010). With the argument "leak", the
 * program branches on a secret, and valgrind must report it. Secrets left in memory are tested in test_wiped.c. */
#include <valgrind/memcheck.h>

#include "check.h"
#include "kernels.h"
#include "random.h"

enum { KEY = 16, LONGEST = 4096 };

static uint8_t secret[KEY], message[LONGEST];
static const size_t lengths[] = {0, 1, 55, 56, 64, 576, 1024, 1025, 1500, LONGEST};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

static void hide(void *data, size_t length) {
    (void)VALGRIND_MAKE_MEM_UNDEFINED(data, length);
}

static void show(void *data, size_t length) {
    (void)VALGRIND_MAKE_MEM_DEFINED(data, length);
}

/* The result of a verification and the received tag are public; the correct tag is not. */
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
        show(tags[i], WR_MD5_SIZE); /* tags are public once sent */
        check_answer(name, wr_hmac_md5_verify(&key, message, lengths[i], tags[i], WR_MD5_SIZE), WR_OK);
        tags[i][WR_MD5_SIZE - 1] ^= 1;
        check_answer(name, wr_hmac_md5_verify(&key, message, lengths[i], tags[i], WR_MD5_SIZE), WR_BAD_TAG);
        batch[i] = (wr_message){.data = message, .length = lengths[i], .tag = tags[i]};
    }
    const uint8_t *received[LENGTHS];
    /* byte 15, which was changed, is not compared */
    check_answer(name, wr_hmac_md5_verify_batch(&key, batch, tags_of(received, batch, LENGTHS), LENGTHS, 12, good),
                 WR_OK);
}

static void umac(const char *name, size_t tag_length) {
    static const uint8_t nonce[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    wr_umac_pad_cache cache = WR_UMAC_PAD_CACHE_INIT;
    wr_umac_key key;
    uint8_t tag[16];
    wr_umac_key_init(&key, secret, tag_length);
    show(&key.identity, sizeof key.identity); /* a public identifier of the key */
    /* Up to one block only: for more, POLY has a branch that is taken once in 2^32 blocks (core/umac/poly.h). */
    for (size_t i = 0; i < LENGTHS && lengths[i] <= 1024; i++) {
        wr_umac(&key, &cache, nonce, sizeof nonce, message, lengths[i], tag);
        show(tag, tag_length);
        check_answer(name, wr_umac_verify(&key, &cache, nonce, sizeof nonce, message, lengths[i], tag), WR_OK);
        tag[0] ^= 1;
        check_answer(name, wr_umac_verify(&key, &cache, nonce, sizeof nonce, message, lengths[i], tag), WR_BAD_TAG);
    }
}

int main(int count, char **arguments) {
    const char *mode = count > 1 ? arguments[1] : "";
    random_fill(message, sizeof message);
    random_fill(secret, sizeof secret);
    if (!RUNNING_ON_VALGRIND)
        return check_skip("not under valgrind");
    hide(secret, sizeof secret);
    if (strcmp(mode, "leak") == 0)
        return secret[0] & 1 ? puts("odd") < 0 : check_result();
    for (size_t i = 0; wr_kernel_name(i); i++) {
        const char *name = wr_kernel_name(i);
        CHECK(wr_use_kernel(name) == WR_OK, "%s", name);
        hmac(name);
        for (size_t tag_length = 4; tag_length <= 16; tag_length += 4)
            umac(name, tag_length);
    }
    return check_result();
}
