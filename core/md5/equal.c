/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Batches whose messages have equally many blocks: lanes are filled in order, all start and end together, and there is
 * nothing to keep book of.
 */
#include "equal.h"

static void start(struct wr_lane_output *output, size_t first, size_t lanes) {
    if (output->batch->keys || output->batch->starts) {
        for (size_t i = 0; i < lanes; i++)
            wr_lane_set_state(output->digests, i, wr_batch_state(output->batch, first + i));
    } else {
        wr_lanes_fill(output->digests, wr_batch_state(output->batch, first));
    }
}

/* The last one or two blocks of `lanes` messages from `first` on, of which `done` bytes are behind. */
static void finish(const struct wr_md5_kernel *md5, const struct wr_md5_batch *batch, size_t first, size_t lanes,
                   size_t done, wr_lane_state state) {
    const wr_message *messages = batch->messages + first;
    const size_t rounded = wr_lanes_rounded(md5, lanes),
                 total = wr_md5_padded_blocks(messages[0].length) * WR_MD5_BLOCK;
    struct wr_md5_ends ends;

    for (size_t i = lanes; i < rounded; i++)
        wr_lane_set_end(&ends, i, NULL, 0, 0);
    for (; done < total; done += WR_MD5_BLOCK) {
        for (size_t i = 0; i < lanes; i++) {
            const size_t length = messages[i].length, more = length - done;
            const size_t left = length < done ? WR_MD5_PADDED : more < WR_MD5_BLOCK ? more : WR_MD5_BLOCK;
            const uint8_t *data = length > done ? (const uint8_t *)messages[i].data + done : NULL;
            wr_lane_set_end(&ends, i, data, left, length + wr_batch_hashed(batch, first + i));
        }
        wr_lanes_ends(md5, state, &ends, lanes);
    }
}

static void run_some(struct wr_lane_output *output, size_t first, size_t lanes) {
    const struct wr_md5_kernel *md5 = output->md5;
    const wr_message *messages = output->batch->messages + first;
    const size_t rounded = wr_lanes_rounded(md5, lanes);
    size_t whole = messages[0].length / WR_MD5_BLOCK;
    const uint8_t *data[WR_LANES_MAX];
    uint32_t (*const state)[WR_LANES_MAX] = output->digests;

    start(output, first, lanes);
    for (size_t i = 1; whole && i < lanes; i++) /* they may differ by one: padding takes one block or two */
        whole = messages[i].length / WR_MD5_BLOCK < whole ? messages[i].length / WR_MD5_BLOCK : whole;
    if (whole) {
        for (size_t i = 0; i < lanes; i++)
            data[i] = messages[i].data;
        for (size_t i = lanes; i < rounded; i++)
            data[i] = messages[0].data;
        md5->lane_blocks(state, data, WR_MD5_BLOCK, lanes, whole);
    }
    finish(md5, output->batch, first, lanes, whole * WR_MD5_BLOCK, state);
    wr_lane_output_put_all(output, first, lanes);
}

void wr_md5_run_equal(struct wr_lane_output *output) {
    const size_t count = output->batch->count, most = output->md5->lanes;

    for (size_t first = 0; first < count; first += most) {
        const size_t lanes = count - first < most ? count - first : most, next = first + lanes;
        for (size_t i = next; i < count && i < next + most; i++) /* their loads overlap our work */
            wr_lane_prefetch(&output->batch->messages[i]);
        run_some(output, first, lanes);
    }
}
