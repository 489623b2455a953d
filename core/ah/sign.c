#include <string.h>

#include "batch.h"
#include "util/bytes.h"

enum { PAYLOAD_MOST = 65535 };

static int is_tunnel(const wr_ah_sa *sa) {
    return (sa->flags & WR_AH_TUNNEL) != 0;
}

/* Where the packet's bytes begin that lie behind AH. */
static size_t behind(const wr_ah_sa *sa, const struct wr_ah_layout *layout) {
    return is_tunnel(sa) ? 0 : layout->ah;
}

/* What of the original's header goes into the new ones; read before they overwrite it. */
struct kept {
    uint8_t traffic_class, next;
};

static struct kept keep(const wr_ah_sa *sa, const struct wr_ah_layout *layout, const uint8_t *data) {
    return (struct kept){(uint8_t)((data[0] & 0x0f) << 4 | data[1] >> 4),
                         is_tunnel(sa) ? (uint8_t)WR_PROTO_IPV6 : data[layout->next_at]};
}

/* RFC 4301 section 5.1.2.2: class as inside, no flow, the SA's hop limit. */
static void put_outer(uint8_t *outer, const wr_ah_sa *sa, uint8_t traffic_class) {
    memset(outer, 0, 8);
    outer[0] = (uint8_t)(0x60 | traffic_class >> 4);
    outer[1] = (uint8_t)(traffic_class << 4);
    outer[7] = sa->hop_limit;
    memcpy(outer + 8, sa->source, 16);
    memcpy(outer + 24, sa->destination, 16);
}

static void put_ah(uint8_t *ah, const wr_ah_sa *sa, uint8_t next, uint32_t sequence) {
    const size_t length = wr_ah_length(sa);

    memset(ah, 0, length);
    ah[0] = next;
    ah[1] = (uint8_t)(length / 4 - 2);
    wr_store32_be(ah + 4, sa->spi);
    if (sa->generation == WR_AH_RFC4302)
        wr_store32_be(ah + 8, sequence);
}

/* The headers of the packet to come, ICV zero; in transport mode `headers` already holds those before AH. */
static void put_headers(uint8_t *headers, const wr_ah_sa *sa, const struct wr_ah_item *item, struct kept kept) {
    const struct wr_ah_layout *layout = &item->layout;

    if (is_tunnel(sa))
        put_outer(headers, sa, kept.traffic_class);
    headers[layout->next_at] = WR_PROTO_AH;
    wr_ah_put_payload_length(headers, layout->total);
    put_ah(headers + layout->ah, sa, kept.next, (uint32_t)item->sequence);
}

/* Completes a layout found for the packet unsigned: `total` then is that of the packet signed. */
static int plan(struct wr_ah_layout *layout, const wr_ah_sa *sa, const wr_ah_packet *packet) {
    int reason;

    if (is_tunnel(sa)) {
        *layout = (struct wr_ah_layout){.ah = WR_IPV6_HEADER, .next_at = 6};
        reason = wr_ah_whole(packet->data, packet->length, &layout->total);
    } else {
        reason = wr_ah_find_place(layout, packet->data, packet->length);
    }
    if (reason != WR_AH_OK)
        return reason;
    layout->ah_length = wr_ah_length(sa);
    layout->total += wr_ah_overhead(sa);
    if (layout->ah + layout->ah_length > WR_AH_HEADERS_MAX)
        return WR_AH_HEADERS_TOO_LONG;
    if (layout->total - WR_IPV6_HEADER > PAYLOAD_MOST)
        return WR_AH_TOO_BIG;
    return packet->room < layout->total ? WR_AH_NO_ROOM : WR_AH_OK;
}

/* Gives the packet its sequence number; 0 if none is left. The first generation has none that could run out. */
WR_INLINE int number(const struct wr_ah_batch *batch, struct wr_ah_item *item) {
    item->sequence = batch->sequence + 1;
    return batch->sequence != batch->last;
}

/* A packet without extension headers, with room for its AH and all else in order. Any other is for the long way. */
WR_INLINE int is_plain(const struct wr_ah_batch *batch, const wr_ah_packet *packet, size_t *payload) {
    const uint64_t extensions = (uint64_t)1 << WR_PROTO_HOP_BY_HOP | (uint64_t)1 << WR_PROTO_ROUTING |
                                (uint64_t)1 << WR_PROTO_FRAGMENT | (uint64_t)1 << WR_PROTO_DESTINATION;
    const uint8_t *data = packet->data;

    if (!batch->plain || packet->length < WR_IPV6_HEADER)
        return 0;
    *payload = (size_t)data[4] << 8 | data[5];
    return data[0] >> 4 == 6 && *payload != 0 && *payload <= packet->length - WR_IPV6_HEADER &&
           *payload <= PAYLOAD_MOST - WR_AH_PLAIN && *payload + WR_IPV6_HEADER + WR_AH_PLAIN <= packet->room &&
           (data[6] >= 64 || !(extensions >> data[6] & 1));
}

WR_INLINE int gather_plain(struct wr_ah_batch *batch, const wr_ah_packet *packet, struct wr_ah_item *item,
                              size_t payload) {
    const uint8_t *data = packet->data;
    uint8_t *const head = wr_ah_head_room(batch, WR_AH_HEAD_BLOCK), *ah;

    if (!number(batch, item))
        return WR_AH_SEQUENCE_USED_UP;
    if (head == NULL)
        return WR_AH_FLUSH_FIRST;
    ah = head + WR_IPV6_HEADER;
    item->plain = (uint32_t)(payload + WR_IPV6_HEADER + WR_AH_PLAIN);
    wr_ah_put_input(batch, item, head, WR_AH_HEAD_BLOCK, ah + batch->fixed, data + WR_IPV6_HEADER, payload);
    wr_ah_plain_head(batch, head, data, payload + WR_AH_PLAIN);
    memcpy(ah, batch->ah, WR_AH_PLAIN);
    ah[0] = data[6];
    wr_store32_be(ah + 8, (uint32_t)item->sequence & batch->counted); /* in the first generation, part of the ICV */
    return WR_AH_OK;
}

static int gather_any(struct wr_ah_batch *batch, const wr_ah_packet *packet, struct wr_ah_item *item) {
    const wr_ah_sa *sa = batch->sa;
    struct wr_ah_layout *layout = &item->layout;
    const int reason = plan(layout, sa, packet);
    uint8_t *head;
    size_t from;

    item->plain = 0;
    if (reason != WR_AH_OK)
        return reason;
    if (!number(batch, item))
        return WR_AH_SEQUENCE_USED_UP;
    head = wr_ah_head_room(batch, layout->ah + layout->ah_length);
    if (head == NULL)
        return WR_AH_FLUSH_FIRST;
    from = behind(sa, layout);
    memcpy(head, packet->data, from);
    put_headers(head, sa, item, keep(sa, layout, packet->data));
    wr_ah_add_input(batch, item, head, wr_ah_normalise(head, layout, sa), head + layout->ah + batch->fixed,
                    packet->data + from, layout->total - layout->ah - layout->ah_length);
    return WR_AH_OK;
}

WR_INLINE int gather(struct wr_ah_batch *batch, wr_ah_packet *packet, struct wr_ah_item *item) {
    size_t payload;

    if (is_plain(batch, packet, &payload))
        return gather_plain(batch, packet, item, payload);
    return gather_any(batch, packet, item);
}

/* The head is all of the new headers but for what is mutable: that is in the packet, until it is overwritten. */
WR_INLINE void write_plain(wr_ah_packet *packet, const struct wr_ah_item *item) {
    uint8_t *const out = packet->out, hop_limit = packet->data[7];
    uint8_t first[4];

    memcpy(first, packet->data, sizeof first);
    if (out + WR_AH_PLAIN != packet->data)
        memmove(out + WR_IPV6_HEADER + WR_AH_PLAIN, packet->data + WR_IPV6_HEADER,
                item->plain - WR_IPV6_HEADER - WR_AH_PLAIN);
    /* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): signing refuses nothing for what came earlier */
    memcpy(out, item->head, WR_AH_HEAD_BLOCK);
    memcpy(out, first, sizeof first);
    out[7] = hop_limit;
}

static void write_any(const struct wr_ah_batch *batch, wr_ah_packet *packet, const struct wr_ah_item *item) {
    const struct wr_ah_layout *layout = &item->layout;
    const wr_ah_sa *sa = batch->sa;
    const struct kept kept = keep(sa, layout, packet->data);
    const size_t from = behind(sa, layout);

    wr_ah_move(packet->out, layout->ah + layout->ah_length - from, packet->data, 0, from,
               layout->total - layout->ah - layout->ah_length);
    put_headers(packet->out, sa, item, kept);
    memcpy(packet->out + layout->ah + batch->fixed, item->icv, sa->mac->icv_length);
}

WR_INLINE void finish(const struct wr_ah_batch *batch, wr_ah_packet *packet, const struct wr_ah_item *item) {
    packet->out_length = item->plain ? item->plain : item->layout.total;
    packet->sequence = item->sequence;
    if (item->plain)
        write_plain(packet, item);
    else
        write_any(batch, packet, item);
}

size_t wr_ah_sign(wr_ah_sa *sa, wr_ah_packet *packets, size_t count) {
    static const struct wr_ah_operation sign = {gather, finish};
    struct wr_ah_batch batch;
    size_t good;

    if (count == 0 || !wr_ah_sa_is_good(sa))
        return wr_ah_refuse_all(packets, count, WR_AH_BAD_SA);
    wr_ah_batch_init(&batch, sa, packets);
    batch.last = sa->flags & WR_AH_ESN || sa->generation == WR_AH_RFC1826 ? UINT64_MAX : UINT32_MAX;
    batch.sequence = sa->sequence;
    good = count <= WR_AH_FEW ? wr_ah_run_few(&sign, &batch, count) : wr_ah_run_many(&sign, &batch, count);
    if (sa->generation == WR_AH_RFC4302)
        sa->sequence = batch.sequence;
    return good;
}
