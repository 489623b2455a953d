/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Batches whose messages differ in length. Each lane works through one message at a time; all advance together, by as
 * many whole blocks as every lane still has, or by one block when some lane is at its message's end. A lane that ends
 * takes the next message. The longest go first (the LPT rule), so that the lanes run dry at nearly the same time; and
 * when the last half of the lanes has, they are dropped. Messages of one block or two would make some lane end
 * at every block: as many of them as fill all lanes go before, in groups.
 *
 * A lane whose message is in pieces goes on with the next piece where one ends. A block that begins in one and ends in
 * another is put together for its lane first; all else is hashed from where it lies.
 */
#include "refill.h"

#include <limits.h>
#include <string.h>

#include "equal.h"
#include "pieces.h"

/* Idle lanes count down like the others: messages this long are not for lanes, so none gets near zero. */
enum { IDLE = INT_MAX, CLASSES = 128, SORTS = 4 };

/* What follows the stretch that a lane is at: nothing, more of its message, or a block that is still to be put
 * together. */
enum more { NOTHING, MORE, SEAM };

struct refill {
    WR_ALIGNED(64) wr_lane_state state;
    struct wr_lane_output *output;
    size_t lanes, active, taken, count;
    uint16_t *order;               /* of the messages */
    struct wr_md5_cursor *cursors; /* of lanes, where messages are in pieces */
    struct wr_md5_ends ends;       /* data: where each lane stands, all the time; left: 64 until its message's end */
    int32_t whole[WR_LANES_MAX];   /* whole blocks to come */
    uint8_t rest[WR_LANES_MAX];    /* bytes after the whole blocks */
    uint8_t more[WR_LANES_MAX];
    uint16_t message[WR_LANES_MAX];
};

/* Messages of so many blocks or more are equal when they are sorted. */
static size_t class_of(const struct wr_md5_batch *batch, size_t message) {
    const size_t blocks = wr_md5_padded_blocks(wr_batch_length(batch, message));
    return blocks < CLASSES ? CLASSES - blocks : 0;
}

/* Longest first: a counting sort. Of neighbours, which may well have one length, each counts by itself: a counter is
 * not read again just after it was written. */
WR_APART void sort_by_blocks(uint16_t *order, const struct wr_md5_batch *batch) {
    uint16_t place[CLASSES][SORTS] = {{0}}, sum = 0;
    size_t first = CLASSES, last = 0;

    for (size_t i = 0; i < batch->count; i++) {
        const size_t class = class_of(batch, i);
        place[class][i % SORTS]++;
        first = class < first ? class : first;
        last = class > last ? class : last;
    }
    for (size_t class = first; class <= last; class++)
        for (size_t k = 0; k < SORTS; k++) {
            const uint16_t here = place[class][k];
            place[class][k] = sum;
            sum = (uint16_t)(sum + here);
        }
    for (size_t i = 0; i < batch->count; i++)
        order[place[class_of(batch, i)][i % SORTS]++] = (uint16_t)i;
}

static void make_idle(struct refill *r, size_t i) {
    wr_lane_set_end(&r->ends, i, NULL, 0, 0);
    r->whole[i] = IDLE;
}

static int is_idle(const struct refill *r, size_t i) {
    return r->whole[i] > IDLE / 2;
}

static void prefetch_pieces(const wr_pieces *message) {
    for (size_t k = 0; k < message->count && k < 4; k++)
        wr_lane_prefetch(&(wr_message){message->pieces[k].data, message->pieces[k].length, NULL});
}

/* Lane i stands before the first piece of its message, as after a stretch. */
WR_APART void take_pieces(struct refill *r, size_t i) {
    const struct wr_md5_batch *batch = r->output->batch;
    const size_t message = r->message[i];

    if (r->taken + r->lanes <= r->count)
        prefetch_pieces(&batch->pieces[r->order[r->taken + r->lanes - 1]]);
    r->cursors[i] = wr_cursor_at_start(&batch->pieces[message]);
    wr_lane_set_end(&r->ends, i, wr_lane_zeros, WR_MD5_BLOCK,
                    batch->lengths[message] + wr_batch_hashed(batch, message));
    r->whole[i] = 0;
    r->rest[i] = 0;
    r->more[i] = MORE;
}

static void take_whole(struct refill *r, size_t i) {
    const struct wr_md5_batch *batch = r->output->batch;
    const wr_message *message = &batch->messages[r->message[i]];

    if (r->taken + r->lanes <= r->count)
        wr_lane_prefetch(&batch->messages[r->order[r->taken + r->lanes - 1]]);
    wr_lane_set_end(&r->ends, i, message->length ? message->data : wr_lane_zeros, WR_MD5_BLOCK,
                    message->length + wr_batch_hashed(batch, r->message[i]));
    r->whole[i] = (int32_t)(message->length / WR_MD5_BLOCK);
    r->rest[i] = message->length % WR_MD5_BLOCK;
    r->more[i] = NOTHING;
}

/* Lane i takes the next message, or none. */
static void take(struct refill *r, size_t i) {
    const struct wr_md5_batch *batch = r->output->batch;

    if (r->taken == r->count) {
        make_idle(r, i);
        r->active--;
        return;
    }
    r->message[i] = r->order[r->taken++];
    wr_lane_set_state(r->state, i, wr_batch_state(batch, r->message[i]));
    if (r->cursors)
        take_pieces(r, i);
    else
        take_whole(r, i);
}

static const wr_piece *pieces_end(const struct refill *r, size_t i) {
    return wr_pieces_end(&r->output->batch->pieces[r->message[i]]);
}

/* Lane i goes on where its message does. */
WR_APART void go_on(struct refill *r, size_t i) {
    const wr_piece *const end = pieces_end(r, i);
    struct wr_md5_stretch stretch;

    if (wr_cursor_at_seam(&r->cursors[i], end)) {
        r->whole[i] = 1;
        r->more[i] = SEAM;
        return;
    }
    stretch = wr_cursor_stretch(&r->cursors[i], end);
    r->ends.data[i] = stretch.length ? stretch.data : wr_lane_zeros;
    r->whole[i] = (int32_t)(stretch.length / WR_MD5_BLOCK);
    r->rest[i] = stretch.length % WR_MD5_BLOCK;
    r->more[i] = r->cursors[i].piece != end ? MORE : NOTHING;
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
        r->ends.data[i] += is_idle(r, i) ? 0 : (size_t)count * WR_MD5_BLOCK;
    for (size_t i = 0; i < r->lanes; i++)
        r->whole[i] -= count;
}

/* All lanes by `count` whole blocks; idle ones read what another lane reads. */
static void advance(struct refill *r, int32_t count) {
    const uint8_t *readable = NULL;

    for (size_t i = 0; i < r->lanes; i++)
        readable = is_idle(r, i) ? readable : r->ends.data[i];
    for (size_t i = 0; i < r->lanes; i++)
        r->ends.data[i] = is_idle(r, i) ? readable : r->ends.data[i];
    r->output->md5->lane_blocks(r->state, r->ends.data, WR_MD5_BLOCK, r->lanes, (size_t)count);
    move_on(r, count);
}

/* Lane i's next block is put together, and with it its message may end. */
static void join(struct refill *r, size_t i, uint8_t block[WR_MD5_BLOCK]) {
    const wr_piece *const end = pieces_end(r, i);
    const size_t length = wr_cursor_join(&r->cursors[i], end, block);

    wr_lane_set_end(&r->ends, i, block, length, r->ends.total[i]);
    r->whole[i] = length == WR_MD5_BLOCK;
    r->rest[i] = 0;
    r->more[i] = r->cursors[i].piece != end ? MORE : NOTHING;
}

/* One block of every lane, of which those of some are put together in `blocks`. */
WR_INLINE void pass_with_seams(struct refill *r, const uint8_t *ending, size_t count, uint8_t (*blocks)[WR_MD5_BLOCK]) {
    for (size_t k = 0; k < count; k++)
        if (r->more[ending[k]] == SEAM)
            join(r, ending[k], blocks[ending[k]]);
    wr_lanes_joined_ends(r->output->md5, r->state, &r->ends, r->lanes, blocks);
    for (size_t k = 0; k < count; k++) /* none stays there */
        if (r->ends.data[ending[k]] == blocks[ending[k]])
            r->ends.data[ending[k]] = wr_lane_zeros;
}

WR_APART void pass_with_few_seams(struct refill *r, const uint8_t *ending, size_t count) {
    uint8_t blocks[WR_LANES_MAX / 2][WR_MD5_BLOCK];
    pass_with_seams(r, ending, count, blocks);
}

WR_APART void pass_with_many_seams(struct refill *r, const uint8_t *ending, size_t count) {
    uint8_t blocks[WR_LANES_MAX][WR_MD5_BLOCK];
    pass_with_seams(r, ending, count, blocks);
}

/* All lanes by one block, in which the messages of those without a whole block end, or begin to. */
static void advance_ends(struct refill *r) {
    uint8_t ending[WR_LANES_MAX];
    size_t count = 0, seams = 0;

    for (size_t i = 0; i < r->lanes; i++) { /* without branches: which lanes end is not predictable */
        WR_PREFETCH(r->ends.data[i] + 128);
        ending[count] = (uint8_t)i;
        count += r->whole[i] == 0;
    }
    for (size_t k = 0; k < count; k++) {
        const size_t i = ending[k];
        if (r->ends.left[i] != WR_MD5_BLOCK)
            continue;
        if (r->more[i])
            go_on(r, i);
        seams += r->more[i] == SEAM;
        if (r->whole[i] == 0)
            wr_lane_set_end(&r->ends, i, r->ends.data[i], r->rest[i], r->ends.total[i]);
    }
    if (seams == 0)
        wr_lanes_ends(r->output->md5, r->state, &r->ends, r->lanes);
    else if (r->lanes <= WR_LANES_MAX / 2)
        pass_with_few_seams(r, ending, count);
    else
        pass_with_many_seams(r, ending, count);
    move_on(r, 1);
    for (size_t k = 0; k < count; k++) {
        const size_t i = ending[k];
        if (r->ends.left[i] == WR_MD5_BLOCK)
            continue; /* that was a block of its next piece, not the last */
        if (r->ends.left[i] >= 56 && r->ends.left[i] != WR_MD5_PADDED) {
            wr_lane_set_end(&r->ends, i, NULL, WR_MD5_PADDED, r->ends.total[i]);
            r->whole[i] = 0;
        } else {
            wr_lane_output_put(r->output, r->state, i, r->message[i]);
            take(r, i);
        }
    }
}

/* Whether no lane from the middle on has a message. */
static int half_idle(const struct refill *r) {
    int idle = 1;

    for (size_t i = r->lanes / 2; i < r->lanes; i++)
        idle &= is_idle(r, i);
    return idle;
}

/* As many messages of so many blocks as fill all lanes go through them in groups. Returns how many of `order` are left;
 * they close the gap. */
static size_t run_short(struct wr_lane_output *output, uint16_t *order, size_t count, size_t blocks) {
    const size_t class = CLASSES - blocks;
    size_t end = count, begin, grouped;

    while (end && class_of(output->batch, order[end - 1]) > class)
        end--;
    begin = end;
    while (begin && class_of(output->batch, order[begin - 1]) == class)
        begin--;
    grouped = (end - begin) / output->md5->lanes * output->md5->lanes;
    if (grouped == 0)
        return count;
    wr_md5_run_groups(output, order + begin, grouped);
    memmove(order + begin, order + begin + grouped, (count - begin - grouped) * sizeof *order);
    return count - grouped;
}

WR_APART void run(struct wr_lane_output *output, uint16_t *order, size_t messages, struct wr_md5_cursor *cursors) {
    struct refill r;
    int32_t count;

    r.output = output;
    r.order = order;
    r.cursors = cursors;
    r.count = messages;
    r.lanes = wr_lanes_rounded(output->md5, messages < output->md5->lanes ? messages : output->md5->lanes);
    r.active = r.lanes;
    r.taken = 0;
    for (size_t i = 0; i < r.lanes; i++)
        take(&r, i);
    while (r.active) {
        count = least_whole(&r);
        if (count)
            advance(&r, count);
        else
            advance_ends(&r);
        while (r.active <= r.lanes / 2 && r.lanes > output->md5->fewest && half_idle(&r))
            r.lanes /= 2;
    }
    wr_lane_output_flush(output);
    if (output->batch->key || output->batch->keys)
        wr_wipe(r.state, sizeof r.state);
}

void wr_md5_run_refill(struct wr_lane_output *output) {
    uint16_t order[WR_REFILL_MOST];
    size_t count = output->batch->count;

    sort_by_blocks(order, output->batch);
    for (size_t blocks = 1; blocks <= 2; blocks++)
        count = run_short(output, order, count, blocks);
    run(output, order, count, NULL);
}

void wr_md5_run_pieces(struct wr_lane_output *output) {
    uint16_t order[WR_PIECES_MOST];
    struct wr_md5_cursor cursors[WR_LANES_MAX];

    sort_by_blocks(order, output->batch);
    run(output, order, output->batch->count, cursors);
}
