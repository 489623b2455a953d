/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Parse a packet's headers, and convert them to the form that the ICV covers. (Internal.) */
#ifndef WR_CORE_AH_HEADERS_H
#define WR_CORE_AH_HEADERS_H

#include "wirerate_ah.h"

enum {
    WR_AH_PAYLOAD_MOST = 65535,
    WR_IPV6_HEADER = 40,
    WR_FRAGMENT_HEADER = 8,
    WR_AH_FIXED_4302 = 12, /* bytes before the ICV (RFC 4302 section 2) */
    WR_AH_FIXED_1826 = 8   /* bytes before the ICV (RFC 1826 section 3.1) */
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

/* Positions in a packet, as byte offsets from its start. */
struct wr_ah_layout {
    size_t total;         /* length of the packet */
    size_t ah;            /* position of AH or, when signing, the position to insert it */
    size_t ah_length;     /* length of AH; 0 when signing */
    size_t next_at;       /* position of the Next Header byte that leads to AH */
    uint32_t fragment_at; /* position of a left-over fragment header before AH that the ICV skips; 0 if there is none */
    uint32_t fragment_next_at;
};

/* Find AH in a packet, or the place to insert it. Return WR_AH_OK, or why the packet is refused. */
int wr_ah_find(struct wr_ah_layout *layout, const wr_ah_sa *sa, const uint8_t *data, size_t length);
int wr_ah_find_place(struct wr_ah_layout *layout, const uint8_t *data, size_t length);

/* Check that the data begin with one whole IPv6 packet, and set *total to its length. Return WR_AH_OK, or why the
 * packet is refused. */
int wr_ah_whole(const uint8_t *data, size_t length, size_t *total);

/* Convert a copy of the headers, up to and including AH, to the form that the ICV covers: set mutable fields and the
 * ICV to zero and remove a left-over fragment header. Return the new length. */
size_t wr_ah_normalise(uint8_t *headers, const struct wr_ah_layout *layout, const wr_ah_sa *sa);

/* Set the Payload Length of a packet of `total` bytes. */
static inline void wr_ah_put_payload_length(uint8_t *packet, size_t total) {
    const size_t payload = total - WR_IPV6_HEADER;
    packet[4] = (uint8_t)(payload >> 8);
    packet[5] = (uint8_t)payload;
}

/* Move a packet from data to out: its first `headers` bytes, and then `length` bytes of payload, which begin `from_gap`
 * bytes behind the headers in data and `to_gap` bytes behind them in out. Source and destination may overlap in any
 * way. Bytes already in place are not touched. */
void wr_ah_move(uint8_t *out, size_t to_gap, const uint8_t *data, size_t from_gap, size_t headers, size_t length);

/* Return the length of AH before the ICV (wr_ah_fixed), or of all AH, padded to a multiple of 8 bytes (wr_ah_length;
 * RFC 4302 section 3.3.3.2.1). */
size_t wr_ah_fixed(const wr_ah_sa *sa);
size_t wr_ah_length(const wr_ah_sa *sa);

#endif
