/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The slow path of signing: tunnels, extension headers, and AH with padding. */
#include "signing.h"

#include <string.h>

#include "util/bytes.h"

static int is_tunnel(const wr_ah_sa *sa) {
    return (sa->flags & WR_AH_TUNNEL) != 0;
}

/* Return the offset of the first byte that goes behind AH. */
static size_t behind(const wr_ah_sa *sa, const struct wr_ah_layout *layout) {
    return is_tunnel(sa) ? 0 : layout->ah;
}

/* Fields of the original header that go into the new headers; they are read before they are overwritten. */
struct kept {
    uint8_t traffic_class, next;
};

static struct kept keep(const wr_ah_sa *sa, const struct wr_ah_layout *layout, const uint8_t *data) {
    return (struct kept){(uint8_t)((data[0] & 0x0f) << 4 | data[1] >> 4),
                         is_tunnel(sa) ? (uint8_t)WR_PROTO_IPV6 : data[layout->next_at]};
}

/* Write the outer header of a tunnel (RFC 4301 section 5.1.2.2): the inner traffic class, no flow label, the SA's hop
 * limit. */
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

/* Write the headers of the signed packet, with an ICV of zero. In transport mode `headers` already holds the headers
 * before AH. */
static void put_headers(uint8_t *headers, const wr_ah_sa *sa, const struct wr_ah_item *item, struct kept kept) {
    const struct wr_ah_layout *layout = &item->layout;

    if (is_tunnel(sa))
        put_outer(headers, sa, kept.traffic_class);
    headers[layout->next_at] = WR_PROTO_AH;
    wr_ah_put_payload_length(headers, layout->total);
    put_ah(headers + layout->ah, sa, kept.next, (uint32_t)item->sequence);
}

/* Fill in the layout for signing the packet; `total` becomes the length of the signed packet. Return WR_AH_OK, or why
 * the packet is refused. */
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
    if (layout->total - WR_IPV6_HEADER > WR_AH_PAYLOAD_MOST)
        return WR_AH_TOO_BIG;
    return packet->room < layout->total ? WR_AH_NO_ROOM : WR_AH_OK;
}

int wr_ah_gather_signing(struct wr_ah_batch *batch, const wr_ah_packet *packet, struct wr_ah_item *item) {
    const wr_ah_sa *sa = batch->sa;
    struct wr_ah_layout *layout = &item->layout;
    const int reason = plan(layout, sa, packet);
    uint8_t *head;
    size_t from;

    item->plain = 0;
    if (reason != WR_AH_OK)
        return reason;
    if (!wr_ah_number(batch, item))
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

void wr_ah_write_signed(const struct wr_ah_batch *batch, wr_ah_packet *packet, const struct wr_ah_item *item) {
    const struct wr_ah_layout *layout = &item->layout;
    const wr_ah_sa *sa = batch->sa;
    const struct kept kept = keep(sa, layout, packet->data);
    const size_t from = behind(sa, layout);

    wr_ah_move(packet->out, layout->ah + layout->ah_length - from, packet->data, 0, from,
               layout->total - layout->ah - layout->ah_length);
    put_headers(packet->out, sa, item, kept);
    memcpy(packet->out + layout->ah + batch->fixed, item->icv, sa->mac->icv_length);
}
