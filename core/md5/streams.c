/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Many messages that arrive in pieces. The whole blocks of the pieces form a batch of messages without padding, and the
 * bytes left over are buffered in their states. The ends of the messages form an ordinary batch that continues from
 * these states.
 */
#include "batch.h"
#include "util/secret.h"

enum { ENDS = 32 }; /* messages finished together, limited to bound the stack */

/* Update everything in a state except the hash of the piece's whole blocks, and return these blocks. Bytes that
 * complete the buffered block are hashed first; bytes after the last whole block are buffered. The returned blocks do
 * not include buffered bytes. */
static wr_message update_around_blocks(const struct wr_md5_kernel *kernel, wr_md5_state *md5, const uint8_t *data,
                                       size_t length) {
    const size_t held = md5->length % WR_MD5_BLOCK, room = held ? WR_MD5_BLOCK - held : 0;
    const size_t first = length < room ? length : room, left = (length - first) % WR_MD5_BLOCK;
    const wr_message blocks = {first < length ? data + first : NULL, length - first - left, NULL};

    if (first)
        wr_md5_absorb(kernel, md5, data, first);
    md5->length += blocks.length;
    if (left)
        wr_md5_absorb(kernel, md5, data + length - left, left);
    return blocks;
}

static int all_valid(wr_md5_state *const *states, size_t count) {
    size_t valid = 0;

    while (valid < count && wr_md5_state_is_valid(states[valid]))
        valid++;
    return valid == count;
}

/* If some states are not valid, update one by one: wr_md5_update and wr_md5_final skip those. */
static void update_some(const struct wr_kernel *kernel, wr_md5_state *const *states, const wr_message *pieces,
                        size_t count) {
    wr_message blocks[WR_PART_OF_STREAMS];

    if (!all_valid(states, count)) {
        for (size_t i = 0; i < count; i++)
            wr_md5_update(states[i], pieces[i].data, pieces[i].length);
        return;
    }
    for (size_t i = 0; i < count; i++)
        blocks[i] = update_around_blocks(kernel->md5, states[i], (const uint8_t *)pieces[i].data, pieces[i].length);
    wr_md5_batch_run(
        kernel, &(struct wr_md5_batch){.kind = WR_MD5_BLOCKS, .messages = blocks, .count = count, .states = states});
}

void wr_md5_update_batch(wr_md5_state *const *states, const wr_message *pieces, size_t count) {
    const size_t most = WR_PART_OF_STREAMS;

    for (size_t begin = 0; begin < count; begin += most)
        update_some(wr_kernel_active(), states + begin, pieces + begin, count - begin < most ? count - begin : most);
}

static void finish_some(const struct wr_kernel *kernel, wr_md5_state *const *states, size_t count, uint8_t *digests) {
    wr_message ends[ENDS];

    if (!all_valid(states, count)) {
        for (size_t i = 0; i < count; i++)
            wr_md5_final(states[i], digests + i * WR_MD5_SIZE);
        return;
    }
    for (size_t i = 0; i < count; i++)
        ends[i] = (wr_message){states[i]->buffer, states[i]->length % WR_MD5_BLOCK, digests + i * WR_MD5_SIZE};
    wr_md5_batch_run(
        kernel,
        &(struct wr_md5_batch){
            .kind = WR_MD5_DIGEST, .messages = ends, .count = count, .tag_length = WR_MD5_SIZE, .states = states});
    for (size_t i = 0; i < count; i++)
        wr_wipe(states[i], sizeof *states[i]);
}

void wr_md5_final_batch(wr_md5_state *const *states, size_t count, uint8_t *digests) {
    const size_t most = ENDS;

    for (size_t begin = 0; begin < count; begin += most)
        finish_some(wr_kernel_active(), states + begin, count - begin < most ? count - begin : most,
                    digests + begin * WR_MD5_SIZE);
}
