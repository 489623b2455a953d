/*
 * Batches whose messages differ in length. Each lane works through one message at a time; all advance together, by as
 * many whole blocks as every lane still has, or by one block when some lane is at its message's end. A lane that ends
 * takes the next message. The longest go first (the LPT rule), so that the lanes run dry at nearly the same time.
 */
#include "refill.h"

#include <limits.h>

/* Idle lanes count down like the others: messages this long are not for lanes, so none gets near zero. */
enum { IDLE = INT_MAX, CLASSES = 128 };

struct refill {
    struct wr_lane_output *output;
    size_t lanes, active, taken;
    WR_ALIGNED(64) wr_lane_state state;
    struct wr_md5_ends ends;        /* data: where each lane stands, all the time; left: 64 until its message's end */
    int32_t whole[WR_LANES_MAX];    /* whole blocks to come */
    uint8_t advance[WR_LANES_MAX];  /* bytes from block to block: 64, or 0 for idle lanes */
    uint8_t rest[WR_LANES_MAX];     /* bytes after the whole blocks */
    uint8_t has_tail[WR_LANES_MAX]; /* yet to come */
    uint16_t message[WR_LANES_MAX];
    uint16_t order[WR_REFILL_MOST];
};

/* Longest first; a counting sort in which all very long ones are equal. */
static void sort_by_length(uint16_t *order, const wr_message *messages, size_t count) {
    uint16_t start[CLASSES + 1] = {0};

    for (size_t i = 0; i < count; i++) {
        const size_t blocks = messages[i].length / WR_MD5_BLOCK;
        start[blocks < CLASSES ? CLASSES - blocks : 1]++;
    }
    for (size_t class = 0; class < CLASSES; class++)
        start[class + 1] = (uint16_t)(start[class + 1] + start[class]);
    for (size_t i = 0; i < count; i++) {
        const size_t blocks = messages[i].length / WR_MD5_BLOCK;
        order[start[blocks < CLASSES ? CLASSES - 1 - blocks : 0]++] = (uint16_t)i;
    }
}

static void make_idle(struct refill *r, size_t i) {
    wr_lane_set_end(&r->ends, i, NULL, 0, 0);
    r->whole[i] = IDLE;
    r->advance[i] = 0;
}

/* Lane i takes the next message, or none. */
static void take(struct refill *r, size_t i) {
    const struct wr_md5_batch *batch = r->output->batch;
    const wr_message *message;
    uint64_t total;

    if (r->taken == batch->count) {
        make_idle(r, i);
        r->active--;
        return;
    }
    if (r->taken + r->lanes < batch->count)
        wr_lane_prefetch(&batch->messages[r->order[r->taken + r->lanes]]);
    r->message[i] = r->order[r->taken++];
    message = &batch->messages[r->message[i]];
    wr_lane_set_state(r->state, i, wr_batch_state(batch, r->message[i]));
    total = message->length + wr_batch_hashed(batch, r->message[i]);
    r->has_tail[i] = batch->tails != NULL;
    total += batch->tails ? batch->tails[r->message[i]].length : 0;
    wr_lane_set_end(&r->ends, i, message->length ? message->data : wr_lane_zeros, WR_MD5_BLOCK, total);
    r->whole[i] = (int32_t)(message->length / WR_MD5_BLOCK);
    r->rest[i] = message->length % WR_MD5_BLOCK;
    r->advance[i] = WR_MD5_BLOCK;
}

/* Lane i goes on where its message's last bytes lie. */
static void enter_tail(struct refill *r, size_t i) {
    const struct wr_md5_tail *tail = &r->output->batch->tails[r->message[i]];

    r->ends.data[i] = tail->data;
    r->whole[i] = (int32_t)(tail->length / WR_MD5_BLOCK);
    r->rest[i] = tail->length % WR_MD5_BLOCK;
    r->has_tail[i] = 0;
}

static int32_t least_whole(const struct refill *r) {
    int32_t least = IDLE;
    for (size_t i = 0; i < r->lanes; i++)
        least = r->whole[i] < least ? r->whole[i] : least;
    return least;
}

/* Idle lanes stay where they are. */
static void move_on(struct refill *r, int32_t count) {
    for (size_t i = 0; i < r->lanes; i++)
        r->ends.data[i] += (size_t)count * r->advance[i];
    for (size_t i = 0; i < r->lanes; i++)
        r->whole[i] -= count;
}

/* All lanes by `count` whole blocks; idle ones read what another lane reads. */
static void advance(struct refill *r, int32_t count) {
    const uint8_t *readable = NULL;

    for (size_t i = 0; i < r->lanes; i++)
        readable = r->advance[i] ? r->ends.data[i] : readable;
    for (size_t i = 0; i < r->lanes; i++)
        r->ends.data[i] = r->advance[i] ? r->ends.data[i] : readable;
    r->output->md5->lane_blocks(r->state, r->ends.data, WR_MD5_BLOCK, r->lanes, (size_t)count);
    move_on(r, count);
}

/* All lanes by one block, in which the messages of those without a whole block end, or begin to. */
static void advance_ends(struct refill *r) {
    size_t ending[WR_LANES_MAX], count = 0;

    for (size_t i = 0; i < r->lanes; i++) { /* without branches: which lanes end is not predictable */
        WR_PREFETCH(r->ends.data[i] + 128);
        ending[count] = i;
        count += r->whole[i] == 0;
    }
    for (size_t k = 0; k < count; k++) {
        const size_t i = ending[k];
        if (r->ends.left[i] == WR_MD5_BLOCK && r->has_tail[i])
            enter_tail(r, i);
        if (r->ends.left[i] == WR_MD5_BLOCK && r->whole[i] == 0)
            wr_lane_set_end(&r->ends, i, r->ends.data[i], r->rest[i], r->ends.total[i]);
    }
    wr_lanes_ends(r->output->md5, r->state, &r->ends, r->lanes);
    move_on(r, 1);
    for (size_t k = 0; k < count; k++) {
        const size_t i = ending[k];
        if (r->ends.left[i] == WR_MD5_BLOCK)
            continue; /* that was a block of its tail, not the last */
        if (r->ends.left[i] >= 56 && r->ends.left[i] != WR_MD5_PADDED) {
            wr_lane_set_end(&r->ends, i, NULL, WR_MD5_PADDED, r->ends.total[i]);
            r->advance[i] = 0;
            r->whole[i] = 0;
        } else {
            wr_lane_output_put(r->output, r->state, i, r->message[i]);
            take(r, i);
        }
    }
}

/* As many lanes as the longest message leaves room for: more would only wait for it. */
static size_t choose_lanes(const struct wr_md5_batch *batch, const struct wr_md5_kernel *md5) {
    size_t total = 0, most = 1, lanes;

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
