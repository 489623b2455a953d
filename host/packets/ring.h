/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* ring.h - the layout of the ring. (Internal.) */
#ifndef WRH_PACKETS_RING_H
#define WRH_PACKETS_RING_H

#include "wirerate_packets.h"

enum { WRH_RING_TEMPLATES = 256, WRH_RING_LINE = 64, WRH_RING_HEADERS = 128, WRH_RING_HEADER = 40 };

/* The data from which a packet is made, and the expected results. */
struct wrh_ring_template {
    size_t length;                     /* unsigned packet */
    uint8_t header[WRH_RING_HEADER];   /* unsigned packet */
    uint8_t signed_[WRH_RING_HEADERS]; /* headers and AH of the signed packet */
    uint8_t bare[WR_AH_ICV_MAX];       /* the MAC over a slot whose packet is unsigned, for WRH_RING_BARE */
};

struct wrh_ring {
    size_t templates, ah_bytes;
    struct wrh_ring_template template[WRH_RING_TEMPLATES];
    uint8_t *memory;
    size_t mapped;
    uint32_t *place; /* the place of packet i, in cache lines; packet i is a copy of template i % templates */
    uint64_t packets;
    uint64_t cursor; /* the lap at which the next round begins, counted from each thread's first */
};

static inline uint8_t *wrh_ring_slot(const wrh_ring *ring, uint64_t packet) {
    return ring->memory + (size_t)ring->place[packet] * WRH_RING_LINE;
}

/* Restore a packet's unsigned headers, with zeros in front of them. */
void wrh_ring_restore(const wrh_ring *ring, uint64_t packet);

#endif
