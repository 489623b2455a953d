/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Messages that have equally many blocks: lanes are filled in order, all start and end together, and there is nothing
 * to keep book of.
 *
 * A processor that waits for the steps of one block looks some hundred instructions ahead, so the next group is
 * prepared between a group's inner and outer hash; or within the outer one, by a kernel that can.
 */
#include "equal.h"

#include <string.h>

#include "util/bytes.h"
#include "util/secret.h"

/* Messages of one group, and their digests as they come to be. */
struct group {
    const uint16_t *messages;
    size_t count, whole; /* blocks that are whole in every message */
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

/* Each message's block after `done` bytes, which is its last or the one before. Returns how many have begun their
 * padding before it. */
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

/* Once for all groups where every message is as long as this one: but for the data their ends are one. */
static void enter_length(struct wr_md5_ends *ends, const struct wr_md5_batch *batch, size_t message) {
    const size_t length = batch->messages[message].length;

    for (size_t i = 0; i < WR_LANES_MAX; i++) {
        ends->data[i] = wr_lane_zeros;
        ends->left[i] = length % WR_MD5_BLOCK;
        ends->total[i] = length + wr_batch_hashed(batch, message);
    }
}

/* Then each group's data. Lanes without a message keep what can be read as well. */
static void enter_data(struct wr_md5_ends *ends, const struct wr_md5_batch *batch, const struct group *group) {
    const size_t done = group->whole * WR_MD5_BLOCK;

    for (size_t i = 0; ends->left[0] && i < group->count; i++)
        ends->data[i] = (const uint8_t *)batch->messages[group->messages[i]].data + done;
}

/* A group's first lines: they arrive while the outer hash of the group before is computed. */
static void prefetch(const struct wr_md5_batch *batch, const struct group *group, const struct wr_md5_ends *ends) {
    if (group->whole == 0) { /* the addresses are at hand */
        for (size_t i = 0; i < group->count; i++)
            WR_PREFETCH(ends->data[i]);
    } else {
        for (size_t i = 0; i < group->count; i++)
            wr_lane_prefetch(&batch->messages[group->messages[i]]);
    }
}

/* All that goes before a group's blocks. */
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

/* Whether a group's ends serve the next one: there is one end only, and no message has begun before. */
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

/* Of the next blocks `bytes` are the message's, which is so long with what was hashed before it. */
static void shape(struct wr_md5_next *next, size_t bytes, uint64_t total) {
    next->bytes = bytes;
    memset(next->padding, 0, sizeof next->padding);
    if (bytes < WR_MD5_BLOCK) {
        next->padding[bytes] = 0x80;
        wr_store64_le(next->padding + WR_MD5_BLOCK - 8, total * 8);
    }
}

/* Lanes that have no message in a last group keep what can be read as well. */
static void enter_next(struct wr_md5_next *next, const struct wr_md5_batch *batch, const uint16_t *messages,
                       size_t count) {
    for (size_t i = 0; i < count; i++)
        next->data[i] = (const uint8_t *)batch->messages[messages[i]].data;
}

/* A group's lines: they are read one block later. */
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

/* The last block where it is not the first; then all is as it was. */
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

/* HMACs of messages of one length and with one end, by one key: a group's first blocks become words in the gaps of the
 * outer hash of the group before. What that begins with takes the place of the digests, which lie elsewhere. */
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
    for (size_t left = count, here, then; left; left -= here, messages += here) {
        here = left < most ? left : most;
        then = left - here < most ? left - here : most;
        wr_lanes_fill(next.digests, batch->key->inner);
        if (whole)
            overlap->blocks(&next, whole);
        prefetch_next(batch, messages + here, then, whole);
        if (whole)
            end_overlapped(overlap, &next, length);
        else
            overlap->blocks(&next, 1);
        enter_next(&next, batch, messages + here, then);
        overlap->outer(&next, keyed);
        wr_lane_output_deliver(output, next.digests, messages, here);
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

/* The numbers of a batch's messages as they come. */
#define EIGHT(n) (n), (n) + 1, (n) + 2, (n) + 3, (n) + 4, (n) + 5, (n) + 6, (n) + 7
#define SIXTY_FOUR(n)                                                                                                  \
    EIGHT(n), EIGHT((n) + 8), EIGHT((n) + 16), EIGHT((n) + 24), EIGHT((n) + 32), EIGHT((n) + 40), EIGHT((n) + 48),     \
        EIGHT((n) + 56)
static const uint16_t as_they_come[] = {SIXTY_FOUR(0),   SIXTY_FOUR(64),  SIXTY_FOUR(128), SIXTY_FOUR(192),
                                        SIXTY_FOUR(256), SIXTY_FOUR(320), SIXTY_FOUR(384), SIXTY_FOUR(448)};
#undef SIXTY_FOUR
#undef EIGHT
WR_STATIC_ASSERT(sizeof as_they_come == WR_PART * sizeof *as_they_come, "one for each message of a part");

void wr_md5_run_equal(struct wr_lane_output *output, int one_length) {
    in_groups(output, as_they_come, output->batch->count, one_length);
}
