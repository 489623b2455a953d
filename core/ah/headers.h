/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The walk over a packet's headers and their form for the ICV. (Internal.) */
#ifndef WR_CORE_AH_HEADERS_H
#define WR_CORE_AH_HEADERS_H

#include "wirerate_ah.h"

enum {
    WR_AH_PAYLOAD_MOST = 65535,
    WR_IPV6_HEADER = 40,
    WR_FRAGMENT_HEADER = 8,
    WR_AH_FIXED_4302 = 12, /* RFC 4302 section 2: up to the ICV */
    WR_AH_FIXED_1826 = 8   /* RFC 1826 section 3.1 */
};

enum wr_protocol {
    WR_PROTO_HOP_BY_HOP = 0,
    WR_PROTO_IPV6 = 41,
    WR_PROTO_ROUTING = 43,
    WR_PROTO_FRAGMENT = 44,
    WR_PROTO_AH = 51,
    WR_PROTO_NONE = 59,
    WR_PROTO_DESTINATION = 60
};

/* Where things are in a packet. */
struct wr_ah_layout {
    size_t total;         /* bytes of the packet */
    size_t ah;            /* where AH is or, signing, goes */
    size_t ah_length;     /* its bytes: signing, 0 */
    size_t next_at;       /* the Next Header byte that leads to it */
    uint32_t fragment_at; /* a left-over fragment header before AH that the ICV skips, or 0 */
    uint32_t fragment_next_at;
};

/* Finds AH, or where it goes. WR_AH_OK or why not. */
int wr_ah_find(struct wr_ah_layout *layout, const wr_ah_sa *sa, const uint8_t *data, size_t length);
int wr_ah_find_place(struct wr_ah_layout *layout, const uint8_t *data, size_t length);

/* Is there one whole IPv6 packet, and of how many bytes. WR_AH_OK or why not. */
int wr_ah_whole(const uint8_t *data, size_t length, size_t *total);

/* Puts headers up to and with AH, a copy, into the form that the ICV takes: mutable fields and ICV zeroed, a left-over
 * fragment header taken out. Returns their new length. */
size_t wr_ah_normalise(uint8_t *headers, const struct wr_ah_layout *layout, const wr_ah_sa *sa);

/* Writes the Payload Length of a packet of `total` bytes. */
static inline void wr_ah_put_payload_length(uint8_t *packet, size_t total) {
    const size_t payload = total - WR_IPV6_HEADER;
    packet[4] = (uint8_t)(payload >> 8);
    packet[5] = (uint8_t)payload;
}

/* A packet's `headers` bytes go to `out`, the `length` bytes that lie `from_gap` behind them to `to_gap` behind their
 * new place. Both places may overlap, in any way; bytes already in place are not touched. */
void wr_ah_move(uint8_t *out, size_t to_gap, const uint8_t *data, size_t from_gap, size_t headers, size_t length);

/* Bytes before the ICV in AH, and of AH with it and its padding to a multiple of 8 (RFC 4302 section 3.3.3.2.1). */
size_t wr_ah_fixed(const wr_ah_sa *sa);
size_t wr_ah_length(const wr_ah_sa *sa);

#endif
