/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wirerate_packets.h - libwirerate-host, packets: MACs for IPv6 AH by name, and a ring of packets that are signed and
 * verified in timed, checked, interleaved rounds. Not installed; used by the Python package.
 */
#ifndef WIRERATE_PACKETS_H
#define WIRERATE_PACKETS_H

#include "wirerate_ah.h"
#include "wirerate_host.h"

/* ---- MACs (host/packets/macs) ---------------------------------------------------------------------------------------
 * A MAC with its key state, ready for an SA: sa.mac = wrh_keyed_mac_table(mac), sa.key = wrh_keyed_mac_key(mac).
 * Algorithms: "keyed-md5", "hmac-md5-96", "hmac-sha1-96", "hmac-sha2-256-128", "hmac-sha2-384-192",
 * "hmac-sha2-512-256", "aes-xcbc-96", "aes-cmac-96". Implementations: "wirerate" (the first two algorithms) and
 * "openssl" (all), which keeps its context between packets. Each thread needs its own. On failure, wrh_keyed_mac_open
 * returns NULL with *status and a reason, like wrh_subject_open. */
typedef struct wrh_keyed_mac wrh_keyed_mac;
wrh_keyed_mac *wrh_keyed_mac_open(const char *algorithm, const char *implementation, const uint8_t *key,
                                  size_t key_bytes, int *status, char *why, size_t why_size);
void wrh_keyed_mac_close(wrh_keyed_mac *mac);
const wr_ah_mac *wrh_keyed_mac_table(const wrh_keyed_mac *mac);
void *wrh_keyed_mac_key(wrh_keyed_mac *mac);
/* Return the key length in bytes that the algorithm requires, 0 for any length, or WRH_UNSUPPORTED for an unknown
 * name. */
int wrh_ah_key_bytes(const char *algorithm);

/* ---- The packet ring (host/packets/ring) ----------------------------------------------------------------------------
 * `templates` (1 to 256) IPv6 packets of the given lengths (above 40 bytes) are copied in laps until `working_set`
 * bytes are covered. Each copy starts on a 64-byte boundary and has room for `ah_bytes` of AH. Copies are scattered in
 * memory, so consecutive packets are not neighbours. A lap has every template once, as packets 1, 2, ... of a security
 * association, so `templates` expected results are enough to check every packet. wrh_ring_new returns NULL if memory is
 * short or a length too small. */
enum wrh_ring_operation {
    WRH_RING_SIGN = 0,   /* sign in place: the headers move, AH is inserted, the payload stays */
    WRH_RING_VERIFY = 1, /* verify without output; the last packet of each lap is forged and must be refused */
    WRH_RING_BARE = 2    /* only compute wirerate's HMAC-MD5-96 over the bytes of the signed packets */
};

typedef struct wrh_ring wrh_ring;
wrh_ring *wrh_ring_new(const uint64_t *lengths, size_t templates, size_t ah_bytes, uint64_t working_set, uint64_t seed);
void wrh_ring_free(wrh_ring *ring);
uint64_t wrh_ring_packets(const wrh_ring *ring);

/* A subject on the ring: macs[t] is for thread t, and each call processes `batch` packets. */
typedef struct wrh_ring_cell {
    wrh_keyed_mac *const *macs;
    int generation; /* a wr_ah_generation */
    int operation;
    size_t batch;
} wrh_ring_cell;

/* Prepare the ring for an operation, and compute the expected results with `reference`, one packet at a time. Cells run
 * afterwards must have the same algorithm, generation and operation, or be WRH_RING_BARE on a ring prepared for
 * signing. */
int wrh_ring_prepare(wrh_ring *ring, wrh_keyed_mac *reference, int generation, int operation);

/* Run cells in `order` and write out[k], like wrh_run: `packets[c]` packets per round and thread, timed in slices of
 * about a thousand. Between slices, untimed, results are checked and packets restored. `wrong` counts packets with
 * wrong results. */
int wrh_ring_run(wrh_ring *ring, const wrh_ring_cell *cells, const uint64_t *packets, const uint32_t *order,
                 size_t count, unsigned threads, wrh_round *out, int64_t *stolen_ns);
/* Time each of `calls` calls separately and write nanoseconds per packet, for the tail of the distribution. */
int wrh_ring_latencies(wrh_ring *ring, const wrh_ring_cell *cell, size_t calls, double *ns_per_packet);

#endif
