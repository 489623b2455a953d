/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Batches whose messages differ in length. Each lane works on one message at a time, and all lanes advance together
 * until one arrives at the end of its stretch: contiguous bytes that are a whole message, or part of a message in
 * pieces. When a lane begins a stretch, the pass in which it will arrive is known. The lane is added to the set for
 * that pass, so nothing has to be searched later. A lane whose message is finished takes the next one.
 *
 * The longest messages go first (longest processing time first), so that the lanes run out of messages at nearly the
 * same time. When the upper half of the lanes is idle, it is dropped. With messages of one or two blocks, some lane
 * would end at every block, so as many of these messages as fill all lanes are first hashed in groups.
 *
 * The blocks of a stream are treated as a message without padding, and the state after them is the result.
 *
 * Some kernels transpose the next block into words while the steps of the current block run, so they must know the next
 * block earlier. For such a kernel, the lanes' positions are kept one block ahead; only the digests are taken later.
 */
#include "refill.h"

#include <string.h>

#include "equal.h"
#include "order.h"
#include "pieces.h"
#include "util/bits.h"
#include "util/secret.h"

/* The maximum number of passes after which an arrival can be scheduled. Longer stretches are hashed in parts; more sets
 * would take more stack. */
enum { PASSES = 16 };

struct refill {
    WR_ALIGNED(64) wr_lane_state state;
    struct wr_lane_output *output;
    const uint32_t *start; /* the state from which all messages start, or NULL if they differ */
    size_t lanes, taken, count;
    const uint16_t *order;         /* message numbers, in the order in which lanes take them */
    struct wr_md5_cursor *cursors; /* one per lane if the messages are in pieces; otherwise NULL */
    uint64_t busy;                 /* the set of lanes that have a message, one bit per lane */
    uint64_t arriving[PASSES];     /* arriving[n % PASSES] is the set of lanes that arrive in pass n */
    uint64_t soon;                 /* one bit for each set in `arriving` that is not empty */
    unsigned now;                  /* number of passes done */
    /* ends.data is each lane's next block. Until a lane reaches the end of its message, ends.left is 64 and ends.total
     * the number of bytes of its stretch after the next arrival. */
    struct wr_md5_ends ends;
    uint16_t message[WR_LANES_MAX];
};

/* Schedule lane i to arrive after `blocks` more passes. */
static void enter(struct refill *r, size_t i, size_t blocks) {
    const unsigned then = (r->now + (unsigned)blocks) % PASSES;

    r->arriving[then] |= (uint64_t)1 << i;
    r->soon |= (uint64_t)1 << then;
}

/* Schedule lane i for the whole blocks in the next `length` bytes, or for as many as can be scheduled at once. */
static void go(struct refill *r, size_t i, size_t length) {
    const size_t whole = length / WR_MD5_BLOCK, blocks = whole < PASSES ? whole : PASSES - 1;

    r->ends.total[i] = length - blocks * WR_MD5_BLOCK;
    enter(r, i, blocks);
}

static void prefetch_pieces(const wr_pieces *message) {
    for (size_t k = 0; k < message->count && k < 4; k++)
        wr_lane_prefetch(&(wr_message){message->pieces[k].data, message->pieces[k].length, NULL});
}

/* Put lane i at the start of its message's first piece. Prefetch the message that comes as many places later as there
 * are lanes. */
WR_APART struct wr_md5_stretch begin_pieces(struct refill *r, size_t i) {
    const wr_pieces *const messages = r->output->batch->pieces;

    if (r->taken + r->lanes <= r->count)
        prefetch_pieces(&messages[r->order[r->taken + r->lanes - 1]]);
    r->cursors[i] = wr_md5_cursor_at_start(&messages[r->message[i]]);
    return (struct wr_md5_stretch){NULL, 0};
}

static struct wr_md5_stretch begin_whole(struct refill *r, size_t i) {
    const wr_message *const messages = r->output->batch->messages, *const message = &messages[r->message[i]];

    if (r->taken + r->lanes <= r->count)
        wr_lane_prefetch(&messages[r->order[r->taken + r->lanes - 1]]);
    return (struct wr_md5_stretch){(const uint8_t *)message->data, message->length};
}

/* Give lane i the next message, or make it idle if there is none. */
static void take(struct refill *r, size_t i) {
    struct wr_md5_stretch stretch;

    if (r->taken == r->count) {
        r->busy &= ~((uint64_t)1 << i);
        wr_lane_set_end(&r->ends, i, NULL, 0, 0);
        return;
    }
    r->message[i] = r->order[r->taken++];
    r->ends.left[i] = WR_MD5_BLOCK;
    stretch = r->cursors ? begin_pieces(r, i) : begin_whole(r, i);
    r->ends.data[i] = stretch.length ? stretch.data : wr_lane_zeros;
    go(r, i, stretch.length);
}

static void take_next(struct refill *r, uint64_t lanes) {
    for (; lanes; lanes &= lanes - 1)
        take(r, wr_bits_first(lanes));
}

/* Set the states of lanes that have taken a message, unless all messages start from the same state. */
WR_APART void begin(struct refill *r, uint64_t lanes) {
    for (lanes &= r->busy; !r->start && lanes; lanes &= lanes - 1) {
        const unsigned i = wr_bits_first(lanes);
        wr_lane_set_state(r->state, i, wr_batch_state(r->output->batch, r->message[i]));
    }
    WR_FORGET();
}

/* Make `stretch`, of at most 64 bytes, the next block of lane i, and the end of its message if it is the last
 * stretch. */
WR_INLINE void set_end(struct refill *r, size_t i, struct wr_md5_stretch stretch) {
    const struct wr_md5_batch *batch = r->output->batch;
    const size_t message = r->message[i];

    wr_lane_set_end(&r->ends, i, stretch.data, stretch.length,
                    wr_batch_length(batch, message) + wr_batch_hashed(batch, message));
}

/* Lane i has used up a piece: advance it to its next stretch. Return 0 if the next block must be assembled from several
 * pieces instead. */
WR_APART int next_stretch(struct refill *r, size_t i) {
    struct wr_md5_cursor *const cursor = &r->cursors[i];
    struct wr_md5_stretch stretch;

    if (wr_md5_cursor_at_seam(cursor))
        return 0;
    stretch = wr_md5_cursor_next(cursor);
    r->ends.data[i] = stretch.length ? stretch.data : wr_lane_zeros;
    r->ends.total[i] = stretch.length;
    return 1;
}

/* Lane i has reached the end of its stretch. Return whether its next block is special: at the end of its message (the
 * last block, or the one before if the padding takes two), or to be assembled from several pieces. */
static int arrive(struct refill *r, size_t i) {
    if (r->ends.left[i] == WR_MD5_PADDED)
        return 1;
    if (r->ends.total[i] == 0 && r->cursors && !next_stretch(r, i))
        return 1;
    if (r->ends.total[i] >= WR_MD5_BLOCK) {
        go(r, i, (size_t)r->ends.total[i]);
        return 0;
    }
    set_end(r, i, (struct wr_md5_stretch){r->ends.data[i], (size_t)r->ends.total[i]});
    return 1;
}

/* Return the set of lanes whose next block is special. */
static uint64_t arrivals(struct refill *r) {
    const unsigned now = r->now % PASSES;
    uint64_t arriving = r->arriving[now], special = 0;

    r->arriving[now] = 0;
    r->soon &= ~((uint64_t)1 << now);
    for (; arriving; arriving &= arriving - 1) {
        const unsigned i = wr_bits_first(arriving);
        special |= (uint64_t)(unsigned)arrive(r, i) << i;
    }
    return special;
}

static void move_on(struct refill *r, unsigned passes) {
    r->now += passes;
    for (size_t i = 0; i < r->lanes; i++)
        r->ends.data[i] += (size_t)passes * WR_MD5_BLOCK;
}

/* Point idle lanes at readable data. */
static void give_idle_lanes(struct refill *r, const uint8_t *data) {
    for (uint64_t idle = ~r->busy & wr_bits_below((unsigned)r->lanes); idle; idle &= idle - 1)
        r->ends.data[wr_bits_first(idle)] = data;
}

/* Return the number of passes until a lane arrives. */
static unsigned until_arrival(const struct refill *r) {
    const unsigned now = r->now % PASSES;
    return wr_bits_first(r->soon >> now | r->soon << (PASSES - now) % PASSES);
}

/* Hash whole blocks of all lanes until a lane arrives. Idle lanes read the data of another lane. */
static void advance(struct refill *r) {
    const unsigned passes = until_arrival(r);

    give_idle_lanes(r, r->ends.data[wr_bits_first(r->busy)]);
    r->output->md5->lane_blocks(r->state, r->ends.data, WR_MD5_BLOCK, r->lanes, passes);
    move_on(r, passes);
}

/* The special block of lane i has been hashed, or will be in the coming pass. Return whether it was the last block of
 * its message. */
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

/* Of the lanes with a special block, return those whose messages end with it. */
static uint64_t leavers(struct refill *r, uint64_t special) {
    uint64_t ended = 0;

    for (; special; special &= special - 1) {
        const unsigned i = wr_bits_first(special);
        ended |= (uint64_t)(unsigned)leaves(r, i) << i;
    }
    return ended;
}

/* Hash one block of all lanes. For lanes in `special` that are not at the end of their messages, assemble the block in
 * `blocks`. */
WR_INLINE void pass_with_seams(struct refill *r, uint64_t special, uint8_t (*blocks)[WR_MD5_BLOCK]) {
    uint64_t seams = 0;

    for (; special; special &= special - 1) {
        const unsigned i = wr_bits_first(special);
        if (r->ends.left[i] == WR_MD5_BLOCK) {
            set_end(r, i, wr_md5_cursor_join(&r->cursors[i], blocks[i]));
            seams |= (uint64_t)1 << i;
        }
    }
    wr_lanes_ends(r->output->md5, r->state, &r->ends, r->lanes);
    for (; seams; seams &= seams - 1) /* no lane keeps pointing at `blocks` */
        r->ends.data[wr_bits_first(seams)] = wr_lane_zeros;
}

WR_APART void pass_with_few_lanes(struct refill *r, uint64_t special) {
    uint8_t blocks[WR_LANES_MAX / 2][WR_MD5_BLOCK];
    pass_with_seams(r, special, blocks);
}

WR_APART void pass_with_many_lanes(struct refill *r, uint64_t special) {
    uint8_t blocks[WR_LANES_MAX][WR_MD5_BLOCK];
    pass_with_seams(r, special, blocks);
}

/* Hash one block of all lanes, a special one for those in `special`. Return the set of lanes whose messages ended. */
static uint64_t pass(struct refill *r, uint64_t special) {
    give_idle_lanes(r, wr_lane_zeros);
    for (size_t i = 0; i < r->lanes; i++)
        WR_PREFETCH(r->ends.data[i] + 128);
    if (!r->cursors)
        wr_lanes_ends(r->output->md5, r->state, &r->ends, r->lanes);
    else
        (r->lanes <= WR_LANES_MAX / 2 ? pass_with_few_lanes : pass_with_many_lanes)(r, special);
    move_on(r, 1);
    return leavers(r, special);
}

static void drop_idle_half(struct refill *r) {
    while (r->lanes > r->output->md5->fewest && r->busy >> r->lanes / 2 == 0)
        r->lanes /= 2;
}

/* All lanes reached the ends of their stretches together, as they do if long messages have equal lengths. Advance all
 * lanes as far as the shortest stretch allows, even beyond PASSES. */
static void go_together(struct refill *r) {
    uint64_t least = UINT64_MAX;

    for (size_t i = 0; i < r->lanes; i++) {
        if (r->ends.left[i] != WR_MD5_BLOCK || r->ends.total[i] < WR_MD5_BLOCK)
            return; /* idle, or at the end of a message or stretch */
        least = r->ends.total[i] < least ? r->ends.total[i] : least;
    }
    least -= least % WR_MD5_BLOCK;
    r->output->md5->lane_blocks(r->state, r->ends.data, WR_MD5_BLOCK, r->lanes, (size_t)least / WR_MD5_BLOCK);
    for (size_t i = 0; i < r->lanes; i++) {
        r->ends.data[i] += least;
        r->ends.total[i] -= least;
    }
}

WR_APART void run_as_they_come(struct refill *r) {
    const int padded = r->output->batch->kind != WR_MD5_BLOCKS;

    while (r->busy) {
        uint64_t ended;
        if (r->arriving[r->now % PASSES] == r->busy)
            go_together(r);
        ended = arrivals(r);
        if (!ended) {
            advance(r);
            continue;
        }
        if (padded)
            ended = pass(r, ended);
        wr_lane_output_take(r->output, r->state, ended, r->message, r->start);
        take_next(r, ended);
        begin(r, ended);
        drop_idle_half(r);
    }
}

/* Hash the blocks whose words are in `words`; lanes in `ending` are at the end of their messages. Before that, find the
 * blocks that follow; the kernel transposes them into `other` meanwhile. Return the set of lanes that then reach the
 * end of their messages. */
static uint64_t pass_ahead(struct refill *r, uint64_t ending, uint32_t (*words)[WR_LANES_MAX],
                           uint32_t (*other)[WR_LANES_MAX]) {
    const uint64_t ended = leavers(r, ending);
    uint16_t messages[WR_LANES_MAX];
    unsigned passes;

    memcpy(messages, r->message, sizeof messages);
    take_next(r, ended);
    ending = arrivals(r);
    passes = ended || ending ? 1 : until_arrival(r);
    give_idle_lanes(r, passes == 1 ? wr_lane_zeros : r->ends.data[wr_bits_first(r->busy)]);
    r->output->md5->overlap->blocks_and_ends(r->state, words, other, &r->ends, ending, r->lanes, passes);
    r->now += passes;
    wr_lane_output_take(r->output, r->state, ended, messages, r->start);
    begin(r, ended);
    return ending;
}

/* r->now is one block ahead: it refers to the block that is being transposed into words. */
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

/* A separate function, because `run` overwrites the stack below itself. */
WR_APART void hash_all(struct refill *r, int ahead) {
    if (r->start)
        wr_lanes_fill(r->state, r->start);
    take_next(r, r->busy);
    begin(r, r->busy);
    if (ahead)
        run_ahead(r);
    else
        run_as_they_come(r);
    wr_lane_output_flush(r->output);
}

WR_APART void run(struct wr_lane_output *output, const uint16_t *order, size_t messages, int ahead,
                  struct wr_md5_cursor *cursors) {
    struct refill r;

    r.output = output;
    r.start = wr_batch_common_state(output->batch);
    r.order = order;
    r.cursors = cursors;
    r.count = messages;
    r.lanes = wr_lanes_rounded(output->md5, messages < output->md5->lanes ? messages : output->md5->lanes);
    r.busy = wr_bits_below((unsigned)r.lanes);
    r.taken = 0;
    r.now = 0;
    r.soon = 0;
    memset(r.arriving, 0, sizeof r.arriving);
    hash_all(&r, ahead);
    if (output->batch->kind == WR_MD5_HMAC)
        wr_wipe(r.state, sizeof r.state);
    wr_burn_below(wr_batch_depth(output->md5, output->batch));
}

/* Hash the messages order[begin] to order[end - 1] in groups, as many as fill all lanes, and move those after them, up
 * to `count`, to close the gap. Return the number of messages left. */
static size_t run_short(struct wr_lane_output *output, uint16_t *order, size_t begin, size_t end, size_t count) {
    const size_t grouped = (end - begin) / output->md5->lanes * output->md5->lanes;

    if (grouped == 0)
        return count;
    wr_md5_run_groups(output, order + begin, grouped);
    memmove(order + begin, order + begin + grouped, (count - begin - grouped) * sizeof *order);
    return count - grouped;
}

/* Work one block ahead only if a message is not short: it needs more stack than is left for wr_md5_final_batch, whose
 * messages are all short. */
void wr_md5_run_refill(struct wr_lane_output *output) {
    uint16_t order[WR_PART];
    size_t longer[WR_SHORT + 1], count = output->batch->count;

    wr_md5_longest_first(order, output->batch, longer);
    for (size_t blocks = 1; blocks <= WR_SHORT; blocks++)
        count = run_short(output, order, longer[blocks], longer[blocks - 1], count);
    run(output, order, count, output->md5->overlap && longer[WR_SHORT], NULL);
}

void wr_md5_run_streams(struct wr_lane_output *output) {
    uint16_t order[WR_PART_OF_STREAMS];
    size_t longer[WR_SHORT + 1];

    wr_md5_longest_first(order, output->batch, longer);
    run(output, order, longer[0], 0, NULL);
}

void wr_md5_run_pieces(struct wr_lane_output *output) {
    uint16_t order[WR_PART_IN_PIECES];
    struct wr_md5_cursor cursors[WR_LANES_MAX];
    size_t longer[WR_SHORT + 1];

    wr_md5_longest_first(order, output->batch, longer);
    run(output, order, output->batch->count, 0, cursors);
}
