/* K-way MD5 compared with its definition in wirerate_experimental.h, built from portable MD5; every K, split
 * anywhere. */
#include "check.h"
#include "kernels.h"
#include "random.h"
#include "util/bytes.h"
#include "wirerate_experimental.h"

enum { LONGEST = 5 * 64 * WR_MD5_WAYS_MAX };

static uint8_t data[LONGEST];

static void start_chain(wr_md5_state *md5, unsigned ways, uint32_t chain) {
    uint8_t prefix[WR_MD5_BLOCK] = "RFC 1810 K-way MD5";

    wr_store32_le(prefix + 56, ways);
    wr_store32_le(prefix + 60, chain);
    wr_md5_init(md5);
    TRUSTED(wr_md5_update(md5, prefix, sizeof prefix));
}

static void definition(size_t length, unsigned ways, uint8_t digest[WR_MD5_SIZE]) {
    wr_md5_state chain[WR_MD5_WAYS_MAX], last;

    for (uint32_t j = 0; j < ways; j++)
        start_chain(&chain[j], ways, j);
    for (size_t i = 0; i < (length + 63) / 64; i++)
        TRUSTED(wr_md5_update(&chain[i % ways], data + 64 * i, length - 64 * i < 64 ? length - 64 * i : 64));
    start_chain(&last, ways, 0xFFFFFFFFu);
    for (uint32_t j = 0; j < ways; j++) {
        uint8_t part[WR_MD5_SIZE];
        TRUSTED(wr_md5_final(&chain[j], part));
        TRUSTED(wr_md5_update(&last, part, sizeof part));
    }
    TRUSTED(wr_md5_final(&last, digest));
}

static void check_length(const char *name, unsigned ways, size_t length) {
    uint8_t expected[WR_MD5_SIZE], digest[WR_MD5_SIZE];
    wr_md5_ways_state md5, copy;
    size_t pieces = 0;

    definition(length, ways, expected);
    CHECK(wr_md5_ways(data, length, ways, digest) == WR_OK, "%s", name);
    CHECK(memcmp(digest, expected, sizeof digest) == 0, "%s: %u ways, %zu bytes", name, ways, length);
    CHECK(wr_md5_ways_init(&md5, ways) == WR_OK, "%s", name);
    for (size_t done = 0, piece; done < length; done += piece) {
        piece = random_below(random_below(2) ? 200 : 3 * 64 * ways);
        piece = piece < length - done ? piece : length - done;
        wr_md5_ways_update(&md5, data + done, piece);
        if (pieces++ == 1) {
            copy = md5;
            wr_md5_ways_update(&copy, data + done + piece, length - done - piece);
            wr_md5_ways_final(&copy, digest);
            CHECK(memcmp(digest, expected, sizeof digest) == 0, "%s: %u ways, copy at %zu of %zu", name, ways, done,
                  length);
        }
    }
    wr_md5_ways_final(&md5, digest);
    CHECK(memcmp(digest, expected, sizeof digest) == 0, "%s: %u ways, %zu bytes in %zu pieces", name, ways, length,
          pieces);
}

static void check_refusals(void) {
    uint8_t digest[WR_MD5_SIZE] = {0xee};
    wr_md5_ways_state md5;

    for (unsigned ways = 0; ways < 200; ways++) {
        const int expected = ways % 4 == 0 && ways >= 4 && ways <= 64 ? WR_OK : WR_BAD_LENGTH;
        CHECK(wr_md5_ways_init(&md5, ways) == expected, "%u ways", ways);
        if (expected == WR_BAD_LENGTH)
            CHECK(wr_md5_ways(data, 1, ways, digest) == expected && digest[0] == 0xee, "%u ways", ways);
    }
    CHECK(wr_md5_ways(data, 1, 0xFFFFFFFCu, digest) == WR_BAD_LENGTH, "largest multiple of 4");
}

int main(void) {
    random_fill(data, sizeof data);
    FOR_EACH_KERNEL(name) {
        for (unsigned ways = 4; ways <= WR_MD5_WAYS_MAX; ways += 4) {
            for (size_t length = 0; length < 140; length++)
                check_length(name, ways, length);
            for (int round = 0; round < 60; round++)
                check_length(name, ways, random_below(5 * 64 * ways + 1));
        }
    }
    check_refusals();
    return check_result();
}
