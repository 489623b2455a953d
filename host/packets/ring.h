/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* ring.h - the ring's layout. (Internal.) */
#ifndef WRH_PACKETS_RING_H
#define WRH_PACKETS_RING_H

#include "wirerate_packets.h"

enum { WRH_RING_TEMPLATES = 256, WRH_RING_LINE = 64, WRH_RING_HEADERS = 128, WRH_RING_HEADER = 40 };

/* What a packet is made from, and what must become of it. */
struct wrh_ring_template {
    size_t length;                     /* unsigned */
    uint8_t header[WRH_RING_HEADER];   /* unsigned */
    uint8_t signed_[WRH_RING_HEADERS]; /* headers and AH, signed */
    uint8_t bare[WR_AH_ICV_MAX];       /* the MAC over the slot as it lies unsigned */
};

struct wrh_ring {
    size_t templates, ah_bytes;
    struct wrh_ring_template template[WRH_RING_TEMPLATES];
    uint8_t *memory;
    size_t mapped;
    uint32_t *place; /* of packet i, in lines; it is a copy of template i % templates */
    uint64_t packets;
    uint64_t cursor; /* the lap at which the next round begins, from each thread's first */
};

static inline uint8_t *wrh_ring_slot(const wrh_ring *ring, uint64_t packet) {
    return ring->memory + (size_t)ring->place[packet] * WRH_RING_LINE;
}

/* Makes a packet's headers what they were before it was signed, with zeros before them. */
void wrh_ring_restore(const wrh_ring *ring, uint64_t packet);

#endif
