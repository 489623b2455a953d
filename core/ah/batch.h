/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A batch of packets whose MACs are computed together. (Internal.)
 *
 * pipeline.c has the loop over the packets. It handles plain packets (no extension header, an AH of 24 bytes) itself,
 * signing them in place where it can (in_place.h), and calls signing.c and verifying.c for all others. These functions
 * add packets to the batch declared here. */
#ifndef WR_CORE_AH_BATCH_H
#define WR_CORE_AH_BATCH_H

#include "headers.h"
#include "mac.h"
#include "util/bytes.h"
#include "util/compiler.h"

enum { WR_AH_BATCH = 256, WR_AH_HEAD_BLOCK = 64, WR_AH_PLAIN = 24 };

/* Functions that gather a packet return a wr_ah_reason, or this value if the batch must be finished first. They never
 * return it for an empty batch. */
enum { WR_AH_FLUSH_FIRST = -1 };

/* A packet that waits for its MAC, or for earlier packets to be verified. */
struct wr_ah_item {
    wr_ah_packet *packet;
    uint64_t sequence;
    uint8_t *head;  /* copy of the headers for the MAC, which also receives the ICV; NULL if the packet is refused */
    uint8_t *icv;   /* position of the ICV in `head` */
    uint32_t plain; /* signing: length of a plain packet, for which `layout` is unused; 0 for any other packet */
    uint8_t tail[4];
    struct wr_ah_layout layout;
};

/* The first eight bytes of a header, saved while a packet is signed in place: its mutable bytes are zero until its ICV
 * has been computed. */
struct wr_ah_opening {
    uint8_t bytes[8];
};

struct wr_ah_batch {
    wr_ah_sa *sa;
    struct wr_ah_item *items;
    wr_ah_input *inputs, *input;    /* the MAC's inputs: the array, and its next free entry */
    wr_message *messages, *message; /* packets signed in place: the array, and its next free entry */
    struct wr_ah_opening *openings; /* the first header bytes of packets signed in place */
    uint8_t *heads;
    void *mac_scratch;
    size_t room, heads_size; /* capacity of the arrays */
    size_t heads_used;
    uint64_t top;            /* verifying: the highest sequence number gathered */
    uint64_t sequence, last; /* signing: the last sequence number used, and the highest allowed */
    int esn;                 /* nonzero for extended sequence numbers */
    int plain;               /* nonzero if the SA uses transport mode and its AH has 24 bytes without padding */
    wr_ah_whole_tags whole;  /* signs plain packets in place; NULL if not possible */
    uint8_t ah[24];          /* template of that 24-byte AH, without next header and sequence number */
    uint32_t kept;           /* mask for a header's first four bytes: RFC 1826 keeps all bits, RFC 4302 only the
                              * version */
    uint64_t step;           /* signing: the increment of the sequence number; 0 in RFC 1826, which has none */
    size_t ah_length;        /* length of AH in bytes */
    size_t fixed;            /* length of AH before the ICV */
};

/* Return memory for `headers` bytes rounded up to whole blocks, or NULL if the batch is full. An empty batch always has
 * room. */
WR_INLINE uint8_t *wr_ah_head_room(const struct wr_ah_batch *batch, size_t headers) {
    if (batch->heads_size - batch->heads_used < headers + WR_AH_HEAD_BLOCK)
        return NULL;
    return batch->heads + batch->heads_used;
}

/* Add an input whose head is in the memory that wr_ah_head_room returned last. `head_length` is a multiple of 64,
 * unless the body is empty. The ICV is written to `icv`, within the head. */
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
    if (batch->esn) { /* RFC 4302 section 3.3.3.2.2: the sequence number's high half is hashed last and not sent */
        input->tail_length = sizeof item->tail;
        wr_store32_be(item->tail, (uint32_t)(item->sequence >> 32));
    }
}

/* Like wr_ah_put_input, for a head of any length: fill up its last block with bytes of the body. */
void wr_ah_add_input(struct wr_ah_batch *batch, struct wr_ah_item *item, uint8_t *head, size_t head_length,
                     uint8_t *icv, const uint8_t *body, size_t body_length);

/* Signing: assign the next sequence number to the packet. Return 0 if none is left; RFC 1826 has no sequence numbers
 * and never runs out. */
static inline int wr_ah_number(const struct wr_ah_batch *batch, struct wr_ah_item *item) {
    item->sequence = batch->sequence + batch->step;
    return batch->sequence != batch->last;
}

#endif
