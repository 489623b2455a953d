/* The table of algorithms, and a known answer for each of them. */
#include "check.h"
#include "peers/algorithm.h"
#include "peers/known_answers.h"

static void check_found(const char *name, unsigned expected_ways) {
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

int main(void) {
    static const char *const names[] = {
        "md5",      "sha1",    "sha256",      "hmac-md5",    "hmac-sha1",         "hmac-sha256",
        "umac-32",  "umac-64", "umac-96",     "umac-128",    "aes-128-gmac",      "aes-128-cmac",
        "poly1305", "read",    "aes-128-gcm", "aes-256-gcm", "chacha20-poly1305", "internet-checksum",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check_found(names[i], 0);
    for (unsigned ways = 4; ways <= 64; ways += 4) {
        char name[16];
        snprintf(name, sizeof name, "md5-x%u", ways);
        check_found(name, ways);
    }
    static const char *const unknown[] = {"",        "md4",      "md5-x",   "md5-x0", "md5-x2",
                                          "md5-x68", "md5-x16a", "md5-x-4", "MD5"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        unsigned ways;
        CHECK(wrh_algorithm_find(unknown[i], &ways) == NULL, "%s", unknown[i]);
    }
    return check_result();
}
