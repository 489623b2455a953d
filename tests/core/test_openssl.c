/* Comparison with OpenSSL's libcrypto: every length from 0 to 1100, a selection up to 9216, and one message above 2^32
 * bits. */
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "check.h"
#include "kernels.h"
#include "random.h"

enum { EVERY = 1100, LONGEST = 9216, SPREAD = 400, MESSAGES = EVERY + 1 + SPREAD, KEYS = 40 };

static uint8_t data[LONGEST + 64], secret[KEYS][100];
static size_t secret_length[KEYS];
static wr_message messages[MESSAGES];
static uint8_t tags[MESSAGES][WR_MD5_SIZE], digests[MESSAGES][WR_MD5_SIZE], macs[MESSAGES][WR_MD5_SIZE];

static int openssl_md5(const void *bytes, size_t length, uint8_t digest[WR_MD5_SIZE]) {
    return EVP_Digest(bytes, length, digest, NULL, EVP_md5(), NULL);
}

static void prepare(void) {
    random_fill(data, sizeof data);
    for (size_t i = 0; i < KEYS; i++) {
        secret_length[i] = random_below(sizeof secret[i] + 1);
        random_fill(secret[i], sizeof secret[i]);
    }
    for (size_t i = 0; i < MESSAGES; i++) {
        const size_t length = i <= EVERY ? i : EVERY + 1 + random_below(LONGEST - EVERY);
        messages[i] = (wr_message){data + random_below(64), length, tags[i]};
        CHECK(openssl_md5(messages[i].data, length, digests[i]) == 1, "OpenSSL MD5");
        CHECK(HMAC(EVP_md5(), secret[i % KEYS], (int)secret_length[i % KEYS], messages[i].data, length, macs[i],
                   NULL) != NULL,
              "OpenSSL HMAC");
    }
}

static void check_kernel(const char *name) {
    static wr_hmac_md5_key keys[KEYS];
    static const wr_hmac_md5_key *key_of[MESSAGES];

    for (size_t i = 0; i < KEYS; i++)
        wr_hmac_md5_key_init(&keys[i], secret[i], secret_length[i]);
    for (size_t i = 0; i < MESSAGES; i++) {
        const wr_message *m = &messages[i];
        uint8_t out[WR_MD5_SIZE];

        key_of[i] = &keys[i % KEYS];
        wr_md5(m->data, m->length, out);
        CHECK(memcmp(out, digests[i], sizeof out) == 0, "%s: MD5 of %zu bytes", name, m->length);
        wr_hmac_md5(key_of[i], m->data, m->length, out, sizeof out);
        CHECK(memcmp(out, macs[i], sizeof out) == 0, "%s: HMAC of %zu bytes", name, m->length);
    }
    wr_md5_batch(messages, MESSAGES);
    for (size_t i = 0; i < MESSAGES; i++)
        CHECK(memcmp(tags[i], digests[i], WR_MD5_SIZE) == 0, "%s: batch MD5 of %zu bytes", name, messages[i].length);
    wr_hmac_md5_batch_keys(key_of, messages, MESSAGES, WR_MD5_SIZE);
    for (size_t i = 0; i < MESSAGES; i++)
        CHECK(memcmp(tags[i], macs[i], WR_MD5_SIZE) == 0, "%s: batch HMAC of %zu bytes", name, messages[i].length);
}

/* 600 MiB; test_large.c compares the kernels and batches with this path. */
static void check_beyond_32_bits(void) {
    enum { PIECE = 1 << 20, PIECES = 600 };
    static uint8_t piece[PIECE];
    uint8_t digest[WR_MD5_SIZE], expected[WR_MD5_SIZE];
    EVP_MD_CTX *theirs = EVP_MD_CTX_new();
    wr_md5_state md5;

    random_fill(piece, sizeof piece);
    wr_md5_init(&md5);
    CHECK(EVP_DigestInit_ex(theirs, EVP_md5(), NULL) == 1, "OpenSSL");
    for (int i = 0; i < PIECES; i++) {
        wr_md5_update(&md5, piece, sizeof piece);
        CHECK(EVP_DigestUpdate(theirs, piece, sizeof piece) == 1, "OpenSSL");
    }
    wr_md5_final(&md5, digest);
    CHECK(EVP_DigestFinal_ex(theirs, expected, NULL) == 1, "OpenSSL");
    EVP_MD_CTX_free(theirs);
    CHECK(memcmp(digest, expected, sizeof digest) == 0, "600 MiB");
}

int main(void) {
    uint8_t digest[WR_MD5_SIZE];

    if (openssl_md5("", 0, digest) != 1)
        return check_skip("this OpenSSL does not offer MD5 (FIPS mode?)");
    prepare();
    FOR_EACH_KERNEL(name) {
        check_kernel(name);
    }
    CHECK(wr_use_kernel("auto") == WR_OK, "auto");
    check_beyond_32_bits();
    return check_result();
}
