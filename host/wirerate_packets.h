/*
 * wirerate_packets.h - libwirerate-host, packets: MACs for IPv6 AH by name, and a ring of packets signed and verified
 * in timed, checked, interleaved rounds. Not installed; the Python package is its user.
 */
#ifndef WIRERATE_PACKETS_H
#define WIRERATE_PACKETS_H

#include "wirerate_ah.h"
#include "wirerate_host.h"

/* ---- MACs (host/packets/macs) ---------------------------------------------------------------------------------------
 * A MAC with its key state, ready for an SA: sa.mac = wrh_ah_mac_table(mac), sa.key = wrh_ah_mac_key(mac). Algorithms:
 * "keyed-md5", "hmac-md5-96", "hmac-sha1-96", "hmac-sha2-256-128", "hmac-sha2-384-192", "hmac-sha2-512-256",
 * "aes-xcbc-96", "aes-cmac-96". Implementations: "wirerate" (the first two) and "openssl" (all), which keeps its
 * context between packets. One per thread. On failure NULL with *status and a reason, as from wrh_subject_open. */
typedef struct wrh_ah_mac wrh_ah_mac;
wrh_ah_mac *wrh_ah_mac_open(const char *algorithm, const char *implementation, const uint8_t *key, size_t key_bytes,
                            int *status, char *why, size_t why_size);
void wrh_ah_mac_close(wrh_ah_mac *mac);
const wr_ah_mac *wrh_ah_mac_table(const wrh_ah_mac *mac);
void *wrh_ah_mac_key(wrh_ah_mac *mac);
/* Bytes of key that the algorithm takes: exactly so many, or 0 for any number. WRH_UNSUPPORTED for an unknown name. */
int wrh_ah_key_bytes(const char *algorithm);

#endif
