/* Inaccessible pages lie before and after everything passed to the library: data, tags, the array of messages, keys. */
#include "check.h"
#include "guarded.h"
#include "kernels.h"
#include "random.h"
#include "wirerate_experimental.h"

enum { LENGTHS = 301, BATCH = 70 };

static struct guarded text, tags, array;
static wr_hmac_md5_key *key;

static void check_one(const char *name, const uint8_t *data, size_t length) {
    uint8_t *tag = tags.end - WR_MD5_SIZE, expected[WR_MD5_SIZE];
    uint16_t checksum;

    TRUSTED(wr_md5(data, length, expected));
    wr_md5(data, length, tag);
    CHECK(memcmp(tag, expected, WR_MD5_SIZE) == 0, "%s: %zu bytes", name, length);
    TRUSTED(wr_hmac_md5(key, data, length, expected, WR_MD5_SIZE));
    CHECK(wr_hmac_md5(key, data, length, tags.end - 12, 12) == WR_OK, "%s", name);
    CHECK(memcmp(tags.end - 12, expected, 12) == 0, "%s: %zu bytes", name, length);
    CHECK(wr_hmac_md5_verify(key, data, length, tags.end - 12, 12) == WR_OK, "%s", name);
    TRUSTED(checksum = wr_internet_checksum(data, length));
    CHECK(wr_internet_checksum(data, length) == checksum, "%s: %zu bytes", name, length);
    CHECK(wr_kernel_find(name)->checksum->read(data, length) == trusted()->checksum->read(data, length),
          "%s: %zu bytes", name, length);
    TRUSTED(wr_md5_ways(data, length, 4, expected));
    CHECK(wr_md5_ways(data, length, 4, tag) == WR_OK && memcmp(tag, expected, WR_MD5_SIZE) == 0, "%s: %zu bytes", name,
          length);
}

/* `count` messages that all end (or begin) at an inaccessible page, with lengths from `shortest` to `longest`. */
static void check_batch(const char *name, size_t count, size_t shortest, size_t longest, int at_end) {
    wr_message *messages = (wr_message *)(void *)array.end - count;
    uint8_t expected[WR_MD5_SIZE];

    for (size_t i = 0; i < count; i++) {
        messages[i].length = i == 0 ? longest : shortest + random_below(longest - shortest + 1);
        messages[i].data = at_end ? text.end - messages[i].length : text.begin;
        messages[i].tag = tags.end - 12 * (count - i);
    }
    CHECK(wr_hmac_md5_batch(key, messages, count, 12) == WR_OK, "%s", name);
    for (size_t i = 0; i < count; i++) {
        TRUSTED(wr_hmac_md5(key, messages[i].data, messages[i].length, expected, 12));
        CHECK(memcmp(messages[i].tag, expected, 12) == 0, "%s: message %zu of %zu, %zu bytes", name, i, count,
              messages[i].length);
    }
    for (size_t i = 0; i < count; i++)
        messages[i].tag = tags.begin + WR_MD5_SIZE * i;
    wr_md5_batch(messages, count);
    for (size_t i = 0; i < count; i++) {
        TRUSTED(wr_md5(messages[i].data, messages[i].length, expected));
        CHECK(memcmp(messages[i].tag, expected, WR_MD5_SIZE) == 0, "%s: message %zu of %zu, %zu bytes", name, i, count,
              messages[i].length);
    }
}

int main(void) {
    text = guarded_new(4 * 64 * WR_MD5_WAYS_MAX);
    tags = guarded_new(4096);
    array = guarded_new(4096);
    random_fill(text.begin, (size_t)(text.end - text.begin));
    key = (wr_hmac_md5_key *)(void *)guarded_new(1).end - 1;
    wr_hmac_md5_key_init(key, text.begin, 16);
    FOR_EACH_KERNEL(name) {
        for (size_t length = 0; length < LENGTHS; length++) {
            check_one(name, text.end - length, length);
            check_one(name, text.begin, length);
            check_batch(name, 1 + length % BATCH, 0, length, 1);
            check_batch(name, 1 + length % BATCH, 0, length, 0);
            check_batch(name, BATCH - 8 + length % BATCH, length, length, 1);
            check_batch(name, BATCH - 8 + length % BATCH, length, length, 0);
        }
        for (unsigned ways = 4; ways <= WR_MD5_WAYS_MAX; ways += 4) {
            for (size_t length = 64 * ways - 70; length < 64 * ways + 70; length++) {
                uint8_t digest[WR_MD5_SIZE], expected[WR_MD5_SIZE];
                wr_md5_ways(text.end - length, length, ways, digest);
                TRUSTED(wr_md5_ways(text.end - length, length, ways, expected));
                CHECK(memcmp(digest, expected, sizeof digest) == 0, "%s: %u ways, %zu bytes", name, ways, length);
            }
        }
    }
    return check_result();
}
