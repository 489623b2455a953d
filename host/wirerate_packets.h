/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wirerate_packets.h - libwirerate-host, packets: MACs for IPv6 AH by name, and a ring of packets signed and verified
 * in timed, checked, interleaved rounds. Not installed; the Python package is its user.
 */
#ifndef WIRERATE_PACKETS_H
#define WIRERATE_PACKETS_H

#include "wirerate_ah.h"
#include "wirerate_host.h"

/* ---- MACs (host/packets/macs) ---------------------------------------------------------------------------------------
 * A MAC with its key state, ready for an SA: sa.mac = wrh_keyed_mac_table(mac), sa.key = wrh_keyed_mac_key(mac).
 * Algorithms: "keyed-md5", "hmac-md5-96", "hmac-sha1-96", "hmac-sha2-256-128", "hmac-sha2-384-192",
 * "hmac-sha2-512-256", "aes-xcbc-96", "aes-cmac-96". Implementations: "wirerate" (the first two) and "openssl" (all),
 * which keeps its context between packets. One per thread. On failure NULL with *status and a reason, as from
 * wrh_subject_open. */
typedef struct wrh_keyed_mac wrh_keyed_mac;
wrh_keyed_mac *wrh_keyed_mac_open(const char *algorithm, const char *implementation, const uint8_t *key,
                                  size_t key_bytes, int *status, char *why, size_t why_size);
void wrh_keyed_mac_close(wrh_keyed_mac *mac);
const wr_ah_mac *wrh_keyed_mac_table(const wrh_keyed_mac *mac);
void *wrh_keyed_mac_key(wrh_keyed_mac *mac);
/* Bytes of key that the algorithm takes: exactly so many, or 0 for any number. WRH_UNSUPPORTED for an unknown name. */
int wrh_ah_key_bytes(const char *algorithm);

/* ---- The packet ring (host/packets/ring) ----------------------------------------------------------------------------
 * `templates` (1..256) IPv6 packets of the given lengths (above 40 bytes), copied in laps until `working_set` bytes are
 * covered. Each copy starts on a 64-byte boundary, room for `ah_bytes` of AH counted in, anywhere in the memory;
 * packets next to one another in time are no neighbours in it. A lap has every template once, as packet 1, 2, ... of a
 * security association, so that `templates` expected results check every packet. NULL without memory or with a length
 * too short. */
enum wrh_ring_operation {
    WRH_RING_SIGN = 0,   /* in place: the headers move, AH goes in, the payload stays */
    WRH_RING_VERIFY = 1, /* where they lie; the last packet of each lap is forged, and must be found so */
    WRH_RING_BARE = 2    /* HMAC-MD5-96 of wirerate over the bytes that the signed packets have, and nothing else */
};

typedef struct wrh_ring wrh_ring;
wrh_ring *wrh_ring_new(const uint64_t *lengths, size_t templates, size_t ah_bytes, uint64_t working_set, uint64_t seed);
void wrh_ring_free(wrh_ring *ring);
uint64_t wrh_ring_packets(const wrh_ring *ring);

/* A subject on the ring: macs[t] serves thread t; `batch` packets go into a call. */
typedef struct wrh_ring_cell {
    wrh_keyed_mac *const *macs;
    int generation; /* wr_ah_generation */
    int operation;
    size_t batch;
} wrh_ring_cell;

/* Lays the ring out for an operation, and computes by `reference`, one packet at a time, what its rounds must give.
 * Cells run afterwards have that algorithm, generation and operation, or are bare on a ring to sign. */
int wrh_ring_prepare(wrh_ring *ring, wrh_keyed_mac *reference, int generation, int operation);

/* Runs cells in `order` and writes out[k], as wrh_run does: `packets[c]` packets a round and thread, timed in slices of
 * about a thousand; between them, untimed, results are checked and packets made as they were. `wrong` counts packets
 * that were not what they should be. */
int wrh_ring_run(wrh_ring *ring, const wrh_ring_cell *cells, const uint64_t *packets, const uint32_t *order,
                 size_t count, unsigned threads, wrh_round *out, int64_t *stolen_ns);
/* Times each of `calls` calls by itself and writes nanoseconds per packet: for the tail of the distribution. */
int wrh_ring_latencies(wrh_ring *ring, const wrh_ring_cell *cell, size_t calls, double *ns_per_packet);

#endif
