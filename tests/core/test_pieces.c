/* Messages in pieces equal the same bytes in one piece, however they are cut, on every kernel, and nothing outside a
 * piece is read. */
#include "check.h"
#include "guarded.h"
#include "kernels.h"
#include "md5/lanes.h"
#include "md5/pieces.h"
#include "random.h"

/* MOST exceeds the number of messages that the library processes together (WR_PART_IN_PIECES). */
enum { MOST = 300, LONGEST = 3000, CUTS = 12, SLOT = 3 * WR_MD5_SIZE, KEYS = 9, SHORT_ONE = 200 };

static uint8_t data[LONGEST], row[LONGEST];
static uint8_t slots[MOST][SLOT]; /* the tag is in the middle; the bytes around it must not change */
static wr_piece pieces[MOST][CUTS];
static wr_pieces messages[MOST];
static wr_hmac_md5_key keys[KEYS];
static const wr_hmac_md5_key *key_of[MOST];

/* Copy a message in pieces to contiguous memory. */
static size_t join(const wr_pieces *message) {
    size_t length = 0;
    for (size_t i = 0; i < message->count; i++) {
        if (message->pieces[i].length)
            memcpy(row + length, message->pieces[i].data, message->pieces[i].length);
        length += message->pieces[i].length;
    }
    return length;
}

/* Shapes as in protocols: a seed before or after a block, a pseudo header and a record, a packet with a field of zeros;
 * whole blocks; random pieces; and empty messages. */
static size_t some_piece(int mix, size_t i) {
    switch (mix) {
    case 0:
        return i == 0 ? 4 : 700;
    case 1:
        return i == 0 ? 2000 - random_below(2) * 1300 : 4;
    case 2:
        return i == 0 ? 13 : random_below(1400);
    case 3:
        return i == 1 ? 16 : 20 + random_below(200);
    case 4:
        return 64 * random_below(4);
    case 5:
        return random_below(3) ? random_below(5) : random_below(230);
    default:
        return 0;
    }
}

static size_t some_count(int mix) {
    return mix < 3 ? 2 : mix == 3 ? 3 : random_below(CUTS + 1);
}

static void prepare(size_t count, int mix) {
    memset(slots, 0xee, sizeof slots);
    for (size_t i = 0; i < count; i++) {
        messages[i] = (wr_pieces){pieces[i], some_count(mix), slots[i] + WR_MD5_SIZE + random_below(8)};
        for (size_t k = 0; k < messages[i].count; k++) {
            const size_t length = some_piece(mix, k);
            pieces[i][k] = (wr_piece){length ? data + random_below(LONGEST - length + 1) : NULL, length};
        }
        if (messages[i].count == 0)
            messages[i].pieces = NULL;
        key_of[i] = &keys[random_below(KEYS)];
    }
}

static void expect(size_t i, int keyed, uint8_t full[WR_MD5_SIZE]) {
    const size_t length = join(&messages[i]);
    if (keyed)
        TRUSTED(wr_hmac_md5(key_of[i], row, length, full, WR_MD5_SIZE));
    else
        TRUSTED(wr_md5(row, length, full));
}

static void check_tags(const char *name, size_t count, int mix, int keyed, size_t tag_length) {
    for (size_t i = 0; i < count; i++) {
        uint8_t expected[SLOT], full[WR_MD5_SIZE];
        expect(i, keyed, full);
        memset(expected, 0xee, sizeof expected);
        memcpy(expected + (messages[i].tag - slots[i]), full, tag_length);
        CHECK(memcmp(slots[i], expected, SLOT) == 0, "%s: mix %d, keyed %d, message %zu of %zu, tag %zu", name, mix,
              keyed, i, count, tag_length);
    }
    CHECK(count == MOST || slots[count][SLOT / 2] == 0xee, "%s: wrote a tag past the batch", name);
}

/* Some tags are changed by one bit; the answers must name exactly those. */
static void check_verify(const char *name, size_t count, int mix, size_t tag_length) {
    static uint8_t good[MOST + 1], spoilt[MOST];
    static const uint8_t *received[MOST];
    int all = 1;

    for (size_t i = 0; i < count; i++) {
        spoilt[i] = random_below(3) == 0;
        all &= !spoilt[i];
        received[i] = messages[i].tag;
        if (spoilt[i])
            messages[i].tag[random_below(tag_length)] ^= (uint8_t)(1 << random_below(8));
        messages[i].tag = NULL;
    }
    memset(good, 0xee, sizeof good);
    CHECK(wr_hmac_md5_verify_batch_pieces(key_of, messages, received, count, tag_length, good) ==
              (all ? WR_OK : WR_BAD_TAG),
          "%s: mix %d, %zu messages", name, mix, count);
    for (size_t i = 0; i < count; i++)
        CHECK(good[i] == !spoilt[i], "%s: mix %d, message %zu of %zu", name, mix, i, count);
    CHECK(good[count] == 0xee, "%s: wrote an answer past the batch", name);
}

static void check_batch(const char *name, size_t count, int mix) {
    const size_t tag_length = 1 + random_below(WR_MD5_SIZE);

    prepare(count, mix);
    wr_md5_batch_pieces(messages, count);
    check_tags(name, count, mix, 0, WR_MD5_SIZE);
    prepare(count, mix);
    CHECK(wr_hmac_md5_batch_pieces(key_of, messages, count, tag_length) == WR_OK, "%s", name);
    check_tags(name, count, mix, 1, tag_length);
    check_verify(name, count, mix, tag_length);
}

/* Cut every message of up to SHORT_ONE bytes at every two positions: as many messages as the second has positions. */
static void check_cuts(const char *name) {
    for (size_t length = 0; length <= SHORT_ONE; length += length < 130 ? 1 : 7)
        for (size_t first = 0; first <= length; first++) {
            const size_t count = length - first + 1;
            uint8_t expected[WR_MD5_SIZE];
            for (size_t i = 0; i < count; i++) {
                pieces[i][0] = (wr_piece){data, first};
                pieces[i][1] = (wr_piece){data + first, i};
                pieces[i][2] = (wr_piece){data + first + i, length - first - i};
                messages[i] = (wr_pieces){pieces[i], 3, slots[i]};
            }
            wr_md5_batch_pieces(messages, count);
            TRUSTED(wr_md5(data, length, expected));
            for (size_t i = 0; i < count; i++)
                CHECK(memcmp(slots[i], expected, WR_MD5_SIZE) == 0, "%s: %zu bytes cut at %zu and %zu", name, length,
                      first, first + i);
        }
}

/* One piece per byte, together with messages of one piece. */
static void check_bytes(const char *name) {
    static wr_piece bytes[LONGEST];
    static const size_t whole[] = {0, 1, 63, 64, 65, LONGEST};
    uint8_t expected[WR_MD5_SIZE];

    for (size_t i = 0; i < LONGEST; i++)
        bytes[i] = (wr_piece){data + i, 1};
    for (size_t i = 0; i < 40; i++) {
        pieces[i][0] = (wr_piece){data, whole[i % 6]};
        messages[i] = i % 2 ? (wr_pieces){bytes, whole[i % 6], slots[i]} : (wr_pieces){pieces[i], 1, slots[i]};
    }
    wr_md5_batch_pieces(messages, 40);
    for (size_t i = 0; i < 40; i++) {
        TRUSTED(wr_md5(data, whole[i % 6], expected));
        CHECK(memcmp(slots[i], expected, WR_MD5_SIZE) == 0, "%s: message %zu, %zu bytes", name, i, whole[i % 6]);
    }
}

static void check_refused(const char *name) {
    static const size_t lengths[] = {0, WR_MD5_SIZE + 1, SIZE_MAX};
    uint8_t good[2], tag[WR_MD5_SIZE] = {0};
    const uint8_t *const received[] = {tag, tag};

    for (size_t i = 0; i < 3; i++) {
        prepare(2, 0);
        memset(good, 0xee, sizeof good);
        CHECK(wr_hmac_md5_batch_pieces(key_of, messages, 2, lengths[i]) == WR_BAD_LENGTH, "%s", name);
        CHECK(wr_hmac_md5_verify_batch_pieces(key_of, messages, received, 2, lengths[i], good) == WR_BAD_LENGTH, "%s",
              name);
        CHECK(good[0] == 0 && good[1] == 0, "%s: answers of a call that was refused", name);
        for (size_t k = 0; k < SLOT; k++)
            CHECK(slots[0][k] == 0xee, "%s: wrote a tag", name);
    }
    wr_md5_batch_pieces(NULL, 0);
    CHECK(wr_hmac_md5_batch_pieces(NULL, NULL, 0, 16) == WR_OK, "%s", name);
    CHECK(wr_hmac_md5_verify_batch_pieces(NULL, NULL, NULL, 0, 16, NULL) == WR_OK, "%s", name);
}

/* A message too long for a lane is detected, whatever its length is modulo 2^32 or 2^64. */
static void check_long(void) {
    static const struct {
        size_t lengths[3];
        uint32_t expected;
    } cases[] = {{{0, 0, 0}, 0},
                 {{1, 0x7ffffffd, 1}, 0x7fffffff},
                 {{1, 0x7ffffffe, 1}, UINT32_MAX},
                 {{0x7fffffff, 1, 0}, UINT32_MAX},
                 {{0, 0x80000000, 0x80000000}, UINT32_MAX},
                 {{SIZE_MAX, 1, 7}, UINT32_MAX},
                 {{7, SIZE_MAX, SIZE_MAX}, UINT32_MAX}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (size_t k = 0; k < 3; k++)
            pieces[0][k] = (wr_piece){NULL, cases[i].lengths[k]};
        CHECK(wr_pieces_length(&(wr_pieces){pieces[0], 3, NULL}, WR_LONGEST_IN_LANE) == cases[i].expected, "case %zu",
              i);
    }
}

/* Every piece ends, or begins, at an inaccessible page, and so do the arrays of pieces, messages, keys and answers. */
static void check_guard(const char *name) {
    enum { PLACES = 3, BATCH = 70 };
    static struct guarded places[PLACES], arrays[4];
    uint8_t expected[WR_MD5_SIZE];

    if (!arrays[0].begin) {
        for (size_t i = 0; i < PLACES; i++) {
            places[i] = guarded_new(SHORT_ONE);
            random_fill(places[i].begin, (size_t)(places[i].end - places[i].begin));
        }
        for (size_t i = 0; i < 4; i++)
            arrays[i] = guarded_new(MOST * CUTS);
    }
    for (size_t count = 1; count <= BATCH; count += count < 5 ? 1 : 13)
        for (size_t longest = 0; longest < SHORT_ONE; longest += 1 + longest / 70) {
            wr_pieces *const batch = (wr_pieces *)(void *)arrays[0].end - count;
            wr_piece *const all = (wr_piece *)(void *)arrays[1].end - PLACES * count;
            const wr_hmac_md5_key **const key = (const wr_hmac_md5_key **)(void *)arrays[2].end - count;
            for (size_t i = 0; i < count; i++) {
                key[i] = &keys[i % KEYS];
                batch[i] = (wr_pieces){all + PLACES * i, PLACES, arrays[3].end - 12 * (count - i)};
                for (size_t k = 0; k < PLACES; k++) {
                    const size_t length = k == i % PLACES ? longest : random_below(longest + 1);
                    all[PLACES * i + k] = (wr_piece){i % 2 ? places[k].end - length : places[k].begin, length};
                }
            }
            CHECK(wr_hmac_md5_batch_pieces(key, batch, count, 12) == WR_OK, "%s", name);
            for (size_t i = 0; i < count; i++) {
                TRUSTED(wr_hmac_md5(key[i], row, join(&batch[i]), expected, 12));
                CHECK(memcmp(batch[i].tag, expected, 12) == 0, "%s: message %zu of %zu", name, i, count);
            }
        }
}

int main(void) {
    random_fill(data, sizeof data);
    for (size_t i = 0; i < KEYS; i++)
        wr_hmac_md5_key_init(&keys[i], data + i, 16 * i);
    check_long();
    FOR_EACH_KERNEL(name) {
        for (int mix = 0; mix < 7; mix++) {
            for (size_t count = 0; count <= 70; count += count < 12 ? 1 : 7)
                check_batch(name, count, mix);
            check_batch(name, 125 + random_below(7), mix);
            check_batch(name, MOST, mix);
        }
        check_cuts(name);
        check_bytes(name);
        check_refused(name);
        check_guard(name);
    }
    return check_result();
}
