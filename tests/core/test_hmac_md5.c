/* HMAC-MD5 compared with its definition (RFC 2104 section 2) on portable MD5; truncation, verification, refusals. */
#include "check.h"
#include "kernels.h"
#include "random.h"

enum { LONGEST = 700 };

static uint8_t data[LONGEST], secret[200];

/* H(K ^ opad, H(K ^ ipad, text)) */
static void definition(const uint8_t *key, size_t key_length, size_t length, uint8_t tag[WR_MD5_SIZE]) {
    uint8_t block[WR_MD5_BLOCK] = {0}, digest[WR_MD5_SIZE];
    wr_md5_state md5;

    if (key_length > sizeof block)
        TRUSTED(wr_md5(key, key_length, block));
    else
        memcpy(block, key, key_length);
    for (size_t i = 0; i < sizeof block; i++)
        block[i] ^= 0x36;
    wr_md5_init(&md5);
    TRUSTED(wr_md5_update(&md5, block, sizeof block));
    TRUSTED(wr_md5_update(&md5, data, length));
    TRUSTED(wr_md5_final(&md5, digest));
    for (size_t i = 0; i < sizeof block; i++)
        block[i] ^= 0x36 ^ 0x5c;
    wr_md5_init(&md5);
    TRUSTED(wr_md5_update(&md5, block, sizeof block));
    TRUSTED(wr_md5_update(&md5, digest, sizeof digest));
    TRUSTED(wr_md5_final(&md5, tag));
}

static void check_keys_and_lengths(const char *name) {
    for (size_t length = 0; length <= LONGEST; length++) {
        const size_t key_length = random_below(sizeof secret + 1), cut = random_below(length + 1);
        const size_t tag_length = 1 + random_below(WR_MD5_SIZE);
        uint8_t expected[WR_MD5_SIZE], tag[WR_MD5_SIZE + 1];
        wr_hmac_md5_state mac;
        wr_hmac_md5_key key;

        definition(secret, key_length, length, expected);
        wr_hmac_md5_key_init(&key, secret, key_length);
        memset(tag, 0xee, sizeof tag);
        CHECK(wr_hmac_md5(&key, data, length, tag, tag_length) == WR_OK, "%s", name);
        CHECK(memcmp(tag, expected, tag_length) == 0, "%s: key %zu, %zu bytes", name, key_length, length);
        CHECK(tag[tag_length] == 0xee, "%s: wrote past a tag of %zu", name, tag_length);
        wr_hmac_md5_init(&mac, &key);
        wr_hmac_md5_update(&mac, data, cut);
        wr_hmac_md5_update(&mac, data + cut, length - cut);
        memset(tag, 0xee, sizeof tag);
        CHECK(wr_hmac_md5_final(&mac, tag, tag_length) == WR_OK, "%s", name);
        CHECK(memcmp(tag, expected, tag_length) == 0, "%s: %zu + %zu bytes", name, cut, length - cut);
        CHECK(tag[tag_length] == 0xee, "%s: wrote past a tag of %zu", name, tag_length);
    }
}

static void check_verify(const char *name) {
    wr_hmac_md5_key key;

    wr_hmac_md5_key_init(&key, secret, 16);
    for (size_t tag_length = 1; tag_length <= WR_MD5_SIZE; tag_length++) {
        const size_t length = random_below(LONGEST + 1);
        uint8_t tag[WR_MD5_SIZE];

        wr_hmac_md5(&key, data, length, tag, tag_length);
        CHECK(wr_hmac_md5_verify(&key, data, length, tag, tag_length) == WR_OK, "%s: tag of %zu", name, tag_length);
        for (size_t bit = 0; bit < 8 * tag_length; bit++) {
            tag[bit / 8] ^= (uint8_t)(1 << bit % 8);
            CHECK(wr_hmac_md5_verify(&key, data, length, tag, tag_length) == WR_BAD_TAG, "%s: bit %zu of %zu bytes",
                  name, bit, tag_length);
            tag[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
    }
}

/* A length that is refused writes nothing. */
static void check_refusals(const char *name) {
    static const size_t bad[] = {0, 17, SIZE_MAX};
    wr_hmac_md5_key key;

    wr_hmac_md5_key_init(&key, secret, 16);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const wr_hmac_md5_key *keys[1] = {&key};
        uint8_t tag[WR_MD5_SIZE] = {0xee}, good = 0xee;
        const wr_message message = {data, 10, tag};
        wr_hmac_md5_state mac, before;

        wr_hmac_md5_init(&mac, &key);
        wr_hmac_md5_update(&mac, data, 10);
        before = mac;
        CHECK(wr_hmac_md5_final(&mac, tag, bad[i]) == WR_BAD_LENGTH, "%s", name);
        CHECK(memcmp(mac.inner.state, before.inner.state, sizeof mac.inner.state) == 0, "%s: state changed", name);
        CHECK(wr_hmac_md5(&key, data, 10, tag, bad[i]) == WR_BAD_LENGTH, "%s", name);
        CHECK(wr_hmac_md5_batch(&key, &message, 1, bad[i]) == WR_BAD_LENGTH, "%s", name);
        CHECK(wr_hmac_md5_batch_keys(keys, &message, 1, bad[i]) == WR_BAD_LENGTH, "%s", name);
        CHECK(wr_hmac_md5_verify(&key, data, 10, tag, bad[i]) == WR_BAD_LENGTH, "%s", name);
        CHECK(wr_hmac_md5_verify_batch(&key, &message, (const uint8_t *const[]){tag}, 1, bad[i], &good) ==
                  WR_BAD_LENGTH,
              "%s", name);
        CHECK(tag[0] == 0xee, "%s: wrote after a refusal", name);
        CHECK(good == 0, "%s: a refused batch has good answers", name);
    }
    CHECK(wr_hmac_md5_verify_batch(&key, NULL, NULL, 0, 12, NULL) == WR_OK, "%s: no messages", name);
}

static void check_wiped(const char *name) {
    static const wr_hmac_md5_state no_state;
    static const wr_hmac_md5_key no_key;
    uint8_t tag[WR_MD5_SIZE];
    wr_hmac_md5_state mac;
    wr_hmac_md5_key key;

    wr_hmac_md5_key_init(&key, NULL, 0);
    memset(&mac, 0xff, sizeof mac);
    wr_hmac_md5_init(&mac, &key);
    wr_hmac_md5_final(&mac, tag, sizeof tag);
    CHECK(memcmp(&mac, &no_state, sizeof mac) == 0, "%s", name);
    wr_hmac_md5_key_wipe(&key);
    CHECK(memcmp(&key, &no_key, sizeof key) == 0, "%s", name);
}

static void check_equal(void) {
    uint8_t a[40], b[40];

    random_fill(a, sizeof a);
    memcpy(b, a, sizeof a);
    for (size_t length = 0; length <= sizeof a; length++) {
        CHECK(wr_equal(a, b, length) == (length != 0), "%zu", length);
        for (size_t bit = 0; bit < 8 * length; bit++) {
            b[bit / 8] ^= (uint8_t)(1 << bit % 8);
            CHECK(wr_equal(a, b, length) == 0, "%zu, bit %zu", length, bit);
            b[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
    }
}

int main(void) {
    random_fill(data, sizeof data);
    random_fill(secret, sizeof secret);
    FOR_EACH_KERNEL(name) {
        check_keys_and_lengths(name);
        check_verify(name);
        check_refusals(name);
        check_wiped(name);
    }
    check_equal();
    return check_result();
}
