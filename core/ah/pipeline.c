/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The loop over packets: gather them, with their headers in the form that the ICV covers, compute their MACs together,
 * and finish them in order.
 *
 * With AVX-512 the MAC of a short packet takes about 15 ns, and everything else should cost less. That is why the loop
 * and the fast path are inlined, once for signing and once for verifying. The fast path is for plain packets: no
 * extension header and an AH of 24 bytes, so that headers and AH are one block of MD5. If the MAC takes whole packets
 * and cannot fail, such a packet is signed in its output buffer.
 */
#include <string.h>

#include "batch.h"
#include "in_place.h"
#include "sa.h"
#include "signing.h"
#include "util/secret.h"
#include "verifying.h"
#include "window.h"

enum { LONG_HEAD = WR_AH_HEADERS_MAX + WR_AH_HEAD_BLOCK }; /* the longest head of one packet */

/* Layout of an SA's scratch memory: the arrays of a batch, and scratch memory for the MAC. */
struct arrays {
    struct wr_ah_item items[WR_AH_BATCH];
    wr_ah_input inputs[WR_AH_BATCH];
    WR_ALIGNED(WR_AH_HEAD_BLOCK) uint8_t heads[WR_AH_BATCH * WR_AH_HEAD_BLOCK + LONG_HEAD];
    WR_ALIGNED(WR_AH_HEAD_BLOCK) uint8_t mac[WR_AH_MAC_SCRATCH];
    wr_message messages[WR_AH_BATCH];
    struct wr_ah_opening openings[WR_AH_BATCH];
};
WR_STATIC_ASSERT(sizeof(struct arrays) + WR_AH_HEAD_BLOCK <= WR_AH_SCRATCH,
                 "the arrays fit into the scratch memory at any alignment");

/* ---- a batch ---- */

static void begin(struct wr_ah_batch *batch, wr_ah_sa *sa) {
    *batch = (struct wr_ah_batch){.sa = sa, .ah_length = wr_ah_length(sa), .fixed = wr_ah_fixed(sa)};
    batch->plain = batch->fixed + sa->mac->icv_length == WR_AH_PLAIN && !(sa->flags & WR_AH_TUNNEL);
    memcpy(&batch->kept, (const uint8_t[4]){0xf0, 0, 0, 0}, sizeof batch->kept);
    if (sa->generation == WR_AH_RFC1826)
        batch->kept = UINT32_MAX;
    batch->esn = (sa->flags & WR_AH_ESN) != 0;
    batch->whole = batch->plain && sa->generation == WR_AH_RFC4302 && !batch->esn ? wr_ah_whole_tags_of(sa->mac) : NULL;
    batch->ah[1] = WR_AH_PLAIN / 4 - 2;
    wr_store32_be(batch->ah + 4, sa->spi);
    batch->step = sa->generation == WR_AH_RFC4302;
    batch->sequence = batch->step ? sa->sequence : 0;
    batch->last = batch->esn || sa->generation == WR_AH_RFC1826 ? UINT64_MAX : UINT32_MAX;
}

/* Write the first 40 bytes of a plain packet's head, with mutable fields zeroed (RFC 4302 section 3.3.3.1.2.1, RFC 1826
 * section 4). */
WR_INLINE void put_plain_header(const struct wr_ah_batch *batch, uint8_t *head, const uint8_t *data, size_t payload) {
    const uint32_t first = wr_load32_host(data) & batch->kept;

    memcpy(head, &first, sizeof first);
    wr_store32_be(head + 4, (uint32_t)payload << 16 | WR_PROTO_AH << 8);
    memcpy(head + 8, data + 8, WR_IPV6_HEADER - 8);
}

/* ---- signing ---- */

WR_INLINE int gather_signing(struct wr_ah_batch *batch, const wr_ah_packet *packet, struct wr_ah_item *item,
                             size_t payload) {
    const uint8_t *data = packet->data;
    uint8_t *const head = wr_ah_head_room(batch, WR_AH_HEAD_BLOCK), *ah;

    if (!wr_ah_number(batch, item))
        return WR_AH_SEQUENCE_USED_UP;
    if (head == NULL)
        return WR_AH_FLUSH_FIRST;
    ah = head + WR_IPV6_HEADER;
    item->plain = (uint32_t)(payload + WR_IPV6_HEADER + WR_AH_PLAIN);
    wr_ah_put_input(batch, item, head, WR_AH_HEAD_BLOCK, ah + batch->fixed, data + WR_IPV6_HEADER, payload);
    put_plain_header(batch, head, data, payload + WR_AH_PLAIN);
    wr_ah_put_plain_ah(ah, batch->ah, data[6], (uint32_t)item->sequence);
    return WR_AH_OK;
}

WR_INLINE int gather_to_sign(struct wr_ah_batch *batch, const wr_ah_packet *packet, struct wr_ah_item *item) {
    size_t payload;

    if (batch->plain && wr_ah_signs_plain(packet, &payload))
        return gather_signing(batch, packet, item, payload);
    return wr_ah_gather_signing(batch, packet, item);
}

/* Write a signed plain packet. The head holds all new headers except the mutable fields, which are read from the packet
 * before it is overwritten. */
WR_INLINE void write_plain(wr_ah_packet *packet, const struct wr_ah_item *item) {
    uint8_t *const out = packet->out, hop_limit = packet->data[7];
    uint8_t first[4];

    memcpy(first, packet->data, sizeof first);
    if (out + WR_AH_PLAIN != packet->data)
        memmove(out + WR_IPV6_HEADER + WR_AH_PLAIN, packet->data + WR_IPV6_HEADER,
                item->plain - WR_IPV6_HEADER - WR_AH_PLAIN);
    memcpy(out, item->head, WR_AH_HEAD_BLOCK);
    memcpy(out, first, sizeof first);
    out[7] = hop_limit;
}

WR_INLINE void finish_signing(const struct wr_ah_batch *batch, wr_ah_packet *packet, const struct wr_ah_item *item) {
    packet->out_length = item->plain ? item->plain : item->layout.total;
    packet->sequence = item->sequence;
    if (item->plain)
        write_plain(packet, item);
    else
        wr_ah_write_signed(batch, packet, item);
}

/* ---- verifying ---- */

/* Return whether the packet is whole and has an AH of this SA and no extension header; if so, set *payload. All other
 * packets take the slow path. */
WR_INLINE int verifies_plain(const struct wr_ah_batch *batch, const wr_ah_packet *packet, size_t *payload) {
    const uint8_t *data = packet->data;

    if (!batch->plain || packet->length < WR_IPV6_HEADER + WR_AH_PLAIN)
        return 0;
    *payload = (size_t)data[4] << 8 | data[5];
    return data[0] >> 4 == 6 && data[6] == WR_PROTO_AH && *payload >= WR_AH_PLAIN &&
           *payload <= packet->length - WR_IPV6_HEADER && data[WR_IPV6_HEADER + 1] == batch->ah[1] &&
           memcmp(data + WR_IPV6_HEADER + 4, batch->ah + 4, 4) == 0 &&
           (packet->out == NULL || packet->room >= *payload + WR_IPV6_HEADER - WR_AH_PLAIN);
}

WR_INLINE int gather_verifying(struct wr_ah_batch *batch, const wr_ah_packet *packet, struct wr_ah_item *item,
                               size_t payload) {
    const uint8_t *data = packet->data, *from = data + WR_IPV6_HEADER;
    uint8_t *const head = wr_ah_head_room(batch, WR_AH_HEAD_BLOCK), *ah;
    const int reason = head ? wr_ah_read_sequence(batch, item, from) : WR_AH_FLUSH_FIRST;

    if (reason != WR_AH_OK)
        return reason;
    ah = head + WR_IPV6_HEADER;
    item->layout = (struct wr_ah_layout){
        .total = payload + WR_IPV6_HEADER, .ah = WR_IPV6_HEADER, .ah_length = WR_AH_PLAIN, .next_at = 6};
    wr_ah_put_input(batch, item, head, WR_AH_HEAD_BLOCK, ah + batch->fixed, from + WR_AH_PLAIN, payload - WR_AH_PLAIN);
    put_plain_header(batch, head, data, payload);
    memcpy(ah, batch->ah, WR_AH_PLAIN); /* sets the ICV to zero */
    memcpy(ah, from, WR_AH_FIXED_1826);
    if (batch->sa->generation == WR_AH_RFC4302)
        memcpy(ah + WR_AH_FIXED_1826, from + WR_AH_FIXED_1826, WR_AH_FIXED_4302 - WR_AH_FIXED_1826);
    return WR_AH_OK;
}

WR_INLINE int gather_to_verify(struct wr_ah_batch *batch, const wr_ah_packet *packet, struct wr_ah_item *item) {
    size_t payload;
    const int reason = verifies_plain(batch, packet, &payload) ? gather_verifying(batch, packet, item, payload)
                                                               : wr_ah_gather_verifying(batch, packet, item);

    if (reason == WR_AH_OK && item->sequence > batch->top)
        batch->top = item->sequence;
    return reason;
}

/* Check the window again, because earlier packets of the batch have moved it: "replayed" and "too old" take precedence
 * over other reasons. Move the window only if the ICV is right. */
WR_INLINE void finish_verifying(const struct wr_ah_batch *batch, wr_ah_packet *packet, const struct wr_ah_item *item) {
    const struct wr_ah_layout *layout = &item->layout;
    wr_ah_sa *const sa = batch->sa;
    const int reason = wr_ah_window_check(&sa->window, item->sequence);

    if (reason == WR_AH_OK && item->head == NULL) /* packet->reason was set when the packet was gathered */
        return;
    packet->sequence = item->sequence;
    packet->reason = reason;
    if (reason != WR_AH_OK)
        return;
    if (!wr_equal_tags(item->icv, packet->data + layout->ah + batch->fixed, sa->mac->icv_length)) {
        wr_wipe(item->icv, sa->mac->icv_length); /* if it leaked, the correct ICV would make the forged packet valid */
        packet->reason = WR_AH_BAD_ICV;
        return;
    }
    wr_ah_window_note(&sa->window, item->sequence);
    if (packet->out)
        wr_ah_unwrap(sa, packet, layout);
}

/* ---- the loop ---- */

enum direction { SIGN, VERIFY };

/* Compute the MACs of the gathered packets. Return 0 if the MAC failed. */
WR_INLINE int compute(struct wr_ah_batch *batch) {
    const size_t count = (size_t)(batch->input - batch->inputs);
    const int failed = count && batch->sa->mac->tags(batch->sa->key, batch->inputs, count, batch->mac_scratch) != 0;

    batch->sequence -= failed ? count * batch->step : 0;
    batch->input = batch->inputs;
    batch->heads_used = 0;
    batch->top = 0;
    return !failed;
}

/* Finish the gathered packets in order, from the first item to `end`. Return how many succeeded. */
WR_INLINE size_t finish(enum direction direction, struct wr_ah_batch *batch, const struct wr_ah_item *end,
                        int computed) {
    size_t good = direction == SIGN ? wr_ah_end_in_place(batch) : 0;

    for (const struct wr_ah_item *item = batch->items; item < end; item++) {
        wr_ah_packet *const packet = item->packet;
        if (item->head && !computed)
            packet->reason = WR_AH_MAC_FAILED;
        else
            (direction == SIGN ? finish_signing : finish_verifying)(batch, packet, item);
        good += packet->reason == WR_AH_OK;
    }
    return good;
}

/* Return whether a packet with this reason must wait for earlier packets of the batch, whose verification may change
 * its reason to replayed or too old. */
static int depends_on_earlier(enum direction direction, int reason) {
    return direction == VERIFY && (reason == WR_AH_REPLAYED || reason == WR_AH_TOO_OLD || reason == WR_AH_BAD_INNER ||
                                   reason == WR_AH_NO_ROOM);
}

/* Gather one packet of any kind. */
WR_INLINE int gather_one(enum direction direction, struct wr_ah_batch *batch, wr_ah_packet *packet,
                         struct wr_ah_item *item) {
    item->packet = packet; /* NOLINT(clang-analyzer-security.ArrayBound): a batch for one packet is full after one */
    item->head = NULL;
    return direction == SIGN ? gather_to_sign(batch, packet, item) : gather_to_verify(batch, packet, item);
}

/* Return the end of the batch that begins with `packet`. Packets before `singly` form batches of one. */
static const wr_ah_packet *full_at(const struct wr_ah_batch *batch, const wr_ah_packet *packet, const wr_ah_packet *end,
                                   const wr_ah_packet *singly) {
    const size_t room = packet < singly ? 1 : batch->room;

    return (size_t)(end - packet) < room ? end : packet + room;
}

/* Gather and finish all packets. If the MACs of a batch fail, gather it again packet by packet, because the MAC may
 * fail for some packets only. */
WR_INLINE size_t gather_all(enum direction direction, struct wr_ah_batch *batch, wr_ah_packet *packet, size_t count) {
    wr_ah_packet *first = packet;
    const wr_ah_packet *const end = packet + count, *singly = packet, *full = full_at(batch, packet, end, singly);
    struct wr_ah_item *item = batch->items;
    size_t good = 0;

    while (packet < end) {
        const size_t placed =
            direction == SIGN && batch->whole ? wr_ah_gather_in_place(batch, packet, (size_t)(full - packet)) : 0;
        int reason = WR_AH_OK;
        packet += placed;
        if (placed == 0) {
            if (end - packet > WR_AH_AHEAD)
                WR_PREFETCH(packet[WR_AH_AHEAD].data);
            packet->reason = reason = gather_one(direction, batch, packet, item);
            item += reason == WR_AH_OK || depends_on_earlier(direction, reason);
            packet += reason != WR_AH_FLUSH_FIRST;
        }
        if (reason == WR_AH_FLUSH_FIRST || packet == full) {
            const int computed = compute(batch);
            if (computed || packet - first == 1) {
                good += finish(direction, batch, item, computed);
                first = packet;
            } else {
                singly = packet;
                packet = first;
            }
            item = batch->items;
            full = full_at(batch, packet, end, singly);
        }
    }
    return good;
}

/* Signing and verifying are separate functions, since each needs all the registers. */
WR_APART size_t sign_all(struct wr_ah_batch *batch, wr_ah_packet *packets, size_t count) {
    return gather_all(SIGN, batch, packets, count);
}

WR_APART size_t verify_all(struct wr_ah_batch *batch, wr_ah_packet *packets, size_t count) {
    return gather_all(VERIFY, batch, packets, count);
}

static size_t gather_directed(enum direction direction, struct wr_ah_batch *batch, wr_ah_packet *packets,
                              size_t count) {
    const size_t good = (direction == SIGN ? sign_all : verify_all)(batch, packets, count);

    wr_burn_below(WR_DEPTH_BLOCK); /* spilled registers may hold correct ICVs of forged packets */
    return good;
}

WR_APART size_t in_scratch(enum direction direction, struct wr_ah_batch *batch, wr_ah_packet *packets, size_t count) {
    const uintptr_t at = (uintptr_t)batch->sa->scratch;
    struct arrays *arrays = (struct arrays *)((at + WR_AH_HEAD_BLOCK - 1) / WR_AH_HEAD_BLOCK * WR_AH_HEAD_BLOCK);

    batch->items = arrays->items;
    batch->inputs = batch->input = arrays->inputs;
    batch->messages = batch->message = arrays->messages;
    batch->openings = arrays->openings;
    batch->heads = arrays->heads;
    batch->room = WR_AH_BATCH;
    batch->heads_size = sizeof arrays->heads;
    batch->mac_scratch = arrays->mac;
    return gather_directed(direction, batch, packets, count);
}

WR_APART size_t one_by_one(enum direction direction, struct wr_ah_batch *batch, wr_ah_packet *packets, size_t count) {
    struct wr_ah_item item;
    wr_ah_input input;
    wr_message message;
    struct wr_ah_opening opening;
    WR_ALIGNED(WR_AH_HEAD_BLOCK) uint8_t head[LONG_HEAD];

    batch->items = &item;
    batch->inputs = batch->input = &input;
    batch->messages = batch->message = &message;
    batch->openings = &opening;
    batch->heads = head;
    batch->room = 1;
    batch->heads_size = sizeof head;
    batch->mac_scratch = NULL;
    /* NOLINTNEXTLINE(clang-analyzer-core.StackAddressEscape): afterwards only a number is read from it */
    return gather_directed(direction, batch, packets, count);
}

static size_t refuse_all(wr_ah_packet *packets, size_t count, int reason) {
    for (size_t i = 0; i < count; i++)
        packets[i].reason = reason;
    return 0;
}

static size_t run(enum direction direction, wr_ah_sa *sa, wr_ah_packet *packets, size_t count) {
    struct wr_ah_batch batch;
    size_t good;

    if (count == 0 || !wr_ah_sa_is_valid(sa))
        return refuse_all(packets, count, WR_AH_BAD_SA);
    begin(&batch, sa);
    good = (count > 1 && sa->scratch ? in_scratch : one_by_one)(direction, &batch, packets, count);
    if (direction == SIGN && sa->generation == WR_AH_RFC4302)
        sa->sequence = batch.sequence;
    return good;
}

size_t wr_ah_sign(wr_ah_sa *sa, wr_ah_packet *packets, size_t count) {
    return run(SIGN, sa, packets, count);
}

size_t wr_ah_verify(wr_ah_sa *sa, wr_ah_packet *packets, size_t count) {
    return run(VERIFY, sa, packets, count);
}
