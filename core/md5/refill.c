/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Batches whose messages differ in length. Each lane works through one message at a time; all advance together, up to
 * where the first of them arrives at a message's end. Who arrives when is known as soon as a lane begins: it is entered
 * into the set of that time, and nothing is searched for. A lane that ends takes the next message. The longest go first
 * (the LPT rule), so that the lanes run dry at nearly the same time; and when the last half of the lanes has, they are
 * dropped. Messages of one block or two would make some lane end at every block: as many of them as fill all lanes go
 * before, in groups.
 *
 * A lane whose message is in pieces goes on with the next piece where one ends. A block that begins in one and ends in
 * another is put together for its lane first; all else is hashed from where it lies.
 *
 * A kernel that makes a block's words in the gaps of the steps of the block before is to know what comes next before it
 * runs these. So all is found out a block ahead, and only digests leave later.
 */
#include "refill.h"

#include <string.h>

#include "equal.h"
#include "order.h"
#include "pieces.h"
#include "util/bits.h"

/* Lanes look so many passes ahead: what is longer is gone through in parts. More would cost stack. */
enum { PASSES = 16 };

/* What follows the stretch that a lane is at: nothing, more of its message, or a block that is still to be put
 * together. */
enum more { NOTHING, MORE, SEAM };

/* Of lanes whose messages are in pieces. */
struct in_pieces {
    struct wr_md5_cursor cursors[WR_LANES_MAX];
    uint8_t more[WR_LANES_MAX];
};

struct refill {
    WR_ALIGNED(64) wr_lane_state state;
    struct wr_lane_output *output;
    const uint32_t *start; /* what all messages begin with; NULL: each with its own */
    size_t lanes, taken, count;
    uint16_t *order;           /* of the messages */
    struct in_pieces *pieces;  /* or NULL */
    uint64_t busy;             /* lanes that have a message; sets of lanes have a bit for each */
    uint64_t arriving[PASSES]; /* the lanes that arrive when `now` is this, round and round */
    uint64_t soon;             /* those of `arriving` that are not empty */
    unsigned now;              /* passes done */
    /* data: where each lane stands, all the time. Until it is at its message's end left is 64, and total the bytes from
     * where it arrives to the stretch's end. */
    struct wr_md5_ends ends;
    uint16_t message[WR_LANES_MAX];
};

/* Lane i's next block has the last `length` bytes of its message, at `data`, or is one that was put together. */
WR_INLINE void set_end(struct refill *r, size_t i, const uint8_t *data, size_t length) {
    const struct wr_md5_batch *batch = r->output->batch;
    const size_t message = r->message[i];

    wr_lane_set_end(&r->ends, i, data, length, wr_batch_length(batch, message) + wr_batch_hashed(batch, message));
}

/* Lane i arrives after so many blocks. */
static void enter(struct refill *r, size_t i, size_t blocks) {
    const unsigned then = (r->now + (unsigned)blocks) % PASSES;

    r->arriving[then] |= (uint64_t)1 << i;
    r->soon |= (uint64_t)1 << then;
}

/* Lane i has so many bytes to go through from where it stands, and arrives where none of their blocks is whole. */
static void go(struct refill *r, size_t i, size_t length) {
    const size_t whole = length / WR_MD5_BLOCK, blocks = whole < PASSES ? whole : PASSES - 1;

    r->ends.total[i] = length - blocks * WR_MD5_BLOCK;
    enter(r, i, blocks);
}

static void prefetch_pieces(const wr_pieces *message) {
    for (size_t k = 0; k < message->count && k < 4; k++)
        wr_lane_prefetch(&(wr_message){message->pieces[k].data, message->pieces[k].length, NULL});
}

/* Lane i stands before the first piece of its message, as after a stretch. */
WR_APART void take_pieces(struct refill *r, size_t i) {
    const struct wr_md5_batch *batch = r->output->batch;

    if (r->taken + r->lanes <= r->count)
        prefetch_pieces(&batch->pieces[r->order[r->taken + r->lanes - 1]]);
    r->pieces->cursors[i] = wr_cursor_at_start(&batch->pieces[r->message[i]]);
    r->ends.data[i] = wr_lane_zeros;
    r->pieces->more[i] = MORE;
    go(r, i, 0);
}

static void take_whole(struct refill *r, size_t i) {
    const struct wr_md5_batch *batch = r->output->batch;
    const wr_message *message = &batch->messages[r->message[i]];

    if (r->taken + r->lanes <= r->count)
        wr_lane_prefetch(&batch->messages[r->order[r->taken + r->lanes - 1]]);
    r->ends.data[i] = message->length ? (const uint8_t *)message->data : wr_lane_zeros;
    go(r, i, message->length);
}

/* Lane i takes the next message, or none. */
static void take(struct refill *r, size_t i) {
    if (r->taken == r->count) {
        r->busy &= ~((uint64_t)1 << i);
        wr_lane_set_end(&r->ends, i, NULL, 0, 0);
        return;
    }
    r->message[i] = r->order[r->taken++];
    r->ends.left[i] = WR_MD5_BLOCK;
    if (r->pieces)
        take_pieces(r, i);
    else
        take_whole(r, i);
}

static void take_next(struct refill *r, uint64_t lanes) {
    for (; lanes; lanes &= lanes - 1)
        take(r, wr_bits_first(lanes));
}

/* Where messages do not begin alike, the lanes' states are those of theirs. */
static void begin(struct refill *r, uint64_t lanes) {
    for (lanes &= r->busy; !r->start && lanes; lanes &= lanes - 1) {
        const unsigned i = wr_bits_first(lanes);
        wr_lane_set_state(r->state, i, wr_batch_state(r->output->batch, r->message[i]));
    }
}

static const wr_piece *pieces_end(const struct refill *r, size_t i) {
    return wr_pieces_end(&r->output->batch->pieces[r->message[i]]);
}

/* Lane i is at the end of a piece, and goes on where its message does. */
WR_APART void go_on(struct refill *r, size_t i) {
    const wr_piece *const end = pieces_end(r, i);
    struct wr_md5_stretch stretch;

    if (wr_cursor_at_seam(&r->pieces->cursors[i], end)) {
        r->pieces->more[i] = SEAM;
        return;
    }
    stretch = wr_cursor_stretch(&r->pieces->cursors[i], end);
    r->ends.data[i] = stretch.length ? stretch.data : wr_lane_zeros;
    r->ends.total[i] = stretch.length;
    r->pieces->more[i] = r->pieces->cursors[i].piece != end ? MORE : NOTHING;
}

/* Lane i has arrived. Whether its next block is none of a stretch: its message's end, or a seam. */
static int arrive(struct refill *r, size_t i) {
    if (r->ends.left[i] == WR_MD5_PADDED)
        return 1;
    if (r->ends.total[i] < WR_MD5_BLOCK && r->pieces && r->pieces->more[i]) {
        go_on(r, i);
        if (r->pieces->more[i] == SEAM)
            return 1;
    }
    if (r->ends.total[i] >= WR_MD5_BLOCK) {
        go(r, i, (size_t)r->ends.total[i]);
        return 0;
    }
    set_end(r, i, r->ends.data[i], (size_t)r->ends.total[i]);
    return 1;
}

/* The lanes whose next block is none of a stretch. */
static uint64_t arrivals(struct refill *r) {
    const unsigned now = r->now % PASSES;
    uint64_t arriving = r->arriving[now], ending = 0;

    r->arriving[now] = 0;
    r->soon &= ~((uint64_t)1 << now);
    for (; arriving; arriving &= arriving - 1) {
        const unsigned i = wr_bits_first(arriving);
        ending |= (uint64_t)(unsigned)arrive(r, i) << i;
    }
    return ending;
}

static void move_on(struct refill *r, unsigned passes) {
    r->now += passes;
    for (size_t i = 0; i < r->lanes; i++)
        r->ends.data[i] += (size_t)passes * WR_MD5_BLOCK;
}

/* Idle lanes are given something to read. */
static void give_idle_lanes(struct refill *r, const uint8_t *data) {
    for (uint64_t idle = ~r->busy & wr_bits_below((unsigned)r->lanes); idle; idle &= idle - 1)
        r->ends.data[wr_bits_first(idle)] = data;
}

/* Passes until the first lane arrives. */
static unsigned until_arrival(const struct refill *r) {
    const unsigned now = r->now % PASSES;
    return wr_bits_first(r->soon >> now | r->soon << (PASSES - now) % PASSES);
}

/* All lanes up to where the first arrives; idle ones read what another one reads. */
static void advance(struct refill *r) {
    const unsigned passes = until_arrival(r);

    give_idle_lanes(r, r->ends.data[wr_bits_first(r->busy)]);
    r->output->md5->lane_blocks(r->state, r->ends.data, WR_MD5_BLOCK, r->lanes, passes);
    move_on(r, passes);
}

/* Lane i's next block is put together, and with it its message may end. */
static void join(struct refill *r, size_t i, uint8_t block[WR_MD5_BLOCK]) {
    const wr_piece *const end = pieces_end(r, i);
    const size_t length = wr_cursor_join(&r->pieces->cursors[i], end, block);

    set_end(r, i, block, length);
    r->pieces->more[i] = r->pieces->cursors[i].piece != end ? MORE : NOTHING;
}

/* One block of every lane, of which those at seams are put together in `blocks`. */
WR_INLINE void pass_with_seams(struct refill *r, uint64_t seams, uint8_t (*blocks)[WR_MD5_BLOCK]) {
    for (uint64_t left = seams; left; left &= left - 1)
        join(r, wr_bits_first(left), blocks[wr_bits_first(left)]);
    wr_lanes_joined_ends(r->output->md5, r->state, &r->ends, r->lanes, blocks);
    for (; seams; seams &= seams - 1) /* none stays there */
        r->ends.data[wr_bits_first(seams)] = wr_lane_zeros;
}

WR_APART void pass_with_few_seams(struct refill *r, uint64_t seams) {
    uint8_t blocks[WR_LANES_MAX / 2][WR_MD5_BLOCK];
    pass_with_seams(r, seams, blocks);
}

WR_APART void pass_with_many_seams(struct refill *r, uint64_t seams) {
    uint8_t blocks[WR_LANES_MAX][WR_MD5_BLOCK];
    pass_with_seams(r, seams, blocks);
}

static uint64_t at_seams(const struct refill *r, uint64_t ending) {
    uint64_t seams = 0;

    for (; r->pieces && ending; ending &= ending - 1) {
        const unsigned i = wr_bits_first(ending);
        seams |= (uint64_t)(r->pieces->more[i] == SEAM) << i;
    }
    return seams;
}

/* After the block of lane i that was none of a stretch. Whether its message has ended. */
static int leaves(struct refill *r, size_t i) {
    const size_t left = r->ends.left[i];

    if (left < 56 || left == WR_MD5_PADDED)
        return 1;
    if (left < WR_MD5_BLOCK) {
        wr_lane_set_end(&r->ends, i, NULL, WR_MD5_PADDED, r->ends.total[i]);
        enter(r, i, 0);
    } else {
        go(r, i, 0);
    }
    return 0;
}

/* After the blocks of `ending`, which were none of a stretch. The lanes whose messages have ended. */
static uint64_t leavers(struct refill *r, uint64_t ending) {
    uint64_t ended = 0;

    for (; ending; ending &= ending - 1) {
        const unsigned i = wr_bits_first(ending);
        ended |= (uint64_t)(unsigned)leaves(r, i) << i;
    }
    return ended;
}

/* All lanes by one block, in which some messages end or are at a seam. */
static void pass(struct refill *r, uint64_t ending) {
    const uint64_t seams = at_seams(r, ending);
    uint64_t ended;

    give_idle_lanes(r, wr_lane_zeros);
    for (size_t i = 0; i < r->lanes; i++)
        WR_PREFETCH(r->ends.data[i] + 128);
    if (seams == 0)
        wr_lanes_ends(r->output->md5, r->state, &r->ends, r->lanes);
    else if (r->lanes <= WR_LANES_MAX / 2)
        pass_with_few_seams(r, seams);
    else
        pass_with_many_seams(r, seams);
    move_on(r, 1);
    ended = leavers(r, ending);
    wr_lane_output_take(r->output, r->state, ended, r->message, r->start);
    take_next(r, ended);
    begin(r, ended);
}

static void drop_idle_half(struct refill *r) {
    while (r->lanes > r->output->md5->fewest && r->busy >> r->lanes / 2 == 0)
        r->lanes /= 2;
}

static void run_as_they_come(struct refill *r) {
    while (r->busy) {
        const uint64_t ending = arrivals(r);
        if (ending)
            pass(r, ending);
        else
            advance(r);
        drop_idle_half(r);
    }
}

/* The lanes' blocks whose words are `here`, of which those of `ending` are none of a stretch: what comes after them is
 * found out first, and becomes `other` meanwhile. Returns the lanes for which that is none of a stretch. */
static uint64_t pass_ahead(struct refill *r, uint64_t ending, uint32_t (*here)[WR_LANES_MAX],
                           uint32_t (*other)[WR_LANES_MAX]) {
    const uint64_t ended = leavers(r, ending);
    uint16_t messages[WR_LANES_MAX];
    unsigned passes;

    memcpy(messages, r->message, sizeof messages);
    take_next(r, ended);
    ending = arrivals(r);
    passes = ended || ending ? 1 : until_arrival(r);
    give_idle_lanes(r, passes == 1 ? wr_lane_zeros : r->ends.data[wr_bits_first(r->busy)]);
    r->output->md5->overlap->blocks_and_ends(r->state, here, other, &r->ends, ending, r->lanes, passes);
    r->now += passes;
    wr_lane_output_take(r->output, r->state, ended, messages, r->start);
    begin(r, ended);
    return ending;
}

/* `now` is a block ahead: that of which words are made. */
WR_APART void run_ahead(struct refill *r) {
    WR_ALIGNED(64) uint32_t words[2][16][WR_LANES_MAX];
    uint64_t ending = arrivals(r);

    r->output->md5->overlap->first_words(words[0], &r->ends, r->lanes);
    r->now++;
    while (r->busy) {
        ending = pass_ahead(r, ending, words[(r->now + 1) % 2], words[r->now % 2]);
        drop_idle_half(r);
    }
}

/* As many messages of `order` from `begin` up to `end` as fill all lanes go through them in groups; the others, up to
 * `count`, close the gap. Returns how many are left. */
static size_t run_short(struct wr_lane_output *output, uint16_t *order, size_t begin, size_t end, size_t count) {
    const size_t grouped = (end - begin) / output->md5->lanes * output->md5->lanes;

    if (grouped == 0)
        return count;
    wr_md5_run_groups(output, order + begin, grouped);
    memmove(order + begin, order + begin + grouped, (count - begin - grouped) * sizeof *order);
    return count - grouped;
}

WR_APART void run(struct wr_lane_output *output, uint16_t *order, size_t messages, int ahead,
                  struct in_pieces *pieces) {
    struct refill r;

    r.output = output;
    r.start = output->batch->keys || output->batch->starts ? NULL : wr_batch_state(output->batch, 0);
    r.order = order;
    r.pieces = pieces;
    r.count = messages;
    r.lanes = wr_lanes_rounded(output->md5, messages < output->md5->lanes ? messages : output->md5->lanes);
    r.busy = wr_bits_below((unsigned)r.lanes);
    r.taken = 0;
    r.now = 0;
    r.soon = 0;
    memset(r.arriving, 0, sizeof r.arriving);
    if (r.start)
        wr_lanes_fill(r.state, r.start);
    take_next(&r, r.busy);
    begin(&r, r.busy);
    if (ahead)
        run_ahead(&r);
    else
        run_as_they_come(&r);
    wr_lane_output_flush(output);
    if (output->batch->kind == WR_MD5_HMAC)
        wr_wipe(r.state, sizeof r.state);
}

/* Looking ahead takes more stack than those have left who finish what came in pieces (streams.c): ends, all short. */
void wr_md5_run_refill(struct wr_lane_output *output) {
    uint16_t order[WR_REFILL_MOST];
    size_t longer[WR_SHORT + 1], count = output->batch->count;

    wr_md5_longest_first(order, output->batch, longer);
    for (size_t blocks = 1; blocks <= WR_SHORT; blocks++)
        count = run_short(output, order, longer[blocks], longer[blocks - 1], count);
    run(output, order, count, output->md5->overlap && longer[WR_SHORT], NULL);
}

void wr_md5_run_pieces(struct wr_lane_output *output) {
    uint16_t order[WR_PIECES_MOST];
    struct in_pieces pieces;
    size_t longer[WR_SHORT + 1];

    wr_md5_longest_first(order, output->batch, longer);
    run(output, order, output->batch->count, 0, &pieces);
}
