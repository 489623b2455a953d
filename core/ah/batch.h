/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Packets gathered until their MACs are computed together. (Internal.)
 *
 * pipeline.c has the loop over the packets. It handles plain packets (no extension header, an AH of 24 bytes) itself,
 * signing them in place where it can (in_place.h), and calls signing.c and verifying.c for all others. Each of these
 * adds the packet to the batch that is declared here. */
#ifndef WR_CORE_AH_BATCH_H
#define WR_CORE_AH_BATCH_H

#include "headers.h"
#include "mac.h"
#include "util/bytes.h"
#include "util/compiler.h"

enum { WR_AH_BATCH = 256, WR_AH_HEAD_BLOCK = 64, WR_AH_PLAIN = 24 };

/* What a gathering function returns, besides a reason, when the packets gathered so far must be finished before this
 * one can be gathered. It never returns this for an empty batch. */
enum { WR_AH_FLUSH_FIRST = -1 };

/* A packet that waits for its MAC, or for earlier packets to be verified. */
struct wr_ah_item {
    wr_ah_packet *packet;
    uint64_t sequence;
    uint8_t *head;  /* as the MAC takes it, in the end with its ICV in place; NULL for one that is refused either way */
    uint8_t *icv;   /* there */
    uint32_t plain; /* signing: bytes of a plain packet, whose layout is not set; 0 for others */
    uint8_t tail[4];
    struct wr_ah_layout layout;
};

/* A header's first eight bytes: of these some may change on the way, and are zero in a packet signed in place until its
 * ICV has been computed. */
struct wr_ah_opening {
    uint8_t bytes[8];
};

struct wr_ah_batch {
    wr_ah_sa *sa;
    struct wr_ah_item *items;
    wr_ah_input *inputs, *input;    /* all, and the next one */
    wr_message *messages, *message; /* packets signed in place */
    struct wr_ah_opening *openings; /* theirs */
    uint8_t *heads;
    void *mac_scratch;
    size_t room, heads_size; /* what the arrays hold */
    size_t heads_used;
    uint64_t top;            /* verifying: the highest sequence number gathered */
    uint64_t sequence, last; /* signing: the last number given, and the last there is */
    int esn;                 /* extended sequence numbers */
    int plain;               /* the SA's AH takes 24 bytes without padding, in transport mode */
    wr_ah_whole_tags whole;  /* plain packets are signed in place; or NULL */
    uint8_t ah[24];          /* the start of that AH: all but next header and sequence number */
    uint32_t kept;           /* of a header's first four bytes: all in the first generation, the version since */
    uint64_t step;           /* signing: from one sequence number to the next; 0 without them, where all are 0 */
    size_t ah_length;        /* bytes of AH */
    size_t fixed;            /* of them before the ICV */
};

/* Return room for a head of `headers` bytes and what fills its last block, or NULL if the batch is full. An empty batch
 * never is. */
WR_INLINE uint8_t *wr_ah_head_room(const struct wr_ah_batch *batch, size_t headers) {
    if (batch->heads_size - batch->heads_used < headers + WR_AH_HEAD_BLOCK)
        return NULL;
    return batch->heads + batch->heads_used;
}

/* Add the input whose head was written to the room returned last. `head_length` is a multiple of 64, unless there is no
 * body. The ICV goes to `icv` within the head. */
WR_INLINE void wr_ah_put_input(struct wr_ah_batch *batch, struct wr_ah_item *item, uint8_t *head, size_t head_length,
                               uint8_t *icv, const uint8_t *body, size_t body_length) {
    wr_ah_input *input = batch->input++;

    batch->heads_used += (head_length + WR_AH_HEAD_BLOCK - 1) / WR_AH_HEAD_BLOCK * WR_AH_HEAD_BLOCK;
    batch->sequence += batch->step;
    item->head = head;
    item->icv = icv;
    input->head = head;
    input->head_length = head_length;
    input->body = body;
    input->body_length = body_length;
    input->tail = item->tail;
    input->tail_length = 0;
    input->icv = icv;
    input->reserved = NULL;
    if (batch->esn) { /* RFC 4302 section 3.3.3.2.2: the high half follows the packet, unsent */
        input->tail_length = sizeof item->tail;
        wr_store32_be(item->tail, (uint32_t)(item->sequence >> 32));
    }
}

/* The same for a head of any length: bytes of the body fill its last block. */
void wr_ah_add_input(struct wr_ah_batch *batch, struct wr_ah_item *item, uint8_t *head, size_t head_length,
                     uint8_t *icv, const uint8_t *body, size_t body_length);

/* Signing: gives the packet its sequence number; 0 if none is left. The first generation has none that could run out.
 */
static inline int wr_ah_number(const struct wr_ah_batch *batch, struct wr_ah_item *item) {
    item->sequence = batch->sequence + batch->step;
    return batch->sequence != batch->last;
}

#endif
