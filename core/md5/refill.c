/*
 * Batches whose messages differ in length. Each lane works through one message at a time; all advance together, by as
 * many whole blocks as every lane still has, or by one block when some lane is at its message's end. A lane that ends
 * takes the next message. The longest go first (the LPT rule), so that the lanes run dry at nearly the same time.
 */
#include "lanes.h"

#include <limits.h>

#if defined(__GNUC__)
#define PREFETCH(p) __builtin_prefetch(p)
#else
#define PREFETCH(p) ((void)(p))
#endif

enum { IDLE = INT_MAX, CLASSES = 128 };

struct refill {
    struct wr_lane_output *output;
    size_t lanes, active, taken;
    _Alignas(64) wr_lane_state state;
    int32_t whole[WR_LANES_MAX]; /* whole blocks left; IDLE: no message */
    const uint8_t *data[WR_LANES_MAX];
    uint32_t message[WR_LANES_MAX];
    uint8_t padded[WR_LANES_MAX]; /* padding begun: only zeros and the length are left */
    uint16_t order[WR_REFILL_MOST];
};

/* Longest first; a counting sort in which all very long ones are equal. */
static void sort_by_length(uint16_t *order, const wr_message *messages, size_t count) {
    uint16_t start[CLASSES + 1] = {0};

    for (size_t i = 0; i < count; i++) {
        const size_t blocks = messages[i].length / WR_MD5_BLOCK;
        start[blocks < CLASSES ? CLASSES - blocks : 1]++;
    }
    for (size_t class = 0; class < CLASSES; class ++)
        start[class + 1] = (uint16_t)(start[class + 1] + start[class]);
    for (size_t i = 0; i < count; i++) {
        const size_t blocks = messages[i].length / WR_MD5_BLOCK;
        order[start[blocks < CLASSES ? CLASSES - 1 - blocks : 0]++] = (uint16_t)i;
    }
}

/* Brings a message's first lines on their way while other lanes work. */
static void prefetch(const wr_message *message) {
    const uint8_t *p = message->data;
    for (size_t offset = 0; offset < message->length && offset < 384; offset += 64)
        PREFETCH(p + offset);
}

/* Lane i takes the next message, or none. */
static void take(struct refill *r, size_t i) {
    const struct wr_md5_batch *batch = r->output->batch;
    const wr_hmac_md5_key *key;
    size_t message;

    if (r->taken == batch->count) {
        r->whole[i] = IDLE;
        r->active--;
        return;
    }
    if (r->taken + r->lanes < batch->count)
        prefetch(&batch->messages[r->order[r->taken + r->lanes]]);
    message = r->order[r->taken++];
    key = wr_batch_key(batch, message);
    wr_lane_set_state(r->state, i, key ? key->inner : wr_md5_initial);
    r->message[i] = (uint32_t)message;
    r->whole[i] = (int32_t)(batch->messages[message].length / WR_MD5_BLOCK);
    r->data[i] = batch->messages[message].data;
    r->padded[i] = 0;
}

static int32_t least_whole(const struct refill *r) {
    int32_t least = IDLE;
    for (size_t i = 0; i < r->lanes; i++)
        least = r->whole[i] < least ? r->whole[i] : least;
    return least;
}

/* All active lanes by `count` whole blocks. */
static void advance(struct refill *r, int32_t count) {
    const uint8_t *readable = wr_lane_zeros;

    for (size_t i = 0; i < r->lanes; i++)
        readable = r->whole[i] != IDLE ? r->data[i] : readable;
    for (size_t i = 0; i < r->lanes; i++)
        r->data[i] = r->whole[i] != IDLE ? r->data[i] : readable;
    r->output->md5->lane_blocks(r->state, r->data, WR_MD5_BLOCK, r->lanes, (size_t)count);
    for (size_t i = 0; i < r->lanes; i++) {
        r->data[i] += (size_t)count * WR_MD5_BLOCK;
        r->whole[i] -= r->whole[i] != IDLE ? count : 0;
    }
}

/* All active lanes by one block, in which messages may end. */
static void advance_ends(struct refill *r) {
    const struct wr_md5_batch *batch = r->output->batch;
    const uint64_t keyed = batch->key || batch->keys ? WR_MD5_BLOCK : 0;
    struct wr_md5_ends ends;

    for (size_t i = 0; i < r->lanes; i++) {
        if (r->whole[i] == IDLE) {
            wr_lane_set_end(&ends, i, NULL, 0, 0);
        } else if (r->whole[i] > 0) {
            PREFETCH(r->data[i] + 384);
            wr_lane_set_end(&ends, i, r->data[i], WR_MD5_BLOCK, 0);
        } else {
            const size_t length = batch->messages[r->message[i]].length;
            wr_lane_set_end(&ends, i, r->data[i], r->padded[i] ? WR_MD5_PADDED : length % WR_MD5_BLOCK, length + keyed);
        }
    }
    wr_lanes_ends(r->output->md5, r->state, &ends, r->lanes);
    for (size_t i = 0; i < r->lanes; i++) {
        if (r->whole[i] == IDLE)
            continue;
        if (r->whole[i] > 0) {
            r->whole[i]--;
            r->data[i] += WR_MD5_BLOCK;
        } else if (ends.left[i] >= 56 && ends.left[i] != WR_MD5_PADDED) {
            r->padded[i] = 1;
        } else {
            wr_lane_output_put(r->output, r->state, i, r->message[i]);
            take(r, i);
        }
    }
}

/* As many lanes as the longest message leaves room for: more would only wait for it. */
static size_t choose_lanes(const struct wr_md5_batch *batch, const struct wr_md5_kernel *md5) {
    size_t total = 0, most = 0, lanes;

    for (size_t i = 0; i < batch->count; i++) {
        const size_t blocks = wr_md5_padded_blocks(batch->messages[i].length);
        total += blocks;
        most = blocks > most ? blocks : most;
    }
    lanes = total / most + 1 < batch->count ? total / most + 1 : batch->count;
    lanes = wr_lanes_rounded(md5, lanes);
    return lanes < md5->lanes ? lanes : md5->lanes;
}

void wr_md5_run_refill(struct wr_lane_output *output) {
    struct refill r;
    int32_t count;

    r.output = output;
    r.lanes = r.active = choose_lanes(output->batch, output->md5);
    r.taken = 0;
    sort_by_length(r.order, output->batch->messages, output->batch->count);
    for (size_t i = 0; i < r.lanes; i++)
        take(&r, i);
    while (r.active) {
        count = least_whole(&r);
        if (count)
            advance(&r, count);
        else
            advance_ends(&r);
    }
    wr_lane_output_flush(output);
    if (output->batch->key || output->batch->keys)
        wr_wipe(r.state, sizeof r.state);
}
