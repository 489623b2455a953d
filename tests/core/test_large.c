/* Messages above 2^32 bits (512 MiB), where a 32-bit bit count wraps, and a checksum of more than one piece
 * (WR_SUM_PIECE). */
#include "check.h"
#include "kernels.h"
#include "md5/md5.h"
#include "random.h"
#include "repeated.h"
#include "wirerate_experimental.h"

enum { VIEW = 16 << 20 };

static const size_t length = ((size_t)512 << 20) + 12345;
static uint8_t expected_md5[WR_MD5_SIZE], expected_tag[WR_MD5_SIZE], expected_ways[WR_MD5_SIZE];
static wr_hmac_md5_key key;

/* Hash with the portable kernel in pieces. Its bit count is checked against the RFC in check_count, and against OpenSSL
 * in test_openssl.c. */
static void stream(const uint8_t *data) {
    wr_md5_state md5;
    wr_hmac_md5_state mac;
    wr_md5_ways_state ways;

    wr_md5_init(&md5);
    wr_hmac_md5_init(&mac, &key);
    wr_md5_ways_init(&ways, 64);
    for (size_t done = 0, piece; done < length; done += piece) {
        piece = length - done < 999983 ? length - done : 999983;
        TRUSTED(wr_md5_update(&md5, data + done, piece));
        TRUSTED(wr_hmac_md5_update(&mac, data + done, piece));
        wr_md5_ways_update(&ways, data + done, piece);
    }
    TRUSTED(wr_md5_final(&md5, expected_md5));
    TRUSTED(wr_hmac_md5_final(&mac, expected_tag, sizeof expected_tag));
    wr_md5_ways_final(&ways, expected_ways);
}

/* RFC 1321 section 3.2: the count is in bits, modulo 2^64, low word first. */
static void check_count(void) {
    uint8_t last[WR_MD5_LAST];

    wr_md5_pad(last, NULL, 0, (uint64_t)1 << 29);
    CHECK(memcmp(last + 56, "\0\0\0\0\1\0\0\0", 8) == 0, "2^32 bits");
    wr_md5_pad(last, NULL, 0, ((uint64_t)1 << 61) + 3);
    CHECK(memcmp(last + 56, "\30\0\0\0\0\0\0\0", 8) == 0, "2^64 + 24 bits");
}

/* Hash short and long messages in one batch, either digests or tags: the lanes are the same, so each kernel does one of
 * them. */
static void check_long_messages(const char *name, const uint8_t *data, int tags) {
    const uint8_t *expected = tags ? expected_tag : expected_md5;
    uint8_t out[3][WR_MD5_SIZE], short_md5[WR_MD5_SIZE], short_tag[WR_MD5_SIZE];
    const wr_message messages[] = {{data, 1000, out[0]}, {data, length, out[1]}, {data, length, out[2]}};

    TRUSTED(wr_md5(data, 1000, short_md5));
    TRUSTED(wr_hmac_md5(&key, data, 1000, short_tag, sizeof short_tag));
    if (tags)
        CHECK(wr_hmac_md5_batch(&key, messages, 3, WR_MD5_SIZE) == WR_OK, "%s", name);
    else
        wr_md5_batch(messages, 3);
    CHECK(memcmp(out[0], tags ? short_tag : short_md5, WR_MD5_SIZE) == 0, "%s: short message beside long ones", name);
    CHECK(memcmp(out[1], expected, WR_MD5_SIZE) == 0, "%s: batch, tags %d", name, tags);
    CHECK(memcmp(out[2], expected, WR_MD5_SIZE) == 0, "%s: batch, tags %d", name, tags);
    wr_md5_ways(data, length, 64, out[0]);
    CHECK(memcmp(out[0], expected_ways, WR_MD5_SIZE) == 0, "%s: 64 ways", name);
}

/* The same in pieces, together with short messages. */
static void check_long_pieces(const char *name, const uint8_t *data) {
    const wr_piece pieces[] = {
        {data, 1}, {data + 1, length / 2}, {NULL, 0}, {data + 1 + length / 2, length - length / 2 - 1}};
    uint8_t out[20][WR_MD5_SIZE];
    wr_pieces messages[20];

    for (size_t i = 0; i < 20; i++)
        messages[i] = (wr_pieces){pieces, i == 7 ? 4 : i % 2, out[i]};
    wr_md5_batch_pieces(messages, 20);
    CHECK(memcmp(out[7], expected_md5, WR_MD5_SIZE) == 0, "%s: in pieces", name);
}

static void check_long_checksum(const char *name, uint8_t *data, size_t size) {
    CHECK(wr_internet_checksum(data, size - 1) == 0x00ff, "%s: %zu x ff", name, size - 1);
    CHECK(wr_internet_checksum(data, size) == 0, "%s: %zu x ff", name, size);
}

int main(void) {
    const size_t views = 65; /* a little more than 1 GiB */
    int tags = 0;
    uint8_t *data = sizeof(size_t) < 8 ? NULL : repeated_new(VIEW, views);

    check_count();
    if (!data)
        return failures ? 1 : check_skip("the address space has no room for 1 GiB");
    random_fill(data, VIEW);
    wr_hmac_md5_key_init(&key, data, 16);
    stream(data);
    FOR_EACH_KERNEL(name) {
        if (strcmp(name, "portable") != 0) /* `stream` has tested portable already */
            check_long_messages(name, data, tags = !tags);
    }
    CHECK(wr_use_kernel("auto") == WR_OK, "auto");
    check_long_pieces(wr_kernel_in_use(), data);
    memset(data, 0xff, VIEW);
    FOR_EACH_KERNEL(name) {
        check_long_checksum(name, data, VIEW * views);
    }
    return check_result();
}
