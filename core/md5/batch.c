/*
 * The schedule of a batch. Each lane works through one message at a time: its whole blocks where they lie, its last
 * bytes with their padding from a buffer of the lane, and for HMAC the outer hash. All lanes advance together by as
 * many blocks as the shortest stretch has; a lane that ends takes the next message. Longest messages go first, so that
 * the lanes end at nearly the same time.
 */
#include "batch.h"

#include <string.h>

#include "util/bytes.h"

enum { CHUNK = 256 }; /* messages sorted together: bounds the stack */

enum stage { IDLE, BODY, LAST, OUTER };

struct lanes {
    uint32_t state[4 * WR_LANES_MAX]; /* word w of lane i at w * pitch + i */
    const uint8_t *next[WR_LANES_MAX];
    size_t blocks[WR_LANES_MAX]; /* left in this stage */
    size_t message[WR_LANES_MAX];
    enum stage stage[WR_LANES_MAX];
    uint8_t last[WR_LANES_MAX][WR_MD5_LAST];
    size_t pitch;
    size_t active;
};

static const wr_hmac_md5_key *key_of(const struct wr_md5_batch *batch, size_t message) {
    return batch->keys ? batch->keys[message] : batch->key;
}

static void set_state(struct lanes *lanes, size_t i, const uint32_t state[4]) {
    for (size_t w = 0; w < 4; w++)
        lanes->state[w * lanes->pitch + i] = state[w];
}

static void enter_last(struct lanes *lanes, size_t i, const struct wr_md5_batch *batch) {
    const wr_message *message = &batch->messages[lanes->message[i]];
    const size_t left = message->length % WR_MD5_BLOCK;
    const uint64_t keyed = key_of(batch, lanes->message[i]) ? WR_MD5_BLOCK : 0;
    const uint8_t *end = left ? (const uint8_t *)message->data + (message->length - left) : NULL;

    lanes->stage[i] = LAST;
    lanes->blocks[i] = wr_md5_pad(lanes->last[i], end, left, message->length + keyed);
    lanes->next[i] = lanes->last[i];
}

static void enter_message(struct lanes *lanes, size_t i, const struct wr_md5_batch *batch, size_t message) {
    const wr_hmac_md5_key *key = key_of(batch, message);

    lanes->message[i] = message;
    lanes->active++;
    set_state(lanes, i, key ? key->inner : wr_md5_initial);
    lanes->stage[i] = BODY;
    lanes->blocks[i] = batch->messages[message].length / WR_MD5_BLOCK;
    lanes->next[i] = batch->messages[message].data;
    if (lanes->blocks[i] == 0)
        enter_last(lanes, i, batch);
}

static void enter_outer(struct lanes *lanes, size_t i, const wr_hmac_md5_key *key) {
    uint8_t digest[WR_MD5_SIZE];

    wr_md5_digest(digest, lanes->state + i, lanes->pitch);
    set_state(lanes, i, key->outer);
    lanes->stage[i] = OUTER;
    lanes->blocks[i] = wr_md5_pad(lanes->last[i], digest, sizeof digest, WR_MD5_BLOCK + WR_MD5_SIZE);
    lanes->next[i] = lanes->last[i];
}

/* Hands the finished digest over. Returns 1 if it was compared and found good. */
static size_t deliver(struct lanes *lanes, size_t i, const struct wr_md5_batch *batch) {
    const wr_message *message = &batch->messages[lanes->message[i]];
    uint8_t digest[WR_MD5_SIZE];
    size_t good = 0;

    wr_md5_digest(digest, lanes->state + i, lanes->pitch);
    if (batch->good)
        good = batch->good[lanes->message[i]] = (uint8_t)wr_equal(digest, message->tag, batch->tag_length);
    else
        memcpy(message->tag, digest, batch->tag_length);
    lanes->stage[i] = IDLE;
    lanes->active--;
    return good;
}

/* Advances every active lane by `step` blocks, through the vector unit if there is more than one. */
static void crunch(const struct wr_md5_kernel *md5, struct lanes *lanes, size_t step, size_t any_active) {
    if (lanes->active == 1) {
        uint32_t state[4];
        for (size_t w = 0; w < 4; w++)
            state[w] = lanes->state[w * lanes->pitch + any_active];
        md5->blocks(state, lanes->next[any_active], step);
        set_state(lanes, any_active, state);
    } else {
        for (size_t i = 0; i < md5->lanes; i++) {
            if (lanes->stage[i] == IDLE)
                lanes->next[i] = lanes->next[any_active];
        }
        md5->lane_blocks(lanes->state, lanes->pitch, lanes->next, WR_MD5_BLOCK, step);
    }
    for (size_t i = 0; i < md5->lanes; i++) {
        if (lanes->stage[i] != IDLE) {
            lanes->next[i] += step * WR_MD5_BLOCK;
            lanes->blocks[i] -= step;
        }
    }
}

/* The message numbers of a chunk, longest first; a counting sort in which all very long ones are equal. */
static void sort_by_length(uint16_t order[CHUNK], const wr_message *messages, size_t count) {
    enum { CLASSES = 256 };
    uint16_t start[CLASSES + 1] = {0};

    for (size_t pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < count; i++) {
            const size_t blocks = messages[i].length / WR_MD5_BLOCK;
            const size_t class = blocks < CLASSES ? CLASSES - 1 - blocks : 0;
            if (pass == 0)
                start[class + 1]++;
            else
                order[start[class]++] = (uint16_t)i;
        }
        for (size_t class = 0; pass == 0 && class < CLASSES; class++)
            start[class + 1] = (uint16_t)(start[class + 1] + start[class]);
    }
}

static size_t run_chunk(const struct wr_kernel *kernel, const struct wr_md5_batch *batch, struct lanes *lanes) {
    const struct wr_md5_kernel *md5 = kernel->md5;
    uint16_t order[CHUNK];
    size_t taken = 0, good = 0;

    sort_by_length(order, batch->messages, batch->count);
    for (size_t i = 0; i < md5->lanes; i++) {
        lanes->stage[i] = IDLE;
        if (taken < batch->count)
            enter_message(lanes, i, batch, order[taken++]);
    }
    while (lanes->active) {
        size_t step = SIZE_MAX, any_active = 0;
        for (size_t i = 0; i < md5->lanes; i++) {
            if (lanes->stage[i] != IDLE && lanes->blocks[i] < step) {
                step = lanes->blocks[i];
                any_active = i;
            }
        }
        crunch(md5, lanes, step, any_active);
        for (size_t i = 0; i < md5->lanes; i++) {
            const wr_hmac_md5_key *key;
            if (lanes->stage[i] == IDLE || lanes->blocks[i])
                continue;
            key = key_of(batch, lanes->message[i]);
            if (lanes->stage[i] == BODY) {
                enter_last(lanes, i, batch);
            } else if (lanes->stage[i] == LAST && key) {
                enter_outer(lanes, i, key);
            } else {
                good += deliver(lanes, i, batch);
                if (taken < batch->count)
                    enter_message(lanes, i, batch, order[taken++]);
            }
        }
    }
    return good;
}

size_t wr_md5_batch_run(const struct wr_kernel *kernel, const struct wr_md5_batch *batch) {
    struct lanes lanes;
    size_t good = 0;

    lanes.pitch = kernel->md5->lanes;
    lanes.active = 0;
    memset(lanes.state, 0, sizeof lanes.state); /* idle lanes compute on it */
    for (size_t begin = 0; begin < batch->count; begin += CHUNK) {
        struct wr_md5_batch chunk = *batch;
        chunk.messages += begin;
        chunk.count = batch->count - begin < CHUNK ? batch->count - begin : CHUNK;
        chunk.keys = batch->keys ? batch->keys + begin : NULL;
        chunk.good = batch->good ? batch->good + begin : NULL;
        good += run_chunk(kernel, &chunk, &lanes);
    }
    if (batch->key || batch->keys) {
        wr_wipe(lanes.state, sizeof lanes.state[0] * 4 * lanes.pitch);
        wr_wipe(lanes.last, sizeof lanes.last[0] * lanes.pitch);
    }
    return good;
}

void wr_md5_batch_with(const struct wr_kernel *kernel, const wr_message *messages, size_t count) {
    wr_md5_batch_run(kernel, &(struct wr_md5_batch){messages, count, NULL, NULL, WR_MD5_SIZE, NULL});
}
