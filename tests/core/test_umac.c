/* UMAC: the vectors of RFC 4418 and wirerate's own on every kernel; pieces, batches, pads, verification, inaccessible
 * pages, refusals. */
#include "check.h"
#include "guarded.h"
#include "kernels.h"
#include "random.h"
#include "umac/umac.h"
#include "vectors.h"

enum { LONGEST = 5000, BATCH = 70 };

static uint8_t data[LONGEST + 64], secret[WR_UMAC_SECRET_SIZE];
static size_t longest_vector = SIZE_MAX;

static void trusted_tag(const wr_umac_key *key, const uint8_t *nonce, size_t nonce_length, const uint8_t *message,
                        size_t length, uint8_t tag[16]) {
    wr_status status;
    TRUSTED(status = wr_umac(key, NULL, nonce, nonce_length, message, length, tag));
    CHECK(status == WR_OK, "nonce of %zu", nonce_length);
}

/* The long messages are made in one buffer, by repeating pieces. */
static void use_vector(const struct vector *vector) {
    static uint8_t message[1 << 25];
    const struct vector_field *piece = vector_field(vector, "piece"), *times = vector_field(vector, "times");
    const struct vector_field *nonce = vector_field(vector, "nonce"), *tag = vector_field(vector, "tag");
    size_t count = 0;
    for (size_t i = 0; i < times->length; i++)
        count = count << 8 | times->bytes[i];
    const size_t length = piece->length * count;
    if (length > longest_vector)
        return;
    uint8_t out[16];
    wr_umac_key key;
    wr_umac_state mac;

    CHECK(length <= sizeof message && vector_field(vector, "key")->length == WR_UMAC_SECRET_SIZE, "%s line %d",
          vector->file, vector->line);
    for (size_t i = 0; i < length; i++)
        message[i] = piece->bytes[i % piece->length];
    CHECK(wr_umac_key_init(&key, vector_field(vector, "key")->bytes, tag->length) == WR_OK, "%s line %d", vector->file,
          vector->line);
    CHECK(wr_umac(&key, NULL, nonce->bytes, nonce->length, message, length, out) == WR_OK, "%s", wr_kernel_in_use());
    CHECK(memcmp(out, tag->bytes, tag->length) == 0, "%s, %s line %d", wr_kernel_in_use(), vector->file, vector->line);
    CHECK(wr_umac_batch(&key, nonce->bytes, nonce->length, &(wr_message){message, length, out}, 1) == WR_OK, "batch");
    CHECK(memcmp(out, tag->bytes, tag->length) == 0, "%s, batch, %s line %d", wr_kernel_in_use(), vector->file,
          vector->line);
    wr_umac_init(&mac);
    for (size_t at = 0, step; at < length; at += step) {
        step = 1 + random_below(1 << (1 + random_below(16)));
        step = step < length - at ? step : length - at;
        wr_umac_update(&mac, &key, message + at, step);
    }
    CHECK(wr_umac_final(&mac, &key, NULL, nonce->bytes, nonce->length, out) == WR_OK, "final");
    CHECK(memcmp(out, tag->bytes, tag->length) == 0, "%s, pieces, %s line %d", wr_kernel_in_use(), vector->file,
          vector->line);
}

/* Every length around the boundaries of groups and blocks, every tag and nonce length, at every alignment. */
static void check_lengths(const char *name) {
    for (size_t tag_length = 4; tag_length <= 16; tag_length += 4) {
        wr_umac_key key;
        wr_umac_pad_cache cache = WR_UMAC_PAD_CACHE_INIT;
        wr_umac_key_init(&key, secret, tag_length);
        for (size_t length = 0; length <= 2200;
             length += length < 200 || length % 1024 > 1000 || length % 1024 < 40 ? 1 : 7) {
            const uint8_t *message = data + random_below(64);
            const size_t nonce_length = 1 + random_below(16);
            uint8_t nonce[16], expected[16], tag[17];
            random_fill(nonce, sizeof nonce);
            trusted_tag(&key, nonce, nonce_length, message, length, expected);
            tag[tag_length] = 0xee;
            wr_umac(&key, &cache, nonce, nonce_length, message, length, tag);
            CHECK(memcmp(tag, expected, tag_length) == 0, "%s: tag of %zu, %zu bytes", name, tag_length, length);
            CHECK(tag[tag_length] == 0xee, "%s: wrote past a tag of %zu", name, tag_length);
        }
    }
}

static void check_pieces(const char *name) {
    for (int i = 0; i < 300; i++) {
        const size_t tag_length = 4 * (1 + random_below(4)), length = random_below(LONGEST + 1);
        uint8_t expected[16], tag[16];
        wr_umac_key key;
        wr_umac_state mac, twin;
        wr_umac_key_init(&key, secret, tag_length);
        trusted_tag(&key, secret, 8, data, length, expected);
        wr_umac_init(&mac);
        size_t at = 0;
        while (at < length) {
            const size_t step = random_below(length - at + 1);
            wr_umac_update(&mac, &key, data + at, step);
            at += step;
        }
        twin = mac;
        wr_umac_final(&mac, &key, NULL, secret, 8, tag);
        CHECK(memcmp(tag, expected, tag_length) == 0, "%s: %zu bytes in pieces", name, length);
        wr_umac_final(&twin, &key, NULL, secret, 8, tag);
        CHECK(memcmp(tag, expected, tag_length) == 0, "%s: a copy of the state", name);
    }
}

/* Nonces that count share pads, in a batch and through the cache; every batch size; tags next to each other. */
static void check_batches(const char *name) {
    for (size_t count = 0; count <= BATCH; count++) {
        const size_t tag_length = 4 * (1 + random_below(4)), nonce_length = 1 + random_below(16);
        const int counter = (int)random_below(2);
        uint8_t nonces[BATCH * 16], tags[BATCH * 16 + 1], good[BATCH], expected[16];
        const uint8_t *received[BATCH];
        wr_message messages[BATCH];
        wr_umac_key key;
        wr_umac_key_init(&key, secret, tag_length);
        random_fill(nonces, sizeof nonces);
        for (size_t i = 0; i < count; i++) {
            if (counter) {
                memset(nonces + i * nonce_length, 0, nonce_length);
                nonces[(i + 1) * nonce_length - 1] = (uint8_t)i;
            }
            messages[i] = (wr_message){data + random_below(64), random_below(random_below(4) ? 1500 : LONGEST),
                                       tags + i * tag_length};
        }
        tags[count * tag_length] = 0xee;
        CHECK(wr_umac_batch(&key, nonces, nonce_length, messages, count) == WR_OK, "%s", name);
        CHECK(tags[count * tag_length] == 0xee, "%s: wrote past the last tag", name);
        for (size_t i = 0; i < count; i++) {
            trusted_tag(&key, nonces + i * nonce_length, nonce_length, messages[i].data, messages[i].length, expected);
            CHECK(memcmp(messages[i].tag, expected, tag_length) == 0, "%s: message %zu of %zu, %zu bytes", name, i,
                  count, messages[i].length);
        }
        CHECK(wr_umac_verify_batch(&key, nonces, nonce_length, messages, tags_of(received, messages, count), count,
                                   good) == WR_OK,
              "%s", name);
        if (count == 0)
            continue;
        const size_t bad = random_below(count);
        messages[bad].tag[random_below(tag_length)] ^= (uint8_t)(1 << random_below(8));
        CHECK(wr_umac_verify_batch(&key, nonces, nonce_length, messages, received, count, good) == WR_BAD_TAG, "%s",
              name);
        for (size_t i = 0; i < count; i++)
            CHECK(good[i] == (i != bad), "%s: tag %zu of %zu, of which %zu was changed", name, i, count, bad);
    }
}

/* A pad belongs to its key: two keys alternate with one cache, and a key is derived again in place of another. */
static void check_pad_cache(const char *name) {
    wr_umac_pad_cache cache = WR_UMAC_PAD_CACHE_INIT;
    wr_umac_key keys[2], changing;
    uint8_t secrets[2][WR_UMAC_SECRET_SIZE], nonce[5] = {'n', 'o', 'n', 'c', 'e'}, tag[16], expected[16];
    random_fill(secrets[0], sizeof secrets);
    for (size_t tag_length = 4; tag_length <= 16; tag_length += 4) {
        for (size_t k = 0; k < 2; k++)
            wr_umac_key_init(&keys[k], secrets[k], tag_length);
        for (size_t turn = 0; turn < 6; turn++) {
            const size_t k = turn % 2;
            trusted_tag(&keys[k], nonce, sizeof nonce, data, 100, expected);
            wr_umac(&keys[k], &cache, nonce, sizeof nonce, data, 100, tag);
            CHECK(memcmp(tag, expected, tag_length) == 0, "%s: key %zu's turn, tag of %zu", name, k, tag_length);
            CHECK(wr_umac_verify(&keys[k], &cache, nonce, sizeof nonce, data, 100, expected) == WR_OK, "%s: its tag",
                  name);
            wr_umac_key_init(&changing, secrets[k], tag_length);
            wr_umac(&changing, &cache, nonce, sizeof nonce, data, 100, tag);
            CHECK(memcmp(tag, expected, tag_length) == 0, "%s: derived anew", name);
        }
    }
}

/* A key keeps the AES that made it: every kernel can use the keys of all others. */
static void check_keys_of_other_kernels(const char *name) {
    for (size_t i = 0; wr_kernel_name(i); i++) {
        const struct wr_kernel *maker = wr_kernel_find(wr_kernel_name(i));
        uint8_t nonce[5] = {'n', 'o', 'n', 'c', 'e'}, tag[16], expected[16];
        wr_umac_key key, own;
        BY(maker, wr_umac_key_init(&key, secret, 8));
        TRUSTED(wr_umac_key_init(&own, secret, 8));
        wr_umac(&key, NULL, nonce, sizeof nonce, data, 100, tag);
        trusted_tag(&own, nonce, sizeof nonce, data, 100, expected);
        CHECK(memcmp(tag, expected, 8) == 0, "%s with a key made by %s", name, maker->name);
        CHECK(key.identity == own.identity, "%s: its identity", maker->name);
    }
}

static void check_verify(const char *name) {
    for (size_t tag_length = 4; tag_length <= 16; tag_length += 4) {
        uint8_t tag[16];
        wr_umac_key key;
        wr_umac_key_init(&key, secret, tag_length);
        wr_umac(&key, NULL, "nonce", 5, data, 100, tag);
        CHECK(wr_umac_verify(&key, NULL, "nonce", 5, data, 100, tag) == WR_OK, "%s", name);
        CHECK(wr_umac_verify(&key, NULL, "nonc3", 5, data, 100, tag) == WR_BAD_TAG, "%s: another nonce", name);
        for (size_t bit = 0; bit < 8 * tag_length; bit++) {
            tag[bit / 8] ^= (uint8_t)(1 << bit % 8);
            CHECK(wr_umac_verify(&key, NULL, "nonce", 5, data, 100, tag) == WR_BAD_TAG, "%s: bit %zu", name, bit);
            tag[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
    }
}

static void check_guard(const char *name) {
    static struct guarded text;
    if (!text.begin) {
        text = guarded_new(4096);
        random_fill(text.begin, (size_t)(text.end - text.begin));
    }
    wr_umac_key key;
    wr_umac_key_init(&key, secret, 16);
    for (size_t length = 0; length <= 1300; length++) {
        uint8_t expected[16], tag[16];
        trusted_tag(&key, secret, 8, text.end - length, length, expected);
        wr_umac(&key, NULL, secret, 8, text.end - length, length, tag);
        CHECK(memcmp(tag, expected, sizeof tag) == 0, "%s: %zu bytes", name, length);
        trusted_tag(&key, secret, 8, text.begin, length, expected);
        wr_umac_batch(&key, secret, 8, &(wr_message){text.begin, length, tag}, 1);
        CHECK(memcmp(tag, expected, sizeof tag) == 0, "%s: %zu bytes", name, length);
    }
}

/* A length that is refused writes nothing. */
static void check_refusals(void) {
    static const size_t bad_tags[] = {0, 1, 5, 17, 20, SIZE_MAX}, bad_nonces[] = {0, 17, SIZE_MAX};
    uint8_t tag[16];
    wr_umac_key key;
    for (size_t i = 0; i < sizeof bad_tags / sizeof bad_tags[0]; i++)
        CHECK(wr_umac_key_init(&key, secret, bad_tags[i]) == WR_BAD_LENGTH, "tag of %zu", bad_tags[i]);
    wr_umac_key_init(&key, secret, 8);
    memset(tag, 0xee, sizeof tag);
    for (size_t i = 0; i < sizeof bad_nonces / sizeof bad_nonces[0]; i++) {
        CHECK(wr_umac(&key, NULL, secret, bad_nonces[i], data, 1, tag) == WR_BAD_LENGTH, "nonce");
        CHECK(wr_umac_batch(&key, secret, bad_nonces[i], &(wr_message){data, 1, tag}, 1) == WR_BAD_LENGTH, "nonce");
        CHECK(wr_umac_batch(&key, secret, bad_nonces[i], NULL, 0) == WR_BAD_LENGTH, "nonce, no message");
        CHECK(tag[0] == 0xee, "nonce of %zu", bad_nonces[i]);
        uint8_t good[2] = {1, 1};
        const wr_message messages[2] = {{data, 1, NULL}, {data, 2, NULL}};
        const uint8_t *const tags[2] = {tag, tag};
        CHECK(wr_umac_verify(&key, NULL, secret, bad_nonces[i], data, 1, tag) == WR_BAD_LENGTH, "nonce");
        CHECK(wr_umac_verify_batch(&key, secret, bad_nonces[i], messages, tags, 2, good) == WR_BAD_LENGTH, "nonce");
        CHECK(good[0] == 0 && good[1] == 0, "a refused batch has entries of good[] set");
        CHECK(wr_umac_verify_batch(&key, secret, bad_nonces[i], NULL, NULL, 0, NULL) == WR_BAD_LENGTH, "no message");
    }
    CHECK(wr_umac_verify_batch(&key, secret, 8, NULL, NULL, 0, NULL) == WR_OK, "no message");
}

static void check_wipe(void) {
    static const wr_umac_key zero;
    wr_umac_key key;
    wr_umac_key_init(&key, secret, 16);
    wr_umac_key_wipe(&key);
    CHECK(memcmp(key.pad_keys, zero.pad_keys, sizeof key.pad_keys) == 0 &&
              memcmp(key.nh_even, zero.nh_even, sizeof key.nh_even) == 0,
          "key state after wr_umac_key_wipe");
}

/* With the argument "quick", omit the vectors above 2^24 bytes, which take most of the time; test_long.c has them,
 * too. */
int main(int argc, char **argv) {
    const int quick = argc == 2 && strcmp(argv[1], "quick") == 0;

    longest_vector = quick ? (size_t)1 << 20 : SIZE_MAX;
    random_fill(data, sizeof data);
    random_fill(secret, sizeof secret);
    FOR_EACH_KERNEL(name) {
        vectors_each("rfc4418.txt", use_vector);
        vectors_each("umac.txt", use_vector);
        check_lengths(name);
        check_pieces(name);
        check_batches(name);
        check_pad_cache(name);
        check_keys_of_other_kernels(name);
        check_verify(name);
        check_guard(name);
    }
    check_refusals();
    check_wipe();
    return check_result();
}
