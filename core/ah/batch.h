/* Packets gathered until their MACs are computed together. (Internal.) */
#ifndef WR_CORE_AH_BATCH_H
#define WR_CORE_AH_BATCH_H

#include "headers.h"

enum { WR_AH_BATCH = 256, WR_AH_FEW = 4, WR_AH_HEAD_BLOCK = 64 };

/* What `gather` says, beside a reason: those gathered so far are to be ended first. Never when there are none. */
enum { WR_AH_FLUSH_FIRST = -1 };

struct wr_ah_item {
    struct wr_ah_layout layout;
    uint64_t sequence;
    const uint8_t *icv; /* computed; NULL for a packet already refused */
    uint8_t tail[4];
};

/* Gathered packets are `first` up to `end`; refused ones among them have an item without ICV. */
struct wr_ah_batch {
    wr_ah_sa *sa;
    wr_ah_packet *packets;
    size_t first, end;
    struct wr_ah_item *items;
    wr_ah_input *inputs;
    uint8_t (*icvs)[WR_AH_ICV_MAX];
    uint8_t *heads;
    size_t room, heads_size; /* what the arrays hold */
    size_t inputs_count, heads_used;
};

struct wr_ah_operation {
    /* Checks a packet and builds its input: WR_AH_OK, why not, or WR_AH_FLUSH_FIRST. */
    int (*gather)(struct wr_ah_batch *batch, wr_ah_packet *packet, struct wr_ah_item *item);
    /* Ends a packet whose ICV was computed, or (icv NULL) that was refused in a way that depends on those before. */
    void (*finish)(wr_ah_sa *sa, wr_ah_packet *packet, const struct wr_ah_item *item);
};

size_t wr_ah_run(const struct wr_ah_operation *operation, wr_ah_sa *sa, wr_ah_packet *packets, size_t count);

/* Room for a head of `headers` bytes and its filling; NULL if the batch is full (it never is when empty). */
uint8_t *wr_ah_head_room(struct wr_ah_batch *batch, size_t headers);
/* The input whose head is `head`, `head_length`, room for which was the last given; the body follows from `body`. */
void wr_ah_add_input(struct wr_ah_batch *batch, struct wr_ah_item *item, uint8_t *head, size_t head_length,
                     const uint8_t *body, size_t body_length);

#endif
