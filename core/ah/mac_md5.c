/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The MACs of RFC 2403 and RFC 1828 as tables for AH. A batch's heads, of one or two blocks, are hashed first, in the
 * lanes of the kernel. Then the rest of each packet is hashed in its own buffer, continuing from the state after its
 * head. */
#include <string.h>

#include "cpu/kernel.h"
#include "hmac/hmac_md5.h"
#include "mac.h"
#include "md5/batch.h"
#include "md5/md5.h"
#include "util/mark.h"
#include "util/secret.h"
#include "wirerate_ah.h"

enum {
    HMAC_MD5_96_ICV = 12,
    HMAC_MD5_96_KEY = 16,
    MAX_INPUTS = 256, /* maximum number of inputs per run; 1 without scratch memory */
    PIECES = 3        /* per input: the rest of the packet, the tail and the suffix */
};

/* Arrays for a run: the start of every input, and its remaining data as one piece or several. */
struct room {
    struct wr_md5_start *starts;
    wr_message *whole;
    wr_pieces *in_pieces;
    wr_piece *pieces;
    size_t most;
};

struct scratch_arrays {
    struct wr_md5_start starts[MAX_INPUTS];
    union {
        wr_message whole[MAX_INPUTS];
        wr_pieces in_pieces[MAX_INPUTS];
    } messages;
    wr_piece pieces[MAX_INPUTS * PIECES];
};
WR_STATIC_ASSERT(sizeof(struct scratch_arrays) <= WR_AH_MAC_SCRATCH, "the arrays fit into the scratch memory");

/* Parameters common to all inputs of a run. */
struct job {
    const struct wr_kernel *kernel;
    enum wr_md5_kind kind;
    const wr_hmac_md5_key *outer; /* HMAC only: the key */
    struct wr_md5_start start;    /* the state after the key */
    wr_piece suffix;              /* appended to every message */
    size_t tag_length;
};

/* Hash the remaining whole blocks of each head; the first `done` blocks have been hashed already. */
static void hash_heads_singly(const struct job *job, const wr_ah_input *inputs, size_t count, size_t done,
                              struct wr_md5_start *starts) {
    for (size_t i = 0; i < count; i++) {
        const size_t blocks = inputs[i].head_length / WR_MD5_BLOCK;
        if (blocks > done)
            job->kernel->md5->blocks(starts[i].state, inputs[i].head + done * WR_MD5_BLOCK, blocks - done);
        starts[i].hashed = job->start.hashed + blocks * WR_MD5_BLOCK;
    }
}

static int all_one_block(const wr_ah_input *inputs, size_t count) {
    size_t difference = 0;

    for (size_t i = 0; i < count; i++)
        difference |= inputs[i].head_length ^ WR_MD5_BLOCK;
    return difference == 0;
}

/* Requires that every head has at least one whole block. */
WR_APART void hash_heads_in_lanes(const struct job *job, const wr_ah_input *inputs, size_t count,
                                  struct wr_md5_start *starts) {
    const uint8_t *heads[WR_LANES_MAX] = {inputs[0].head};

    for (size_t i = 0; i < count; i++)
        heads[i] = inputs[i].head;
    wr_md5_first_blocks(job->kernel->md5, &job->start, heads, count, starts);
    if (!all_one_block(inputs, count))
        hash_heads_singly(job, inputs, count, 1, starts);
}

/* Hash the whole blocks of the inputs' heads, for at most one input per lane. The first blocks are hashed in lanes if
 * that is faster. */
static void hash_heads(const struct job *job, const wr_ah_input *inputs, size_t count, struct wr_md5_start *starts) {
    size_t least = SIZE_MAX;

    for (size_t i = 0; i < count; i++)
        least = inputs[i].head_length < least ? inputs[i].head_length : least;
    if (wr_md5_lanes_pay(job->kernel->md5, count) && least >= WR_MD5_BLOCK) {
        hash_heads_in_lanes(job, inputs, count, starts);
    } else {
        for (size_t i = 0; i < count; i++)
            starts[i] = job->start;
        hash_heads_singly(job, inputs, count, 0, starts);
    }
}

/* Return the data left after the head's whole blocks. If some of the head is left, no body follows it. */
static wr_message rest_of(const wr_ah_input *input) {
    const size_t odd = input->head_length % WR_MD5_BLOCK;

    if (odd)
        return (wr_message){input->head + (input->head_length - odd), odd, input->icv};
    return (wr_message){input->body_length ? input->body : NULL, input->body_length, input->icv};
}

WR_APART void hash_all_heads(const struct job *job, const wr_ah_input *inputs, size_t count,
                             struct wr_md5_start *starts) {
    const size_t lanes = job->kernel->md5->lanes;

    for (size_t i = 0; i < count; i += lanes)
        hash_heads(job, inputs + i, count - i < lanes ? count - i : lanes, starts + i);
}

static void run_batch(const struct job *job, const struct wr_md5_batch *batch) {
    struct wr_md5_batch whole = *batch;

    whole.kind = job->kind;
    whole.key = job->outer;
    whole.tag_length = job->tag_length;
    wr_md5_batch_run(job->kernel, &whole);
}

static void run_plain(const struct job *job, const struct room *room, const wr_ah_input *inputs, size_t count) {
    for (size_t i = 0; i < count; i++)
        room->whole[i] = rest_of(&inputs[i]);
    run_batch(job, &(struct wr_md5_batch){.messages = room->whole, .count = count, .starts = room->starts});
}

/* Finish the hashes of a run in which some inputs have a tail or a suffix. */
static void run_pieces(const struct job *job, const struct room *room, const wr_ah_input *inputs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const wr_message rest = rest_of(&inputs[i]);
        wr_piece *const pieces = room->pieces + i * PIECES;
        pieces[0] = (wr_piece){rest.data, rest.length};
        pieces[1] = (wr_piece){inputs[i].tail, inputs[i].tail_length};
        pieces[2] = job->suffix;
        room->in_pieces[i] = (wr_pieces){pieces, PIECES, rest.tag};
    }
    run_batch(job, &(struct wr_md5_batch){.pieces = room->in_pieces, .count = count, .starts = room->starts});
}

static int any_tail(const wr_ah_input *inputs, size_t count) {
    size_t any = 0;

    for (size_t i = 0; i < count; i++)
        any |= inputs[i].tail_length;
    return any != 0;
}

static void run_with(const struct job *job, const struct room *room, const wr_ah_input *inputs, size_t count) {
    const int in_pieces = job->suffix.length || any_tail(inputs, count);

    for (size_t i = 0; i < count; i += room->most) {
        const size_t taken = count - i < room->most ? count - i : room->most;
        hash_all_heads(job, inputs + i, taken, room->starts);
        wr_burn_below(job->kernel->md5->depth);
        (in_pieces ? run_pieces : run_plain)(job, room, inputs + i, taken);
    }
    wr_wipe(room->starts, (count < room->most ? count : room->most) * sizeof *room->starts);
}

WR_APART void run_singly(const struct job *job, const wr_ah_input *inputs, size_t count) {
    struct wr_md5_start start;
    wr_message whole;
    wr_pieces in_pieces;
    wr_piece pieces[PIECES];

    run_with(job, &(struct room){&start, &whole, &in_pieces, pieces, 1}, inputs, count);
}

WR_APART void run_together(const struct job *job, const wr_ah_input *inputs, size_t count,
                           struct scratch_arrays *arrays) {
    run_with(
        job,
        &(struct room){arrays->starts, arrays->messages.whole, arrays->messages.in_pieces, arrays->pieces, MAX_INPUTS},
        inputs, count);
}

/* Hash all inputs, then overwrite the stack that was used. The key of RFC 1828 is part of the message, so everything
 * used to hash a message may hold parts of it; hashing in lanes uses the deepest stack of the library
 * (tests/core/test_stack.c). */
static void run(const struct job *job, const wr_ah_input *inputs, size_t count, void *scratch) {
    if (scratch)
        run_together(job, inputs, count, (struct scratch_arrays *)scratch);
    else
        run_singly(job, inputs, count);
    if (job->suffix.length == 0)
        wr_burn_below(job->kernel->md5->depth);
    else
        wr_burn_below(scratch ? WR_DEPTH_BATCH : WR_DEPTH_MESSAGE);
}

static int hmac_md5_96_key_is_valid(const void *key) {
    return wr_hmac_md5_key_is_valid((const wr_hmac_md5_key *)key);
}

static int hmac_md5_96_tags(void *key, const wr_ah_input *inputs, size_t count, void *scratch) {
    const wr_hmac_md5_key *keyed = (const wr_hmac_md5_key *)key;
    struct job job = {.kernel = wr_kernel_active(),
                      .kind = WR_MD5_HMAC,
                      .outer = keyed,
                      .start = {.hashed = WR_MD5_BLOCK},
                      .tag_length = HMAC_MD5_96_ICV};

    if (!wr_hmac_md5_key_is_valid(keyed)) /* not yet checked if the caller uses the table without an SA */
        return WR_BAD_KEY;
    memcpy(job.start.state, keyed->inner, sizeof job.start.state);
    run(&job, inputs, count, scratch);
    wr_wipe_here(&job.start, sizeof job.start);
    return WR_OK;
}

static void hmac_md5_96_whole(void *key, const wr_message *messages, size_t count) {
    wr_hmac_md5_batch((const wr_hmac_md5_key *)key, messages, count, HMAC_MD5_96_ICV);
}

const wr_ah_mac *wr_ah_hmac_md5_96(void) {
    static const struct wr_ah_builtin_mac builtin = {
        .tags = hmac_md5_96_tags, .key_is_valid = hmac_md5_96_key_is_valid, .whole = hmac_md5_96_whole};
    static const wr_ah_mac mac = {
        .name = "hmac-md5-96", .icv_length = HMAC_MD5_96_ICV, .tags = hmac_md5_96_tags, .reserved = {&builtin}};
    return &mac;
}

wr_status wr_ah_hmac_md5_96_key(wr_hmac_md5_key *key, const void *secret, size_t length) {
    if (length != HMAC_MD5_96_KEY) {
        wr_hmac_md5_key_wipe(key);
        return WR_BAD_LENGTH;
    }
    wr_hmac_md5_key_init(key, secret, length);
    return WR_OK;
}

static int keyed_md5_key_is_valid(const void *key) {
    const wr_ah_keyed_md5_key *keyed = (const wr_ah_keyed_md5_key *)key;

    return keyed && keyed->mark == (WR_MARK_KEYED_MD5_KEY ^ keyed->length);
}

static int keyed_md5_tags(void *key, const wr_ah_input *inputs, size_t count, void *scratch) {
    const wr_ah_keyed_md5_key *keyed = (const wr_ah_keyed_md5_key *)key;
    struct job job = {.kernel = wr_kernel_active(), .kind = WR_MD5_DIGEST, .tag_length = WR_MD5_SIZE};

    if (!keyed_md5_key_is_valid(keyed))
        return WR_BAD_KEY;
    job.start.hashed = keyed->hashed;
    job.suffix = (wr_piece){keyed->secret, keyed->length};
    memcpy(job.start.state, keyed->state, sizeof job.start.state);
    run(&job, inputs, count, scratch);
    wr_wipe_here(&job.start, sizeof job.start);
    return WR_OK;
}

const wr_ah_mac *wr_ah_keyed_md5(void) {
    static const struct wr_ah_builtin_mac builtin = {.tags = keyed_md5_tags, .key_is_valid = keyed_md5_key_is_valid};
    static const wr_ah_mac mac = {
        .name = "keyed-md5", .icv_length = WR_MD5_SIZE, .tags = keyed_md5_tags, .reserved = {&builtin}};
    return &mac;
}

/* The key is padded as MD5 pads a message (RFC 1828 section 2): 0x80, zeros, the key's length in bits. */
wr_status wr_ah_keyed_md5_key_init(wr_ah_keyed_md5_key *key, const void *secret, size_t length) {
    const struct wr_md5_kernel *md5 = wr_kernel_active()->md5;
    const size_t whole = length / WR_MD5_BLOCK * WR_MD5_BLOCK;
    uint8_t last[WR_MD5_LAST];
    size_t blocks;

    wr_wipe(key, sizeof *key);
    if (length == 0 || length > sizeof key->secret)
        return WR_BAD_LENGTH;
    memcpy(key->secret, secret, length);
    key->length = (uint32_t)length;
    key->mark = WR_MARK_KEYED_MD5_KEY ^ key->length;
    memcpy(key->state, wr_md5_initial, sizeof key->state);
    if (whole)
        md5->blocks(key->state, key->secret, whole / WR_MD5_BLOCK);
    blocks = wr_md5_pad(last, key->secret + whole, length - whole, length);
    md5->blocks(key->state, last, blocks);
    key->hashed = whole + blocks * WR_MD5_BLOCK;
    wr_wipe(last, sizeof last);
    wr_burn_below(md5->depth);
    return WR_OK;
}

void wr_ah_keyed_md5_key_wipe(wr_ah_keyed_md5_key *key) {
    wr_wipe(key, sizeof *key);
}
