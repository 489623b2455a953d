#include <string.h>

#include "batch.h"
#include "util/bytes.h"
#include "window.h"

/* The packet's sequence number in full; 0 for one that cannot be. */
static uint64_t sequence_of(const wr_ah_sa *sa, const uint8_t *ah, uint64_t top) {
    const uint32_t low = wr_load32_be(ah + 8);

    return sa->flags & WR_AH_ESN ? wr_ah_window_extend(sa->window.size, top, low) : low;
}

/* The highest that the window may reach by the packets gathered. */
static uint64_t top_to_come(const struct wr_ah_batch *batch) {
    return batch->top > batch->sa->window.top ? batch->top : batch->sa->window.top;
}

/* An extended number is guessed from where the window stands: what was gathered must not change the guess. It grows
 * with the window, so its value at both ends tells. */
static int read_sequence(const struct wr_ah_batch *batch, struct wr_ah_item *item, const uint8_t *ah) {
    const wr_ah_sa *sa = batch->sa;

    item->sequence = 0;
    if (sa->generation == WR_AH_RFC1826)
        return WR_AH_OK;
    if (sa->flags & WR_AH_ESN && sa->window.size == 0)
        return WR_AH_BAD_SA; /* it may sign */
    item->sequence = sequence_of(sa, ah, sa->window.top);
    if (sa->flags & WR_AH_ESN && item->sequence != sequence_of(sa, ah, top_to_come(batch)))
        return WR_AH_FLUSH_FIRST;
    return wr_ah_window_check(&sa->window, item->sequence);
}

/* What comes out: the packet without AH, or the one inside. */
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

/* A packet without extension headers before an AH of this SA, all of it there. Any other is for the long way. */
WR_INLINE int is_plain(const struct wr_ah_batch *batch, const wr_ah_packet *packet, size_t *payload) {
    const uint8_t *data = packet->data;

    if (!batch->plain || packet->length < WR_IPV6_HEADER + WR_AH_PLAIN)
        return 0;
    *payload = (size_t)data[4] << 8 | data[5];
    return data[0] >> 4 == 6 && data[6] == WR_PROTO_AH && *payload >= WR_AH_PLAIN &&
           *payload <= packet->length - WR_IPV6_HEADER && data[WR_IPV6_HEADER + 1] == batch->ah[1] &&
           memcmp(data + WR_IPV6_HEADER + 4, batch->ah + 4, 4) == 0 &&
           (packet->out == NULL || packet->room >= *payload + WR_IPV6_HEADER - WR_AH_PLAIN);
}

WR_INLINE int gather_plain(struct wr_ah_batch *batch, const wr_ah_packet *packet, struct wr_ah_item *item,
                              size_t payload) {
    const uint8_t *data = packet->data, *from = data + WR_IPV6_HEADER;
    uint8_t *const head = wr_ah_head_room(batch, WR_AH_HEAD_BLOCK), *ah;
    const int reason = head ? read_sequence(batch, item, from) : WR_AH_FLUSH_FIRST;

    if (reason != WR_AH_OK)
        return reason;
    ah = head + WR_IPV6_HEADER;
    item->layout = (struct wr_ah_layout){
        .total = payload + WR_IPV6_HEADER, .ah = WR_IPV6_HEADER, .ah_length = WR_AH_PLAIN, .next_at = 6};
    wr_ah_put_input(batch, item, head, WR_AH_HEAD_BLOCK, ah + batch->fixed, from + WR_AH_PLAIN, payload - WR_AH_PLAIN);
    wr_ah_plain_head(batch, head, data, payload);
    memcpy(ah, batch->ah, WR_AH_PLAIN); /* zeros for the ICV */
    memcpy(ah, from, WR_AH_FIXED_1826);
    if (batch->sa->generation == WR_AH_RFC4302)
        memcpy(ah + WR_AH_FIXED_1826, from + WR_AH_FIXED_1826, WR_AH_FIXED_4302 - WR_AH_FIXED_1826);
    return WR_AH_OK;
}

static int gather_any(struct wr_ah_batch *batch, const wr_ah_packet *packet, struct wr_ah_item *item) {
    const wr_ah_sa *sa = batch->sa;
    struct wr_ah_layout *layout = &item->layout;
    int reason = wr_ah_find(layout, sa, packet->data, packet->length);
    const size_t headers = layout->ah + layout->ah_length;
    size_t normalised;
    uint8_t *head;

    if (reason == WR_AH_OK)
        reason = read_sequence(batch, item, packet->data + layout->ah);
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

WR_INLINE int gather(struct wr_ah_batch *batch, wr_ah_packet *packet, struct wr_ah_item *item) {
    size_t payload;
    const int reason = is_plain(batch, packet, &payload) ? gather_plain(batch, packet, item, payload)
                                                         : gather_any(batch, packet, item);

    if (reason == WR_AH_OK && item->sequence > batch->top)
        batch->top = item->sequence;
    return reason;
}

/* In time that depends on the length only; ICVs are whole words. */
WR_INLINE int equal(const uint8_t *a, const uint8_t *b, size_t length) {
    uint32_t difference = 0;

    for (size_t i = 0; i < length; i += 4)
        difference |= wr_load32_host(a + i) ^ wr_load32_host(b + i);
    return difference == 0;
}

static void unwrap(const wr_ah_sa *sa, wr_ah_packet *packet, const struct wr_ah_layout *layout) {
    const size_t behind = layout->ah + layout->ah_length, headers = sa->flags & WR_AH_TUNNEL ? 0 : layout->ah;
    const uint8_t next = packet->data[layout->ah];

    wr_ah_move(packet->out, 0, packet->data, behind - headers, headers, layout->total - behind);
    packet->out_length = unwrapped_length(sa, layout);
    if (headers) {
        packet->out[layout->next_at] = next;
        wr_ah_put_payload_length(packet->out, packet->out_length);
    }
}

/* The window is looked at again: packets before this one have moved it. It moves only now that the ICV is right. */
WR_INLINE void finish(const struct wr_ah_batch *batch, wr_ah_packet *packet, const struct wr_ah_item *item) {
    const struct wr_ah_layout *layout = &item->layout;
    wr_ah_sa *const sa = batch->sa;

    packet->sequence = item->sequence;
    packet->reason = wr_ah_window_check(&sa->window, item->sequence);
    if (packet->reason != WR_AH_OK)
        return;
    if (!equal(item->icv, packet->data + layout->ah + batch->fixed, sa->mac->icv_length)) {
        packet->reason = WR_AH_BAD_ICV;
        return;
    }
    wr_ah_window_note(&sa->window, item->sequence);
    if (packet->out)
        unwrap(sa, packet, layout);
}

size_t wr_ah_verify(wr_ah_sa *sa, wr_ah_packet *packets, size_t count) {
    static const struct wr_ah_operation verify = {gather, finish};
    struct wr_ah_batch batch;

    if (count == 0 || !wr_ah_sa_is_good(sa))
        return wr_ah_refuse_all(packets, count, WR_AH_BAD_SA);
    wr_ah_batch_init(&batch, sa, packets);
    return count <= WR_AH_FEW ? wr_ah_run_few(&verify, &batch, count) : wr_ah_run_many(&verify, &batch, count);
}
