/* MD5 of one message, split anywhere, at any alignment, copied and wiped, compared with the portable kernel in one
 * call. */
#include "check.h"
#include "kernels.h"
#include "random.h"

enum { LONGEST = 3000 };

static uint8_t data[LONGEST + 64];

static void check_splits(const char *name) {
    for (int round = 0; round < 2000; round++) {
        const size_t length = random_below(LONGEST + 1);
        uint8_t expected[WR_MD5_SIZE], digest[WR_MD5_SIZE];
        wr_md5_state md5, copy;
        size_t done = 0, pieces = 0;

        TRUSTED(wr_md5(data, length, expected));
        wr_md5_init(&md5);
        while (done < length) {
            size_t piece = random_below(round % 2 ? 70 : 1000); /* may be 0 */
            piece = piece < length - done ? piece : length - done;
            wr_md5_update(&md5, data + done, piece);
            done += piece;
            if (pieces++ == 1) { /* a copy continues independently */
                copy = md5;
                wr_md5_update(&copy, data + done, length - done);
                wr_md5_final(&copy, digest);
                CHECK(memcmp(digest, expected, sizeof digest) == 0, "%s: copy after %zu of %zu", name, done, length);
            }
        }
        wr_md5_final(&md5, digest);
        CHECK(memcmp(digest, expected, sizeof digest) == 0, "%s: %zu bytes in %zu pieces", name, length, pieces);
    }
}

static void check_alignments(const char *name) {
    for (size_t length = 0; length < 200; length++) {
        uint8_t expected[WR_MD5_SIZE], place[WR_MD5_SIZE + 1], shifted[264];

        TRUSTED(wr_md5(data, length, expected));
        for (size_t offset = 0; offset < 64; offset++) {
            memcpy(shifted + offset, data, length);
            wr_md5(shifted + offset, length, place + offset % 2);
            CHECK(memcmp(place + offset % 2, expected, WR_MD5_SIZE) == 0, "%s: %zu bytes at %zu", name, length, offset);
        }
    }
}

static void check_wiped(const char *name) {
    static const wr_md5_state zero;
    uint8_t digest[WR_MD5_SIZE];
    wr_md5_state md5;

    wr_md5_init(&md5);
    memset(md5.buffer, 0xff, sizeof md5.buffer);
    wr_md5_update(&md5, data, 100);
    wr_md5_final(&md5, digest);
    CHECK(memcmp(&md5, &zero, sizeof md5) == 0, "%s", name);
}

static void check_empty(const char *name) {
    uint8_t whole[WR_MD5_SIZE], pieces[WR_MD5_SIZE];
    wr_md5_state md5;

    wr_md5(NULL, 0, whole);
    wr_md5_init(&md5);
    wr_md5_update(&md5, NULL, 0);
    wr_md5_final(&md5, pieces);
    CHECK(memcmp(whole, pieces, sizeof whole) == 0, "%s", name);
    wr_md5_batch(NULL, 0);
}

int main(void) {
    random_fill(data, sizeof data);
    FOR_EACH_KERNEL(name) {
        check_splits(name);
        check_alignments(name);
        check_wiped(name);
        check_empty(name);
    }
    return check_result();
}
