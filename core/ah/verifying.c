/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The slow path of verifying: tunnels, extension headers, and AH with padding. This file also reads the sequence
 * numbers and writes the output of all verified packets. */
#include "verifying.h"

#include <string.h>

#include "util/bytes.h"
#include "window.h"

/* Return the packet's full sequence number, or 0 if it would be out of range. */
static uint64_t sequence_of(const wr_ah_sa *sa, const uint8_t *ah, uint64_t top) {
    const uint32_t low = wr_load32_be(ah + 8);

    return sa->flags & WR_AH_ESN ? wr_ah_window_extend(sa->window.size, top, low) : low;
}

/* Return the highest value that the window's top can have after the gathered packets are verified. */
static uint64_t top_to_come(const struct wr_ah_batch *batch) {
    return batch->top > batch->sa->window.top ? batch->top : batch->sa->window.top;
}

/* The high half of an extended sequence number is guessed from the window's position, and the packets already gathered
 * may move the window. The guess never falls as the window moves up, so it is certain if the lowest and the highest
 * possible position give the same number. Otherwise the batch must be finished first. */
int wr_ah_read_sequence(const struct wr_ah_batch *batch, struct wr_ah_item *item, const uint8_t *ah) {
    const wr_ah_sa *sa = batch->sa;

    item->sequence = 0;
    if (sa->generation == WR_AH_RFC1826)
        return WR_AH_OK;
    if (sa->flags & WR_AH_ESN && sa->window.size == 0)
        return WR_AH_BAD_SA; /* an SA with ESN but no window can only sign */
    item->sequence = sequence_of(sa, ah, sa->window.top);
    if (sa->flags & WR_AH_ESN && item->sequence != sequence_of(sa, ah, top_to_come(batch)))
        return WR_AH_FLUSH_FIRST;
    return wr_ah_window_check(&sa->window, item->sequence);
}

/* Return the length of the output: the packet without AH, or the inner packet of a tunnel. */
static size_t unwrapped_length(const wr_ah_sa *sa, const struct wr_ah_layout *layout) {
    return layout->total - layout->ah_length - (sa->flags & WR_AH_TUNNEL ? layout->ah : 0);
}

static int check_output(const wr_ah_sa *sa, const wr_ah_packet *packet, const struct wr_ah_layout *layout) {
    const size_t inner = layout->ah + layout->ah_length;
    const size_t length = unwrapped_length(sa, layout);

    if (sa->flags & WR_AH_TUNNEL) {
        size_t whole;
        if (packet->data[layout->ah] != WR_PROTO_IPV6 ||
            wr_ah_whole(packet->data + inner, layout->total - inner, &whole) != WR_AH_OK || whole != length)
            return WR_AH_BAD_INNER;
    }
    return packet->out && packet->room < length ? WR_AH_NO_ROOM : WR_AH_OK;
}

int wr_ah_gather_verifying(struct wr_ah_batch *batch, const wr_ah_packet *packet, struct wr_ah_item *item) {
    const wr_ah_sa *sa = batch->sa;
    struct wr_ah_layout *layout = &item->layout;
    int reason = wr_ah_find(layout, sa, packet->data, packet->length);
    const size_t headers = layout->ah + layout->ah_length;
    size_t normalised;
    uint8_t *head;

    if (reason == WR_AH_OK)
        reason = wr_ah_read_sequence(batch, item, packet->data + layout->ah);
    if (reason == WR_AH_OK)
        reason = check_output(sa, packet, layout);
    if (reason != WR_AH_OK)
        return reason;
    head = wr_ah_head_room(batch, headers);
    if (head == NULL)
        return WR_AH_FLUSH_FIRST;
    memcpy(head, packet->data, headers);
    normalised = wr_ah_normalise(head, layout, sa);
    wr_ah_add_input(batch, item, head, normalised, head + normalised - layout->ah_length + batch->fixed,
                    packet->data + headers, layout->total - headers);
    return WR_AH_OK;
}

void wr_ah_unwrap(const wr_ah_sa *sa, wr_ah_packet *packet, const struct wr_ah_layout *layout) {
    const size_t behind = layout->ah + layout->ah_length, headers = sa->flags & WR_AH_TUNNEL ? 0 : layout->ah;
    const uint8_t next = packet->data[layout->ah];

    wr_ah_move(packet->out, 0, packet->data, behind - headers, headers, layout->total - behind);
    packet->out_length = unwrapped_length(sa, layout);
    if (headers) {
        packet->out[layout->next_at] = next;
        wr_ah_put_payload_length(packet->out, packet->out_length);
    }
}
