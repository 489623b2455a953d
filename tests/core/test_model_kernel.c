/* A kernel of 64 lanes in plain C with every optional function. So the code paths that only the AVX-512 kernel uses on
 * real hardware are tested on any processor, and with sanitizers. */
#include "check.h"
#include "kernels.h"
#include "md5/batch.h"
#include "random.h"
#include "util/bytes.h"

enum { LANES = 64, MESSAGES = 700, LONGEST = 3000 };

typedef uint32_t lane_state[4][WR_LANES_MAX];
typedef uint32_t lane_words[16][WR_LANES_MAX];

static void hash_block(lane_state state, size_t lane, const uint8_t block[64]) {
    uint32_t one[4];
    for (size_t w = 0; w < 4; w++)
        one[w] = state[w][lane];
    trusted()->md5->blocks(one, block, 1);
    for (size_t w = 0; w < 4; w++)
        state[w][lane] = one[w];
}

static void put_words(lane_words words, size_t lane, const uint8_t block[64]) {
    for (size_t w = 0; w < 16; w++)
        words[w][lane] = wr_load32_le(block + 4 * w);
}

static void hash_words(lane_state state, lane_words words, size_t lanes) {
    for (size_t i = 0; i < lanes; i++) {
        uint8_t block[64];
        for (size_t w = 0; w < 16; w++)
            wr_store32_le(block + 4 * w, words[w][i]);
        hash_block(state, i, block);
    }
}

/* Copy a lane's current block, padded if the lane is at the end of its message. */
static void padded_block(uint8_t block[64], const struct wr_md5_ends *ends, size_t lane) {
    const size_t left = ends->left[lane];
    memset(block, 0, 64);
    if (left != WR_MD5_PADDED && left)
        memcpy(block, ends->data[lane], left);
    if (left < 64)
        block[left] = 0x80;
    if (left < 56 || left == WR_MD5_PADDED)
        wr_store64_le(block + 56, ends->total[lane] * 8);
}

static void lane_blocks(lane_state state, const uint8_t *const *data, size_t stride, size_t lanes, size_t count) {
    for (size_t i = 0; i < wr_lanes_rounded(&(struct wr_md5_kernel){.fewest = 16}, lanes); i++)
        for (size_t n = 0; n < count; n++)
            hash_block(state, i, data[i] + n * stride);
}

static void lane_ends(lane_state state, const struct wr_md5_ends *ends, size_t lanes) {
    for (size_t i = 0; i < lanes; i++) {
        uint8_t block[64];
        padded_block(block, ends, i);
        hash_block(state, i, block);
    }
}

static void lane_outer(lane_state digests, lane_state keyed, size_t lanes) {
    for (size_t i = 0; i < lanes; i++) {
        uint8_t block[64] = {[16] = 0x80};
        for (size_t w = 0; w < 4; w++) {
            wr_store32_le(block + 4 * w, digests[w][i]);
            digests[w][i] = keyed[w][i];
        }
        wr_store64_le(block + 56, (64 + 16) * 8);
        hash_block(digests, i, block);
    }
}

static void lane_tags(lane_state digests, const wr_message *messages, const uint16_t *order, size_t lanes) {
    for (size_t i = 0; i < lanes; i++)
        for (size_t w = 0; w < 3; w++)
            wr_store32_le(messages[order[i]].tag + 4 * w, digests[w][i]);
}

static void lane_turns(lane_state state, uint64_t lanes, lane_state digests, size_t first, const uint32_t start[4]) {
    for (size_t i = 0; i < LANES; i++) {
        if (!(lanes >> i & 1))
            continue;
        for (size_t w = 0; w < 4; w++) {
            digests[w][first] = state[w][i];
            if (start)
                state[w][i] = start[w];
        }
        first++;
    }
}

static void next_words(struct wr_md5_next *next) {
    for (size_t i = 0; i < LANES; i++) {
        uint8_t block[64];
        memcpy(block, next->padding, 64);
        if (next->bytes)
            memcpy(block, next->data[i], next->bytes);
        put_words(next->words, i, block);
    }
}

static void next_blocks(struct wr_md5_next *next, size_t count) {
    hash_words(next->digests, next->words, LANES);
    for (size_t i = 0; i < LANES; i++)
        for (size_t n = 1; n < count; n++)
            hash_block(next->digests, i, next->data[i] + 64 * n);
}

static void next_outer(struct wr_md5_next *next, lane_state keyed) {
    lane_outer(next->digests, keyed, LANES);
    next_words(next);
}

static void first_words(lane_words words, struct wr_md5_ends *ends, size_t lanes) {
    for (size_t i = 0; i < lanes; i++) {
        uint8_t block[64];
        padded_block(block, ends, i);
        put_words(words, i, block);
        ends->data[i] += 64;
    }
}

static void blocks_and_ends(lane_state state, lane_words words, lane_words other, struct wr_md5_ends *ends,
                            uint64_t ending, size_t lanes, size_t count) {
    static const uint8_t nowhere[64];
    CHECK(count == 1 || ending == 0, "%zu blocks and lanes at their end", count);
    hash_words(state, words, lanes);
    for (size_t i = 0; i < lanes; i++) {
        uint8_t block[64];
        for (size_t n = 1; n < count; n++)
            hash_block(state, i, ends->data[i] + 64 * (n - 1));
        ends->data[i] += 64 * (count - 1);
        if (ending >> i & 1)
            padded_block(block, ends, i);
        else
            memcpy(block, ends->data[i], 64);
        put_words(count % 2 ? other : words, i, block);
        ends->data[i] = ending >> i & 1 ? nowhere : ends->data[i] + 64;
    }
}

static const struct wr_md5_overlap overlap = {.words = next_words,
                                              .blocks = next_blocks,
                                              .outer = next_outer,
                                              .first_words = first_words,
                                              .blocks_and_ends = blocks_and_ends};

static void one_message(uint32_t state[4], const uint8_t *data, size_t count) {
    trusted()->md5->blocks(state, data, count);
}

static const struct wr_md5_kernel with_overlap = {.name = "model",
                                                  .blocks = one_message,
                                                  .lanes = LANES,
                                                  .fewest = 16,
                                                  .lane_blocks = lane_blocks,
                                                  .lane_ends = lane_ends,
                                                  .lane_outer = lane_outer,
                                                  .lane_tags = lane_tags,
                                                  .lane_turns = lane_turns,
                                                  .pass_cost = 14,
                                                  .overlap = &overlap};

static uint8_t data[LONGEST], tags[2][MESSAGES][16], good[2][MESSAGES];
static const uint8_t *received[MESSAGES];
static wr_message messages[2][MESSAGES];
static wr_piece cuts[MESSAGES][4];
static wr_pieces in_pieces[2][MESSAGES];
static wr_md5_state states[2][MESSAGES];
static wr_md5_state *states_of[2][MESSAGES];
static wr_hmac_md5_key keys[3];
static const wr_hmac_md5_key *key_of[MESSAGES];

static size_t some_length(int mix) {
    static const size_t imix[] = {44, 44, 44, 44, 44, 44, 44, 576, 576, 576, 576, 1500};
    switch (mix) {
    case 0:
        return random_below(LONGEST);
    case 1:
        return random_below(200);
    case 2:
        return imix[random_below(12)];
    case 3:
        return 64 * random_below(12);
    default:
        return random_below(100) ? 20 : LONGEST;
    }
}

static void make_batch(size_t count, int mix) {
    const size_t equal = random_below(400);
    for (size_t i = 0; i < count; i++) {
        const size_t length = mix == 5 ? equal : some_length(mix), cut = random_below(length + 1);
        const size_t second = random_below(length - cut + 1);
        const uint8_t *const from = data + random_below(LONGEST - length + 1);
        cuts[i][0] = (wr_piece){from, cut};
        cuts[i][1] = (wr_piece){NULL, 0};
        cuts[i][2] = (wr_piece){from + cut, second};
        cuts[i][3] = (wr_piece){from + cut + second, length - cut - second};
        key_of[i] = &keys[random_below(3)];
        for (int k = 0; k < 2; k++) {
            messages[k][i] = (wr_message){from, length, tags[k][i]};
            in_pieces[k][i] = (wr_pieces){cuts[i], 4, tags[k][i]};
        }
    }
}

/* Run a batch on both kernels and compare everything that they write. */
static void compare(struct wr_md5_batch batch, const char *what, int mix) {
    const struct wr_kernel kernels[2] = {{.name = "model", .md5 = &with_overlap}, *trusted()};
    const int pieces = batch.pieces != NULL;
    size_t right[2];

    memset(tags, 0, sizeof tags);
    for (int k = 0; k < 2; k++) {
        batch.messages = pieces ? NULL : messages[k];
        batch.pieces = pieces ? in_pieces[k] : NULL;
        batch.good = batch.tags ? good[k] : NULL;
        batch.states = batch.states ? states_of[k] : NULL;
        right[k] = wr_md5_batch_run(&kernels[k], &batch);
    }
    CHECK(right[0] == right[1], "%s, mix %d: %zu good of %zu, not %zu", what, mix, right[0], batch.count, right[1]);
    CHECK(memcmp(good[0], good[1], MESSAGES) == 0, "%s, mix %d: other messages are good", what, mix);
    CHECK(memcmp(states[0], states[1], sizeof states[0]) == 0, "%s, mix %d: other states", what, mix);
    for (size_t i = 0; i < batch.count; i++)
        CHECK(memcmp(tags[0][i], tags[1][i], 16) == 0, "%s, mix %d: message %zu of %zu, %zu bytes", what, mix, i,
              batch.count, messages[0][i].length);
}

static void check_streams(size_t count, int mix) {
    struct wr_md5_batch batch = {.kind = WR_MD5_BLOCKS, .count = count, .states = states_of[0]};
    for (size_t i = 0; i < count; i++) {
        wr_md5_init(&states[0][i]);
        states[0][i].length = 64;
        states[1][i] = states[0][i];
        for (int k = 0; k < 2; k++)
            messages[k][i].length -= messages[k][i].length % 64;
    }
    compare(batch, "blocks of streams", mix);
    batch.kind = WR_MD5_DIGEST;
    batch.tag_length = 16;
    compare(batch, "streams", mix);
}

static void check_batch(size_t count, int mix) {
    const struct wr_md5_batch digest = {.kind = WR_MD5_DIGEST, .count = count, .tag_length = 16};
    struct wr_md5_batch hmac = {.kind = WR_MD5_HMAC, .count = count, .tag_length = 12, .key = keys};

    make_batch(count, mix);
    compare(digest, "MD5", mix);
    compare(hmac, "HMAC", mix);
    hmac.tags = received;
    for (size_t i = 0; i < count; i++) {
        memcpy(data + 16 * (i % 8), tags[0][i], 16); /* some are correct by chance, most are not */
        received[i] = data + 16 * (i % 8);
    }
    compare(hmac, "verifying", mix);
    hmac.tags = NULL;
    hmac.key = NULL;
    hmac.keys = key_of;
    compare(hmac, "HMAC with keys", mix);
    hmac.pieces = in_pieces[0];
    compare(hmac, "HMAC of pieces", mix);
    check_streams(count, mix);
}

int main(void) {
    random_fill(data, sizeof data);
    for (size_t i = 0; i < MESSAGES; i++) {
        received[i] = data;
        wr_md5_init(&states[0][i]);
        states[1][i] = states[0][i];
        for (int k = 0; k < 2; k++)
            states_of[k][i] = &states[k][i];
    }
    for (size_t i = 0; i < 3; i++)
        wr_hmac_md5_key_init(&keys[i], data + i, 16);
    for (int mix = 0; mix <= 5; mix++) {
        check_batch(MESSAGES, mix);
        for (int i = 0; i < 40; i++)
            check_batch(1 + random_below(300), mix);
    }
    return check_result();
}
