/* The table of algorithms, with a known answer for each. */
#include "check.h"
#include "peers/algorithm.h"
#include "peers/known_answers.h"

static void check_known_name(const char *name, unsigned expected_ways) {
    unsigned ways;
    const struct wrh_algorithm *algorithm = wrh_algorithm_find(name, &ways);
    CHECK(algorithm != NULL, "%s", name);
    CHECK(ways == expected_ways, "%s: %u ways", name, ways);
    const struct wrh_known_answer *answer = algorithm ? wrh_known_answer(algorithm, ways, 0) : NULL;
    CHECK(answer != NULL, "%s has no known answer", name);
    for (size_t i = 0; algorithm && (answer = wrh_known_answer(algorithm, ways, i)) != NULL; i++) {
        CHECK(strlen(answer->tag) == 2 * algorithm->tag_bytes, "%s %s", name, answer->source);
        CHECK(strlen(answer->nonce) == 2 * algorithm->nonce_bytes, "%s %s", name, answer->source);
        CHECK(strlen(answer->key) <= 2 * WRH_KEY_MAX, "%s %s", name, answer->source);
    }
}

/* The bytes of a message that are authenticated but not encrypted: 24 bytes of ESP before CBC's whole blocks, 28 with
 * an extended sequence number (RFC 4303 section 2.2.1), 16 before CTR. */
static void check_heads(void) {
    static const struct {
        const char *name;
        size_t length, head;
    } known[] = {
        {"aes-128-cbc-hmac-sha256", 24 + 1504, 24},
        {"aes-128-cbc-hmac-sha256", 28 + 1504, 28},
        {"aes-256-cbc-hmac-sha512", 29 + 16, 29},
        {"aes-128-cbc-hmac-sha1", 39, 39},
        {"aes-128-cbc-hmac-sha1", 24, 24},
        {"aes-128-cbc-hmac-sha1", 3, 3},
        {"aes-128-ctr-hmac-sha1", 16 + 1503, 16},
        {"aes-128-ctr-hmac-sha1", 16, 16},
        {"aes-128-ctr-hmac-sha1", 0, 0},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        unsigned ways;
        size_t head = wrh_combined_head(wrh_algorithm_find(known[i].name, &ways), known[i].length);
        CHECK(head == known[i].head, "%s of %zu: %zu", known[i].name, known[i].length, head);
    }
}

int main(void) {
    check_heads();
    static const char *const names[] = {
        "md5",
        "sha1",
        "sha256",
        "hmac-md5",
        "hmac-sha1",
        "hmac-sha256",
        "umac-32",
        "umac-64",
        "umac-96",
        "umac-128",
        "aes-128-gmac",
        "aes-128-cmac",
        "poly1305",
        "read",
        "aes-128-gcm",
        "aes-256-gcm",
        "chacha20-poly1305",
        "internet-checksum",
        "sha384",
        "sha512",
        "hmac-sha384",
        "hmac-sha512",
        "aes-192-gmac",
        "aes-256-gmac",
        "aes-192-cmac",
        "aes-256-cmac",
        "aes-192-gcm",
        "aes-128-cbc-hmac-sha1",
        "aes-128-cbc-hmac-sha256",
        "aes-128-cbc-hmac-sha384",
        "aes-128-cbc-hmac-sha512",
        "aes-128-ctr-hmac-sha1",
        "aes-128-ctr-hmac-sha256",
        "aes-128-ctr-hmac-sha384",
        "aes-128-ctr-hmac-sha512",
        "aes-192-cbc-hmac-sha1",
        "aes-192-cbc-hmac-sha256",
        "aes-192-cbc-hmac-sha384",
        "aes-192-cbc-hmac-sha512",
        "aes-192-ctr-hmac-sha1",
        "aes-192-ctr-hmac-sha256",
        "aes-192-ctr-hmac-sha384",
        "aes-192-ctr-hmac-sha512",
        "aes-256-cbc-hmac-sha1",
        "aes-256-cbc-hmac-sha256",
        "aes-256-cbc-hmac-sha384",
        "aes-256-cbc-hmac-sha512",
        "aes-256-ctr-hmac-sha1",
        "aes-256-ctr-hmac-sha256",
        "aes-256-ctr-hmac-sha384",
        "aes-256-ctr-hmac-sha512",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check_known_name(names[i], 0);
    for (unsigned ways = 4; ways <= 64; ways += 4) {
        char name[16];
        snprintf(name, sizeof name, "md5-x%u", ways);
        check_known_name(name, ways);
    }
    static const char *const unknown[] = {"",        "md4",      "md5-x",   "md5-x0", "md5-x2",
                                          "md5-x68", "md5-x16a", "md5-x-4", "MD5"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        unsigned ways;
        CHECK(wrh_algorithm_find(unknown[i], &ways) == NULL, "%s", unknown[i]);
    }
    return check_result();
}
