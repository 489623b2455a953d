/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Signing plain packets (without extension headers) directly in their output buffer, with a MAC that takes whole
 * packets and cannot fail. Inlined into the loop of pipeline.c, which explains why. (Internal.) */
#ifndef WR_CORE_AH_IN_PLACE_H
#define WR_CORE_AH_IN_PLACE_H

#include <string.h>

#include "batch.h"
#include "util/bytes.h"

enum {
    WR_AH_ICV_IN_PLACE = WR_IPV6_HEADER + WR_AH_FIXED_4302,
    WR_AH_AHEAD = 8 /* how many packets ahead to prefetch */
};

/* Return whether the packet has no extension header, leaves room for an AH of 24 bytes and is valid otherwise; if so,
 * set *payload. */
WR_INLINE int wr_ah_signs_plain(const wr_ah_packet *packet, size_t *payload) {
    const uint64_t extensions = (uint64_t)1 << WR_PROTO_HOP_BY_HOP | (uint64_t)1 << WR_PROTO_ROUTING |
                                (uint64_t)1 << WR_PROTO_FRAGMENT | (uint64_t)1 << WR_PROTO_DESTINATION;
    const uint8_t *data = packet->data;

    if (packet->length < WR_IPV6_HEADER)
        return 0;
    *payload = (size_t)data[4] << 8 | data[5];
    return data[0] >> 4 == 6 && *payload - 1 < WR_AH_PAYLOAD_MOST - WR_AH_PLAIN &&
           *payload <= packet->length - WR_IPV6_HEADER && *payload + WR_IPV6_HEADER + WR_AH_PLAIN <= packet->room &&
           (data[6] >= 64 || !(extensions >> data[6] & 1));
}

/* Write AH with an ICV of zero: the template `same`, the next header and the sequence number. RFC 1826 has no sequence
 * number; its 0 is part of the ICV. */
WR_INLINE void wr_ah_put_plain_ah(uint8_t *ah, const uint8_t same[WR_AH_PLAIN], uint8_t next, uint32_t sequence) {
    memcpy(ah, same, WR_AH_PLAIN);
    ah[0] = next;
    wr_store32_be(ah + 8, sequence);
}

/* Build the packet in its output buffer with the mutable fields set to zero, so that the MAC can read it as one
 * message, zeroed ICV included. Nothing can fail from here on. */
WR_INLINE void wr_ah_put_in_place(const uint8_t same[WR_AH_PLAIN], wr_ah_packet *packet, size_t payload,
                                  uint64_t sequence, wr_message *message, struct wr_ah_opening *opening) {
    static const uint8_t unchanging[8] = {0x60, 0, 0, 0, 0, 0, WR_PROTO_AH, 0};
    const size_t length = WR_AH_HEAD_BLOCK + payload;
    const uint8_t *data = packet->data;
    uint8_t *const out = packet->out, next = data[6];
    uint8_t source[16], destination[16];

    if (out + WR_AH_PLAIN != data) {
        wr_ah_move(out, WR_AH_PLAIN, data, 0, WR_IPV6_HEADER, payload);
        data = out;
    }
    memcpy(opening->bytes, data, sizeof opening->bytes); /* read everything before overwriting it */
    memcpy(source, data + 8, sizeof source);
    memcpy(destination, data + 24, sizeof destination);
    memcpy(out, unchanging, sizeof unchanging);
    wr_ah_put_payload_length(out, length);
    memcpy(out + 8, source, sizeof source);
    memcpy(out + 24, destination, sizeof destination);
    wr_ah_put_plain_ah(out + WR_IPV6_HEADER, same, next, (uint32_t)sequence);
    *message = (wr_message){out, length, out + WR_AH_ICV_IN_PLACE};
    packet->out_length = length;
    packet->sequence = sequence;
    packet->reason = WR_AH_OK;
}

/* Gather consecutive plain packets, at most `count`. Return how many. */
WR_INLINE size_t wr_ah_gather_in_place(struct wr_ah_batch *batch, wr_ah_packet *packets, size_t count) {
    const uint64_t numbers = batch->last - batch->sequence, first = batch->sequence + 1;
    const size_t most = numbers < count ? (size_t)numbers : count;
    wr_message *const messages = batch->message;
    struct wr_ah_opening *const openings = batch->openings + (messages - batch->messages);
    uint8_t same[WR_AH_PLAIN]; /* a local copy: the compiler knows that no packet overlaps it */
    size_t payload, i;

    memcpy(same, batch->ah, sizeof same);
    for (i = 0; i < most && wr_ah_signs_plain(&packets[i], &payload); i++) {
        if (i + WR_AH_AHEAD < count)
            WR_PREFETCH(packets[i + WR_AH_AHEAD].data);
        wr_ah_put_in_place(same, &packets[i], payload, first + i, &messages[i], &openings[i]);
    }
    batch->message += i;
    batch->sequence += i;
    return i;
}

/* Compute the ICVs of packets signed in place and restore their mutable fields. Return how many packets were signed. */
WR_INLINE size_t wr_ah_end_in_place(struct wr_ah_batch *batch) {
    const wr_message *const messages = batch->messages;
    const struct wr_ah_opening *const openings = batch->openings;
    const size_t count = (size_t)(batch->message - messages);

    if (count)
        batch->whole(batch->sa->key, messages, count);
    for (size_t i = 0; i < count; i++) {
        uint8_t *const out = messages[i].tag - WR_AH_ICV_IN_PLACE;
        memcpy(out, openings[i].bytes, 4);
        out[7] = openings[i].bytes[7];
    }
    batch->message = batch->messages;
    return count;
}

#endif
