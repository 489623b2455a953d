/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Messages with the same number of blocks: lanes are filled in order, all start and end together, and no bookkeeping is
 * needed.
 *
 * While a processor waits for the steps of one block, it can start on only a few hundred later instructions. So the
 * next group is prepared between a group's inner and outer hash, or during the outer hash by kernels that can do that.
 */
#include "equal.h"

#include <string.h>

#include "util/bytes.h"
#include "util/secret.h"

/* The messages of one group, and their digests once computed. */
struct group {
    const uint16_t *messages;
    size_t count, whole; /* number of whole blocks in every message */
    uint32_t (*digests)[WR_LANES_MAX];
};

WR_APART void start(const struct wr_md5_batch *batch, const struct group *group) {
    const uint32_t *const common = wr_batch_common_state(batch);

    if (common) {
        wr_lanes_fill(group->digests, common);
        return;
    }
    for (size_t i = 0; i < group->count; i++)
        wr_lane_set_state(group->digests, i, wr_batch_state(batch, group->messages[i]));
    WR_FORGET();
}

/* Set `ends` to the block after the first `done` bytes of each message: its last block or the one before. Return the
 * number of messages whose padding began before that block. */
static size_t enter_ends(struct wr_md5_ends *ends, const struct wr_md5_batch *batch, const struct group *group,
                         size_t done) {
    size_t padded = 0;

    for (size_t i = 0; i < group->count; i++) {
        const wr_message *message = &batch->messages[group->messages[i]];
        const size_t length = message->length, more = length - done;
        const size_t left = length < done ? WR_MD5_PADDED : more < WR_MD5_BLOCK ? more : WR_MD5_BLOCK;
        const uint8_t *data = length > done ? (const uint8_t *)message->data + done : NULL;
        wr_lane_set_end(ends, i, data, left, length + wr_batch_hashed(batch, group->messages[i]));
        padded += left == WR_MD5_PADDED;
    }
    return padded;
}

/* If all messages are as long as this one, their ends differ only in the data pointers: set everything else once for
 * all groups. */
static void enter_length(struct wr_md5_ends *ends, const struct wr_md5_batch *batch, size_t message) {
    const size_t length = batch->messages[message].length;

    for (size_t i = 0; i < WR_LANES_MAX; i++) {
        ends->data[i] = wr_lane_zeros;
        ends->left[i] = length % WR_MD5_BLOCK;
        ends->total[i] = length + wr_batch_hashed(batch, message);
    }
}

/* Set the data pointers for one group. Lanes without a message keep a readable pointer. */
static void enter_data(struct wr_md5_ends *ends, const struct wr_md5_batch *batch, const struct group *group) {
    const size_t done = group->whole * WR_MD5_BLOCK;

    for (size_t i = 0; ends->left[0] && i < group->count; i++)
        ends->data[i] = (const uint8_t *)batch->messages[group->messages[i]].data + done;
}

/* Prefetch a group's first cache lines, which arrive while the previous group's outer hash is computed. */
static void prefetch(const struct wr_md5_batch *batch, const struct group *group, const struct wr_md5_ends *ends) {
    if (group->whole == 0) { /* the addresses are in `ends` */
        for (size_t i = 0; i < group->count; i++)
            WR_PREFETCH(ends->data[i]);
    } else {
        for (size_t i = 0; i < group->count; i++)
            wr_lane_prefetch(&batch->messages[group->messages[i]]);
    }
}

/* Prepare everything that is needed before a group's blocks are hashed. */
static void prepare(struct group *group, struct wr_md5_ends *ends, const struct wr_lane_output *output,
                    const uint16_t *messages, size_t count, int alike) {
    const struct wr_md5_batch *batch = output->batch;
    const size_t most = output->md5->lanes, rounded = wr_lanes_rounded(output->md5, count < most ? count : most);

    group->messages = messages;
    group->count = count < most ? count : most;
    group->whole = wr_batch_blocks(batch, batch->messages[messages[0]].length) - 1;
    start(batch, group);
    if (alike) {
        enter_data(ends, batch, group);
    } else {
        if (enter_ends(ends, batch, group, group->whole * WR_MD5_BLOCK) && group->whole)
            enter_ends(ends, batch, group, --group->whole * WR_MD5_BLOCK);
        for (size_t i = group->count; i < rounded; i++)
            wr_lane_set_end(ends, i, NULL, 0, 0);
    }
    prefetch(batch, group, ends);
}

static void run_whole(const struct wr_lane_output *output, const struct group *group) {
    const size_t rounded = wr_lanes_rounded(output->md5, group->count);
    const uint8_t *data[WR_LANES_MAX];

    for (size_t i = 0; i < rounded; i++)
        data[i] = (const uint8_t *)output->batch->messages[group->messages[i < group->count ? i : 0]].data;
    output->md5->lane_blocks(group->digests, data, WR_MD5_BLOCK, group->count, group->whole);
}

static void run_inner(const struct wr_lane_output *output, const struct group *group, struct wr_md5_ends *ends) {
    const size_t length = output->batch->messages[group->messages[0]].length;
    const size_t blocks = wr_batch_blocks(output->batch, length);

    if (group->whole)
        run_whole(output, group);
    wr_lanes_ends(output->md5, group->digests, ends, group->count);
    for (size_t done = group->whole + 1; done < blocks; done++) {
        enter_ends(ends, output->batch, group, done * WR_MD5_BLOCK);
        wr_lanes_ends(output->md5, group->digests, ends, group->count);
    }
}

/* Return whether the ends set up for one group also serve the next: every message has a single padded block, and no
 * part of a message was hashed earlier. */
static int one_end(const struct wr_md5_batch *batch, size_t length) {
    return length % WR_MD5_BLOCK < 56 && !batch->starts && !batch->states;
}

WR_APART void group_by_group(struct wr_lane_output *output, const uint16_t *messages, size_t count, int alike) {
    const struct wr_md5_batch *batch = output->batch;
    const size_t most = output->md5->lanes;
    WR_ALIGNED(64) wr_lane_state other, keyed;
    struct wr_md5_ends ends;
    struct group group = {.digests = output->digests}, next = {.digests = other}, done;

    wr_lane_output_key(output, keyed);
    if (alike)
        enter_length(&ends, batch, messages[0]);
    prepare(&group, &ends, output, messages, count, alike);
    for (size_t first = 0; first < count; first += most) {
        const size_t behind = first + most;
        run_inner(output, &group, &ends);
        if (behind < count)
            prepare(&next, &ends, output, messages + behind, count - behind, alike);
        wr_lane_output_outer(output, keyed, group.digests, group.messages, group.count);
        wr_lane_output_deliver(output, group.digests, group.messages, group.count);
        done = group, group = next, next = done;
    }
    if (batch->kind == WR_MD5_HMAC) {
        wr_wipe(other, sizeof other);
        wr_wipe(keyed, sizeof keyed);
    }
    wr_burn_below(wr_batch_depth(output->md5, batch));
}

/* Set the number of message bytes in the next blocks, and the padding for a message of `total` bytes. */
static void shape(struct wr_md5_next *next, size_t bytes, uint64_t total) {
    next->bytes = bytes;
    memset(next->padding, 0, sizeof next->padding);
    if (bytes < WR_MD5_BLOCK) {
        next->padding[bytes] = 0x80;
        wr_store64_le(next->padding + WR_MD5_BLOCK - 8, total * 8);
    }
}

/* Set the data pointers for one group. Lanes without a message in the last group keep a readable pointer. */
static void enter_next(struct wr_md5_next *next, const struct wr_md5_batch *batch, const uint16_t *messages,
                       size_t count) {
    for (size_t i = 0; i < count; i++)
        next->data[i] = (const uint8_t *)batch->messages[messages[i]].data;
}

/* Prefetch a group's cache lines, which are read one block later. */
static void prefetch_next(const struct wr_md5_batch *batch, const uint16_t *messages, size_t count, size_t whole) {
    for (size_t i = 0; i < count; i++) {
        if (whole)
            wr_lane_prefetch(&batch->messages[messages[i]]);
        else
            WR_PREFETCH(batch->messages[messages[i]].data);
    }
}

static void start_overlapped(struct wr_md5_next *next, const struct wr_md5_batch *batch, const uint16_t *messages,
                             size_t count) {
    const size_t length = batch->messages[messages[0]].length;

    for (size_t i = 0; i < WR_LANES_MAX; i++)
        next->data[i] = wr_lane_zeros;
    memset(next->digests, 0, sizeof next->digests);
    for (size_t i = 0; i < WR_LANES_MAX; i++) {
        next->digests[4][i] = 0x80;
        next->digests[14][i] = (WR_MD5_BLOCK + WR_MD5_SIZE) * 8;
    }
    shape(next, length < WR_MD5_BLOCK ? length : WR_MD5_BLOCK, WR_MD5_BLOCK + length);
    enter_next(next, batch, messages, count);
}

/* Hash the last block if it is not the first one, and restore `next`. */
static void end_overlapped(const struct wr_md5_overlap *overlap, struct wr_md5_next *next, size_t length) {
    const size_t before = length - length % WR_MD5_BLOCK;

    for (size_t i = 0; i < WR_LANES_MAX; i++)
        next->data[i] += before;
    shape(next, length % WR_MD5_BLOCK, WR_MD5_BLOCK + length);
    overlap->words(next);
    overlap->blocks(next, 1);
    for (size_t i = 0; i < WR_LANES_MAX; i++)
        next->data[i] -= before;
    shape(next, WR_MD5_BLOCK, 0);
}

/* HMACs of messages of the same length, with one padded block, under one key: the words of a group's first blocks are
 * computed while the previous group's outer hash runs. output->digests holds the states from which the outer hash
 * starts, and next.digests the digests. */
WR_APART void overlapped(struct wr_lane_output *output, const uint16_t *messages, size_t count) {
    const struct wr_md5_batch *batch = output->batch;
    const struct wr_md5_overlap *overlap = output->md5->overlap;
    const size_t most = output->md5->lanes, length = batch->messages[messages[0]].length;
    const size_t whole = length / WR_MD5_BLOCK;
    uint32_t (*const keyed)[WR_LANES_MAX] = output->digests;
    struct wr_md5_next next;

    wr_lane_output_key(output, keyed);
    start_overlapped(&next, batch, messages, most);
    overlap->words(&next);
    for (size_t left = count, current, following; left; left -= current, messages += current) {
        current = left < most ? left : most;
        following = left - current < most ? left - current : most;
        wr_lanes_fill(next.digests, batch->key->inner);
        if (whole)
            overlap->blocks(&next, whole);
        prefetch_next(batch, messages + current, following, whole);
        if (whole)
            end_overlapped(overlap, &next, length);
        else
            overlap->blocks(&next, 1);
        enter_next(&next, batch, messages + current, following);
        overlap->outer(&next, keyed);
        wr_lane_output_deliver(output, next.digests, messages, current);
    }
    wr_wipe(next.digests, sizeof(wr_lane_state));
}

static void in_groups(struct wr_lane_output *output, const uint16_t *messages, size_t count, int one_length) {
    const struct wr_md5_batch *batch = output->batch;
    const int alike = one_length && one_end(batch, batch->messages[messages[0]].length);

    if (alike && batch->kind == WR_MD5_HMAC && !batch->keys && output->md5->overlap &&
        output->md5->lanes == WR_LANES_MAX && count > WR_LANES_MAX && batch->messages[messages[0]].length)
        overlapped(output, messages, count);
    else
        group_by_group(output, messages, count, alike);
}

void wr_md5_run_groups(struct wr_lane_output *output, const uint16_t *messages, size_t count) {
    const wr_message *const all = output->batch->messages;
    size_t difference = 0;

    for (size_t i = 1; i < count; i++)
        difference |= all[messages[i]].length ^ all[messages[0]].length;
    in_groups(output, messages, count, difference == 0);
}

/* Message numbers in their original order: 0, 1, 2, ... */
#define EIGHT(n) (n), (n) + 1, (n) + 2, (n) + 3, (n) + 4, (n) + 5, (n) + 6, (n) + 7
#define SIXTY_FOUR(n)                                                                                                  \
    EIGHT(n), EIGHT((n) + 8), EIGHT((n) + 16), EIGHT((n) + 24), EIGHT((n) + 32), EIGHT((n) + 40), EIGHT((n) + 48),     \
        EIGHT((n) + 56)
static const uint16_t in_order[] = {SIXTY_FOUR(0),   SIXTY_FOUR(64),  SIXTY_FOUR(128), SIXTY_FOUR(192),
                                    SIXTY_FOUR(256), SIXTY_FOUR(320), SIXTY_FOUR(384), SIXTY_FOUR(448)};
#undef SIXTY_FOUR
#undef EIGHT
WR_STATIC_ASSERT(sizeof in_order == WR_PART * sizeof *in_order, "one number for each message of a part");

void wr_md5_run_equal(struct wr_lane_output *output, int one_length) {
    in_groups(output, in_order, output->batch->count, one_length);
}
