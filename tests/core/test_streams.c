/* Many messages arriving in pieces at the same time equal each message by itself, on every kernel. */
#include "check.h"
#include "kernels.h"
#include "random.h"

/* MOST exceeds the number of messages that the library sorts together (WR_PART). */
enum { MOST = 1100, LONGEST = 9000 };

static uint8_t data[LONGEST];
static wr_md5_state states[MOST];
static wr_md5_state *chosen[MOST];
static size_t begins[MOST], lengths[MOST], fed[MOST];
static wr_message pieces[MOST];
static uint8_t digests[MOST + 1][WR_MD5_SIZE];

static size_t some_piece(int mix, size_t left) {
    size_t piece;
    switch (mix) {
    case 0:
        piece = random_below(200);
        break;
    case 1:
        piece = 64 * random_below(60);
        break;
    case 2:
        piece = random_below(20) ? random_below(70) : LONGEST;
        break;
    default:
        piece = 1024;
    }
    return piece < left ? piece : left;
}

/* One call: add a piece to some of the messages, in random order. */
static void feed(size_t count, int mix) {
    const size_t skip = random_below(3);
    size_t used = 0;
    for (size_t k = 0; k < count; k++) {
        const size_t i = count - 1 - k;
        if (skip && random_below(4) < skip)
            continue;
        chosen[used] = &states[i];
        pieces[used].length = some_piece(mix, lengths[i] - fed[i]);
        pieces[used].data = pieces[used].length ? data + begins[i] + fed[i] : NULL;
        pieces[used].tag = NULL;
        fed[i] += pieces[used++].length;
    }
    wr_md5_update_batch(chosen, pieces, used);
}

static int all_fed(size_t count) {
    for (size_t i = 0; i < count; i++)
        if (fed[i] < lengths[i])
            return 0;
    return 1;
}

static void check_streams(const char *name, size_t count, int mix) {
    for (size_t i = 0; i < count; i++) {
        wr_md5_init(&states[i]);
        lengths[i] = random_below(mix == 2 ? 300 : LONGEST + 1);
        lengths[i] = random_below(8) ? lengths[i] : LONGEST - random_below(130);
        begins[i] = random_below(LONGEST - lengths[i] + 1);
        fed[i] = 0;
    }
    for (int calls = 0; !all_fed(count); calls++) {
        if (calls == 1000) {
            CHECK(0, "%s: never ends", name);
            return;
        }
        feed(count, mix);
    }
    for (size_t i = 0; i < count; i++)
        chosen[i] = &states[i];
    memset(digests, 0xee, sizeof digests);
    wr_md5_final_batch(chosen, count, digests[0]);
    for (size_t i = 0; i < count; i++) {
        uint8_t expected[WR_MD5_SIZE];
        TRUSTED(wr_md5(data + begins[i], lengths[i], expected));
        CHECK(memcmp(digests[i], expected, WR_MD5_SIZE) == 0, "%s: mix %d, message %zu of %zu, %zu bytes", name, mix, i,
              count, lengths[i]);
        CHECK(states[i].length == 0 && states[i].state[0] == 0, "%s: state %zu is not wiped", name, i);
    }
    CHECK(digests[count][0] == 0xee, "%s: wrote a digest too many", name);
}

int main(void) {
    random_fill(data, sizeof data);
    FOR_EACH_KERNEL(name) {
        for (int mix = 0; mix < 4; mix++) {
            for (size_t count = 0; count <= 70; count++)
                check_streams(name, count, mix);
            check_streams(name, 255 + random_below(4), mix);
        }
        check_streams(name, MOST, 1);
    }
    return check_result();
}
