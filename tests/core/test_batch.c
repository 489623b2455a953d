/* Batches of every size and mix equal one message at a time, and nothing next to a tag is written. */
#include "check.h"
#include "kernels.h"
#include "random.h"

/* MOST exceeds the number of messages that the library sorts together (WR_PART). */
enum { MOST = 1100, LONGEST = 10000, SLOT = 3 * WR_MD5_SIZE, KEYS = 9 };

static uint8_t data[LONGEST];
static uint8_t slots[MOST][SLOT]; /* the tag is in the middle; the bytes around it must not change */
static wr_message messages[MOST];
static wr_hmac_md5_key keys[KEYS];
static const wr_hmac_md5_key *key_of[MOST];

/* Mixes similar to traffic: mostly short messages, some long, empty or equal ones, and block boundaries. */
static size_t some_length(int mix) {
    switch (mix) {
    case 0:
        return random_below(LONGEST + 1);
    case 1:
        return random_below(130);
    case 2:
        return 64 * random_below(20);
    case 3:
        return random_below(12) < 7 ? 40 : random_below(5) < 4 ? 576 : 1500;
    case 4:
        return random_below(10) ? 0 : 9000;
    default:
        return 55 + random_below(2);
    }
}

static void prepare(size_t count, int mix) {
    const size_t equal = mix == 6 ? random_below(300) : 0;

    memset(slots, 0xee, sizeof slots);
    for (size_t i = 0; i < count; i++) {
        const size_t length = mix == 6 ? equal : some_length(mix);
        messages[i].data = length ? data + random_below(LONGEST - length + 1) : NULL;
        messages[i].length = length;
        messages[i].tag = slots[i] + WR_MD5_SIZE + random_below(8);
        key_of[i] = &keys[random_below(KEYS)];
    }
}

enum call { MD5, ONE_KEY, KEY_PER_MESSAGE };

static void check_tags(const char *name, size_t count, size_t tag_length, enum call call) {
    for (size_t i = 0; i < count; i++) {
        const wr_message *m = &messages[i];
        uint8_t expected[SLOT], full[WR_MD5_SIZE];

        if (call == MD5)
            TRUSTED(wr_md5(m->data, m->length, full));
        else
            TRUSTED(wr_hmac_md5(call == ONE_KEY ? keys : key_of[i], m->data, m->length, full, sizeof full));
        memset(expected, 0xee, sizeof expected);
        memcpy(expected + (m->tag - slots[i]), full, tag_length);
        CHECK(memcmp(slots[i], expected, SLOT) == 0, "%s: call %d, message %zu of %zu, %zu bytes, tag %zu", name,
              (int)call, i, count, m->length, tag_length);
    }
    for (size_t i = count; i < MOST; i++)
        CHECK(slots[i][SLOT / 2] == 0xee, "%s: wrote a tag past the batch", name);
}

static void check_batch(const char *name, size_t count, int mix) {
    const size_t tag_length = 1 + random_below(WR_MD5_SIZE);

    prepare(count, mix);
    wr_md5_batch(messages, count);
    check_tags(name, count, WR_MD5_SIZE, MD5);
    prepare(count, mix);
    CHECK(wr_hmac_md5_batch(keys, messages, count, tag_length) == WR_OK, "%s", name);
    check_tags(name, count, tag_length, ONE_KEY);
    prepare(count, mix);
    CHECK(wr_hmac_md5_batch_keys(key_of, messages, count, tag_length) == WR_OK, "%s", name);
    check_tags(name, count, tag_length, KEY_PER_MESSAGE);
}

/* Some tags are changed by one bit; the answers must name exactly those. */
static void check_verify(const char *name, size_t count, int mix) {
    const size_t tag_length = 1 + random_below(WR_MD5_SIZE);
    static uint8_t spoilt[MOST], good[MOST + 1];
    static const uint8_t *received[MOST];
    int all = 1;

    prepare(count, mix);
    for (size_t i = 0; i < count; i++) {
        TRUSTED(wr_hmac_md5(keys, messages[i].data, messages[i].length, messages[i].tag, tag_length));
        spoilt[i] = random_below(3) == 0;
        all &= !spoilt[i];
        if (spoilt[i])
            messages[i].tag[random_below(tag_length)] ^= (uint8_t)(1 << random_below(8));
    }
    memset(good, 0xee, sizeof good);
    CHECK(wr_hmac_md5_verify_batch(keys, messages, tags_of(received, messages, count), count, tag_length, good) ==
              (all ? WR_OK : WR_BAD_TAG),
          "%s: %zu messages", name, count);
    for (size_t i = 0; i < count; i++)
        CHECK(good[i] == !spoilt[i], "%s: message %zu of %zu", name, i, count);
    CHECK(good[count] == 0xee, "%s: wrote an answer past the batch", name);
}

/* With the argument "quick", test fewer sizes of larger batches. */
int main(int argc, char **argv) {
    const size_t dense = argc == 2 && strcmp(argv[1], "quick") == 0 ? 10 : 70;

    random_fill(data, sizeof data);
    for (size_t i = 0; i < KEYS; i++)
        wr_hmac_md5_key_init(&keys[i], data + i, 16 * i);
    FOR_EACH_KERNEL(name) {
        for (int mix = 0; mix < 7; mix++) {
            for (size_t count = 0; count <= 70; count += count < dense ? 1 : 7) {
                check_batch(name, count, mix);
                check_verify(name, count, mix);
            }
            check_batch(name, 255 + random_below(4), mix);
            check_batch(name, MOST, mix);
            check_verify(name, MOST, mix);
        }
    }
    return check_result();
}
