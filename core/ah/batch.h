/* Packets gathered until their MACs are computed together. (Internal.)
 *
 * The loop is written here and inlined into signing and verifying: with AVX-512 a short packet's MAC takes about 15 ns,
 * and everything else must cost less. For the same reason both have a short way for plain packets: no extension header,
 * and AH of 24 bytes, so that headers and AH are one block of MD5. */
#ifndef WR_CORE_AH_BATCH_H
#define WR_CORE_AH_BATCH_H

#include "headers.h"
#include "util/bytes.h"
#include "util/compiler.h"

enum { WR_AH_BATCH = 256, WR_AH_FEW = 4, WR_AH_HEAD_BLOCK = 64, WR_AH_PLAIN = 24, WR_AH_AHEAD = 8 };

/* What `gather` says, beside a reason: those gathered so far are to be ended first. Never when there are none. */
enum { WR_AH_FLUSH_FIRST = -1 };

struct wr_ah_item {
    uint64_t sequence;
    uint8_t *head;  /* as the MAC takes it, in the end with its ICV in place; NULL for a packet already refused */
    uint8_t *icv;   /* there */
    uint32_t plain; /* signing: bytes of a plain packet, whose layout is not set; 0 for others */
    uint8_t tail[4];
    struct wr_ah_layout layout;
};

/* Gathered packets are `first` up to `end`; refused ones among them have an item without head. */
struct wr_ah_batch {
    wr_ah_sa *sa;
    wr_ah_packet *packets;
    size_t first, end;
    struct wr_ah_item *items;
    wr_ah_input *inputs, *input; /* all, and the next one */
    uint8_t *heads;
    size_t room, heads_size; /* what the arrays hold */
    size_t heads_used;
    uint64_t top;            /* verifying: the highest sequence number gathered */
    uint64_t sequence, last; /* signing: the last number given, and the last there is */
    int esn;                 /* extended sequence numbers */
    int plain;               /* the SA's AH takes 24 bytes without padding, in transport mode */
    uint8_t ah[24];          /* the start of that AH: all but next header and sequence number */
    uint32_t kept;           /* of a header's first four bytes: all in the first generation, the version since */
    uint32_t counted;        /* of a sequence number: nothing, or all */
    size_t ah_length;        /* bytes of AH */
    size_t fixed;            /* of them before the ICV */
};

struct wr_ah_operation {
    /* Checks a packet and builds its input: WR_AH_OK, why not, or WR_AH_FLUSH_FIRST. */
    int (*gather)(struct wr_ah_batch *batch, wr_ah_packet *packet, struct wr_ah_item *item);
    /* Ends a packet whose ICV was computed, or (head NULL) that was refused in a way that depends on those before. */
    void (*finish)(const struct wr_ah_batch *batch, wr_ah_packet *packet, const struct wr_ah_item *item);
};

/* Answers 0: none succeeded. */
size_t wr_ah_refuse_all(wr_ah_packet *packets, size_t count, int reason);

void wr_ah_batch_init(struct wr_ah_batch *batch, wr_ah_sa *sa, wr_ah_packet *packets);

/* Room for a head of `headers` bytes and its filling; NULL if the batch is full (it never is when empty). */
static inline uint8_t *wr_ah_head_room(const struct wr_ah_batch *batch, size_t headers) {
    if (batch->heads_size - batch->heads_used < headers + WR_AH_HEAD_BLOCK)
        return NULL;
    return batch->heads + batch->heads_used;
}

/* The input whose head is `head`, `head_length` a multiple of 64 or all there is, room for which was the last given;
 * the ICV goes to `icv` within it. */
WR_INLINE void wr_ah_put_input(struct wr_ah_batch *batch, struct wr_ah_item *item, uint8_t *head, size_t head_length,
                                  uint8_t *icv, const uint8_t *body, size_t body_length) {
    wr_ah_input *input = batch->input++;

    batch->heads_used += (head_length + WR_AH_HEAD_BLOCK - 1) / WR_AH_HEAD_BLOCK * WR_AH_HEAD_BLOCK;
    batch->sequence++;
    item->head = head;
    item->icv = icv;
    input->head = head;
    input->head_length = head_length;
    input->body = body;
    input->body_length = body_length;
    input->tail = item->tail;
    input->tail_length = 0;
    input->icv = icv;
    if (batch->esn) { /* RFC 4302 section 3.3.3.2.2: the high half follows the packet, unsent */
        input->tail_length = sizeof item->tail;
        wr_store32_be(item->tail, (uint32_t)(item->sequence >> 32));
    }
}

/* The same for headers just put at `head`: fills them up from the body. */
void wr_ah_add_input(struct wr_ah_batch *batch, struct wr_ah_item *item, uint8_t *head, size_t head_length,
                     uint8_t *icv, const uint8_t *body, size_t body_length);

/* The first 40 bytes of a plain packet's head: RFC 4302 section 3.3.3.1.2.1, RFC 1826 section 4. */
WR_INLINE void wr_ah_plain_head(const struct wr_ah_batch *batch, uint8_t *head, const uint8_t *data,
                                   size_t payload) {
    const uint32_t first = wr_load32_host(data) & batch->kept;

    memcpy(head, &first, sizeof first);
    wr_store32_be(head + 4, (uint32_t)payload << 16 | WR_PROTO_AH << 8);
    memcpy(head + 8, data + 8, WR_IPV6_HEADER - 8);
}

WR_INLINE int wr_ah_depends_on_earlier(int reason) {
    return reason == WR_AH_REPLAYED || reason == WR_AH_TOO_OLD;
}

/* Computes the MACs of what was gathered and ends its packets in order. */
WR_INLINE size_t wr_ah_flush(const struct wr_ah_operation *operation, struct wr_ah_batch *batch) {
    const wr_ah_mac *mac = batch->sa->mac;
    const size_t count = (size_t)(batch->input - batch->inputs);
    const int failed = count && mac->tags(batch->sa->key, batch->inputs, count) != 0;
    const struct wr_ah_item *item = batch->items;
    wr_ah_packet *const end = batch->packets + batch->end;
    size_t good = 0;

    for (wr_ah_packet *packet = batch->packets + batch->first; packet < end; packet++, item++) {
        /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Branch): each has been gathered, up to `end` */
        if (item->head && failed)
            packet->reason = WR_AH_MAC_FAILED;
        else if (item->head || wr_ah_depends_on_earlier(packet->reason))
            operation->finish(batch, packet, item);
        good += packet->reason == WR_AH_OK;
    }
    batch->first = batch->end;
    batch->sequence -= failed ? count : 0;
    batch->input = batch->inputs;
    batch->heads_used = 0;
    batch->top = 0;
    return good;
}

WR_INLINE size_t wr_ah_gather_all(const struct wr_ah_operation *operation, struct wr_ah_batch *batch, size_t count) {
    struct wr_ah_item *item = batch->items, *const full = item + batch->room;
    size_t good = 0;

    while (batch->end < count) {
        wr_ah_packet *packet = &batch->packets[batch->end];
        if (batch->end + WR_AH_AHEAD < count)
            WR_PREFETCH(packet[WR_AH_AHEAD].data);
        item->head = NULL;
        packet->reason = operation->gather(batch, packet, item);
        if (packet->reason != WR_AH_FLUSH_FIRST) {
            batch->end++;
            item++;
        }
        if (packet->reason == WR_AH_FLUSH_FIRST || item == full) {
            good += wr_ah_flush(operation, batch);
            item = batch->items;
        }
    }
    return good + wr_ah_flush(operation, batch);
}

enum {
    WR_AH_FEW_HEADS = WR_AH_HEADERS_MAX + WR_AH_HEAD_BLOCK, /* the most that one packet takes */
    WR_AH_BATCH_HEADS = WR_AH_BATCH * WR_AH_HEAD_BLOCK + WR_AH_FEW_HEADS
};

/* Runs a batch that has everything but its arrays, which are on the stack here, and brings its sequence number on. */
static inline size_t wr_ah_run_few(const struct wr_ah_operation *operation, struct wr_ah_batch *without, size_t count) {
    struct wr_ah_item items[WR_AH_FEW];
    wr_ah_input inputs[WR_AH_FEW];
    _Alignas(WR_AH_HEAD_BLOCK) uint8_t heads[WR_AH_FEW_HEADS];
    struct wr_ah_batch batch = *without;
    size_t good;

    batch.items = items;
    batch.inputs = batch.input = inputs;
    batch.heads = heads;
    batch.room = WR_AH_FEW;
    batch.heads_size = sizeof heads;
    good = wr_ah_gather_all(operation, &batch, count);
    without->sequence = batch.sequence;
    return good;
}

static inline size_t wr_ah_run_many(const struct wr_ah_operation *operation, struct wr_ah_batch *without,
                                    size_t count) {
    struct wr_ah_item items[WR_AH_BATCH];
    wr_ah_input inputs[WR_AH_BATCH];
    _Alignas(WR_AH_HEAD_BLOCK) uint8_t heads[WR_AH_BATCH_HEADS];
    struct wr_ah_batch batch = *without;
    size_t good;

    batch.items = items;
    batch.inputs = batch.input = inputs;
    batch.heads = heads;
    batch.room = WR_AH_BATCH;
    batch.heads_size = sizeof heads;
    good = wr_ah_gather_all(operation, &batch, count);
    without->sequence = batch.sequence;
    return good;
}

#endif
