#include "batch.h"

#include <string.h>

#include "util/bytes.h"

enum {
    HEAD_ROOM = WR_AH_HEADERS_MAX + WR_AH_HEAD_BLOCK, /* the most that one packet takes */
    FEW_HEADS = HEAD_ROOM,
    BATCH_HEADS = WR_AH_BATCH * WR_AH_HEAD_BLOCK + HEAD_ROOM
};

uint8_t *wr_ah_head_room(struct wr_ah_batch *batch, size_t headers) {
    if (batch->heads_size - batch->heads_used < headers + WR_AH_HEAD_BLOCK)
        return NULL;
    return batch->heads + batch->heads_used;
}

void wr_ah_add_input(struct wr_ah_batch *batch, struct wr_ah_item *item, uint8_t *head, size_t head_length,
                     const uint8_t *body, size_t body_length) {
    const size_t gap = (WR_AH_HEAD_BLOCK - head_length % WR_AH_HEAD_BLOCK) % WR_AH_HEAD_BLOCK;
    const size_t filling = body_length < gap ? body_length : gap;
    const size_t n = batch->inputs_count++;

    memcpy(head + head_length, body, filling);
    batch->inputs[n] = (wr_ah_input){.head = head,
                                     .head_length = head_length + filling,
                                     .body = body + filling,
                                     .body_length = body_length - filling,
                                     .tail = item->tail,
                                     .icv = batch->icvs[n]};
    if (batch->sa->flags & WR_AH_ESN) { /* RFC 4302 section 3.3.3.2.2: the high half follows the packet, unsent */
        wr_store32_be(item->tail, (uint32_t)(item->sequence >> 32));
        batch->inputs[n].tail_length = sizeof item->tail;
    }
    batch->heads_used += (head_length + filling + WR_AH_HEAD_BLOCK - 1) / WR_AH_HEAD_BLOCK * WR_AH_HEAD_BLOCK;
    item->icv = batch->icvs[n];
}

static int depends_on_earlier(int reason) {
    return reason == WR_AH_REPLAYED || reason == WR_AH_TOO_OLD;
}

/* Computes the MACs of what was gathered and ends its packets in order. */
static size_t flush(const struct wr_ah_operation *operation, struct wr_ah_batch *batch) {
    const wr_ah_mac *mac = batch->sa->mac;
    const int failed = batch->inputs_count && mac->tags(batch->sa->key, batch->inputs, batch->inputs_count) != 0;
    size_t good = 0;

    for (size_t i = batch->first; i < batch->end; i++) {
        wr_ah_packet *packet = &batch->packets[i];
        const struct wr_ah_item *item = &batch->items[i - batch->first];
        if (item->icv && failed)
            packet->reason = WR_AH_MAC_FAILED;
        else if (item->icv || depends_on_earlier(packet->reason))
            operation->finish(batch->sa, packet, item);
        good += packet->reason == WR_AH_OK;
    }
    batch->first = batch->end;
    batch->inputs_count = batch->heads_used = 0;
    return good;
}

static size_t run(const struct wr_ah_operation *operation, struct wr_ah_batch *batch, size_t count) {
    size_t good = 0;

    while (batch->end < count) {
        wr_ah_packet *packet = &batch->packets[batch->end];
        struct wr_ah_item *item;
        if (batch->end - batch->first == batch->room)
            good += flush(operation, batch);
        item = &batch->items[batch->end - batch->first];
        item->icv = NULL;
        packet->reason = operation->gather(batch, packet, item);
        if (packet->reason == WR_AH_FLUSH_FIRST)
            good += flush(operation, batch);
        else
            batch->end++;
    }
    return good + flush(operation, batch);
}

static size_t run_few(const struct wr_ah_operation *operation, struct wr_ah_batch *batch, size_t count) {
    struct wr_ah_item items[WR_AH_FEW];
    wr_ah_input inputs[WR_AH_FEW];
    uint8_t icvs[WR_AH_FEW][WR_AH_ICV_MAX], heads[FEW_HEADS];

    batch->items = items;
    batch->inputs = inputs;
    batch->icvs = icvs;
    batch->heads = heads;
    batch->room = WR_AH_FEW;
    batch->heads_size = sizeof heads;
    return run(operation, batch, count);
}

static size_t run_many(const struct wr_ah_operation *operation, struct wr_ah_batch *batch, size_t count) {
    struct wr_ah_item items[WR_AH_BATCH];
    wr_ah_input inputs[WR_AH_BATCH];
    uint8_t icvs[WR_AH_BATCH][WR_AH_ICV_MAX], heads[BATCH_HEADS];

    batch->items = items;
    batch->inputs = inputs;
    batch->icvs = icvs;
    batch->heads = heads;
    batch->room = WR_AH_BATCH;
    batch->heads_size = sizeof heads;
    return run(operation, batch, count);
}

size_t wr_ah_run(const struct wr_ah_operation *operation, wr_ah_sa *sa, wr_ah_packet *packets, size_t count) {
    struct wr_ah_batch batch = {.sa = sa, .packets = packets};

    return (count <= WR_AH_FEW ? run_few : run_many)(operation, &batch, count);
}
